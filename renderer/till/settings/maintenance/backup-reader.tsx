import { Button } from '@mantine/core';
import { useState } from 'react';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import { FailureNote, ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Money } from '../../../ui/components/tables/money.tsx';
import { saveFile } from '../../../ui/components/tables/save-file.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './backups.module.css';

const pageSize = 10;

export function BackupReader({ file }: { readonly file: string }) {
  const { t, words, format } = useLanguage();
  const [number, setNumber] = useState('');
  /** The counters below which each page so far begins. */
  const [pages, setPages] = useState<readonly number[]>([]);
  const [chosen, setChosen] = useState<string>();
  const before = pages.at(-1);
  const query = {
    limit: pageSize,
    ...(before !== undefined && { before }),
    ...(number.trim() !== '' && { number: number.trim() }),
  };
  const { data, error } = useTerminalQuery(
    'backup.documents',
    { file, query },
    { keepsPrevious: true, gcTime: 0 },
  );
  const last = data?.rows.at(-1);
  return (
    <div className={common.column}>
      <Field
        id="backup-number"
        error={undefined}
        dir="ltr"
        label={t('backups.number')}
        value={number}
        onText={(text) => {
          setNumber(withLatinNumbers(text));
          setPages([]);
        }}
      />
      <ProblemNote of={error} />
      <table className={`${common.table} ${styles.documents}`}>
        <tbody>
          {data?.rows.map((row) => (
            <tr key={row.uuid} aria-current={row.uuid === chosen || undefined}>
              <td>
                <Button variant="subtle" onClick={() => setChosen(row.uuid)}>
                  <bdi dir="ltr">{row.number}</bdi>
                </Button>
              </td>
              <td>{words.kinds[row.kind]}</td>
              <td>{format.dateTime(row.issuedAt)}</td>
              <td className={common.end}>
                <Money amount={row.payable} currency={row.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={common.buttons}>
        {pages.length > 0 && (
          <Button variant="default" onClick={() => setPages(pages.slice(0, -1))}>
            {t('tables.earlier')}
          </Button>
        )}
        {data?.rows.length === pageSize && last && last.icv > 1 && (
          <Button variant="default" onClick={() => setPages([...pages, last.icv])}>
            {t('tables.later')}
          </Button>
        )}
      </div>
      {chosen !== undefined && <Paper key={chosen} file={file} uuid={chosen} />}
    </div>
  );
}

function Paper({ file, uuid }: { readonly file: string; readonly uuid: string }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('backup.document');
  const [html, setHtml] = useState<string>();
  const read = () => run({ file, uuid, paper: 'roll80' });
  return (
    <div className={styles.section}>
      <FailureNote of={failure} />
      <div className={common.buttons}>
        <Button
          variant="default"
          aria-disabled={busy}
          onClick={() => void read().then((answer) => answer?.ok && setHtml(answer.value.html))}
        >
          {t('backups.showPaper')}
        </Button>
        <Button
          variant="default"
          aria-disabled={busy}
          onClick={() =>
            void read().then(
              (answer) => answer?.ok && saveFile(answer.value.fileName, answer.value.xml, 'application/xml'),
            )
          }
        >
          {t('backups.saveXml')}
        </Button>
      </div>
      {html !== undefined && (
        <iframe className={styles.receipt} title={t('backups.showPaper')} sandbox="" srcDoc={html} />
      )}
    </div>
  );
}
