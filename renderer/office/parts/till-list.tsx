import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import type { ListFault } from '../../../shared/office/onboarding.ts';
import forms from '../../ui/components/forms/forms.module.css';
import { TextField } from '../../ui/components/forms/text-field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { fileTypes, saveFile } from '../../ui/components/tables/save-file.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { useOfficeCommand } from '../office.ts';
import { useOfficeWords } from '../use-office-words.ts';
import { OfficeForm } from './office-form.tsx';

type Added = OfficeOutput<'onboarding.add'>['added'];

export function TillList() {
  const { t } = useOfficeWords();
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <TillListForm onDone={() => setOpen(false)} />;
  return (
    <div className={forms.gap}>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('onboarding.list')}
      </Button>
    </div>
  );
}

function TillListForm({ onDone }: { onDone(): void }) {
  const { t } = useOfficeWords();
  const { words } = useLanguage();
  const { run, busy } = useOfficeCommand('onboarding.add');
  const [result, setResult] = useState<OfficeOutput<'onboarding.add'>>();
  const form = useForm({
    id: 'onboarding',
    initial: { list: '' },
    check: ({ list }) => ({ list: list.trim() === '' ? words.issues.required : undefined }),
    send({ list }) {
      setResult(undefined);
      return run({ csv: list });
    },
    onDone: setResult,
  });
  const take = async (file: File | null) => {
    if (file !== null) form.set({ list: await file.text() });
  };
  if (result !== undefined && result.added.length > 0) return <Codes added={result.added} onDone={onDone} />;
  return (
    <section className={forms.card} data-open aria-label={t('onboarding.list')}>
      <OfficeForm
        form={form}
        label={t('onboarding.add')}
        busy={busy}
        result={result !== undefined && <Faults faults={result.faults} />}
        onCancel={onDone}
      >
        <p className={forms.hint}>{t('onboarding.listHint')}</p>
        <div className={forms.gap}>
          <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void take(file)}>
            {(props) => (
              <Button variant="default" {...props}>
                {t('onboarding.file')}
              </Button>
            )}
          </FileButton>
        </div>
        <TextField {...form.text('list')} label={t('onboarding.csv')} />
      </OfficeForm>
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
