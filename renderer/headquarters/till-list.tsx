import { Button, FileButton } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OfficeOutput } from '../../shared/headquarters/contract.ts';
import type { ListFault } from '../../shared/headquarters/onboarding.ts';
import forms from '../components/forms.module.css';
import { Note } from '../components/note.tsx';
import { fileTypes, saveFile } from '../components/save-file.ts';
import { TextField } from '../components/text-field.tsx';
import { useLanguage } from '../language/language.tsx';
import { useOfficeCommand } from './office.ts';
import { useOfficeWords } from './use-office-words.ts';

type Added = OfficeOutput<'onboarding.add'>['added'];

/** A form for a list of tills, and the codes that enrol them, once. */
export function TillList() {
  const { t, say } = useOfficeWords();
  const add = useOfficeCommand('onboarding.add');
  const [isOpen, setOpen] = useState(false);
  const [csv, setCsv] = useState('');
  const [result, setResult] = useState<OfficeOutput<'onboarding.add'>>();
  const close = () => {
    setOpen(false);
    setCsv('');
    setResult(undefined);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (add.busy || csv.trim() === '') return;
    setResult(await add.run({ csv }));
  };
  if (result !== undefined && result.added.length > 0) return <Codes added={result.added} onDone={close} />;
  if (!isOpen)
    return (
      <div className={forms.gap}>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('onboarding.list')}
        </Button>
      </div>
    );
  return (
    <section className={forms.card} data-open aria-label={t('onboarding.list')}>
      <form onSubmit={(event) => void onSubmit(event)} className={forms.form}>
        <p className={forms.hint}>{t('onboarding.listHint')}</p>
        <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void file?.text().then(setCsv)}>
          {(props) => (
            <Button variant="default" {...props}>
              {t('onboarding.file')}
            </Button>
          )}
        </FileButton>
        <TextField
          id="onboarding-list"
          label={t('onboarding.csv')}
          value={csv}
          error={undefined}
          onText={setCsv}
          onBlur={() => undefined}
        />
        {add.failure !== undefined && <Note tone="red">{say(add.failure)}</Note>}
        {result !== undefined && <Faults faults={result.faults} />}
        <div className={forms.buttons}>
          <Button type="submit" aria-disabled={add.busy}>
            {t('onboarding.add')}
          </Button>
          <Button variant="default" onClick={close}>
            {t('notices.cancel')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function Faults({ faults }: { faults: readonly ListFault[] }) {
  const { t } = useOfficeWords();
  const { format } = useLanguage();
  if (faults.length === 0) return <Note tone="amber">{t('onboarding.nothing')}</Note>;
  return (
    <Note tone="red">
      {t('onboarding.faults')}
      <ul>
        {faults.map(({ row, column, code }) => (
          <li key={`${row} ${column} ${code}`}>
            {t('onboarding.fault', {
              row: format.count(row),
              column,
              fault: t(`onboarding.faultCodes.${code}`),
            })}
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** A cell that a spreadsheet reads as text, whatever is in it. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The codes of the tills that were just added; they are gone when this is closed. */
function Codes({ added, onDone }: { added: Added; onDone(): void }) {
  const { t } = useOfficeWords();
  const [isSaved, setSaved] = useState(false);
  const save = () => {
    const rows = added.map(({ branch, till, code }) => [branch, till, code].map(cell).join(','));
    saveFile('khatm-codes.csv', `\ufeff${['branch,till,code', ...rows].join('\r\n')}\r\n`, fileTypes.csv);
    setSaved(true);
  };
  return (
    <section className={forms.card} data-open aria-label={t('onboarding.list')}>
      <p role="status">{t('onboarding.added', { count: added.length })}</p>
      <p className={forms.hint}>{t('onboarding.codesHint')}</p>
      <div className={forms.buttons}>
        <Button onClick={save}>{t('onboarding.saveCodes')}</Button>
        {isSaved && (
          <Button variant="default" onClick={onDone}>
            {t('onboarding.done')}
          </Button>
        )}
      </div>
    </section>
  );
}
