import { useState } from 'react';
import type { BuyerPreview } from '../../../../shared/contract/till/buyers.ts';
import { buyerFileWords } from '../../../../shared/words/buyer-files.ts';
import common from '../../../ui/components/common.module.css';
import forms from '../../../ui/components/forms/forms.module.css';
import page from '../../../ui/components/layout/page.module.css';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import table from '../../../ui/components/tables/plain-table.module.css';
import {
  ChooseTable,
  ExportButtons,
  TablePreview,
  tableFormats,
} from '../../../ui/components/tables/table-files.tsx';
import { TableHead } from '../../../ui/components/tables/table-head.tsx';
import { Written } from '../../../ui/components/written.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';

export function BuyerFiles() {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('buyer.export');
  return (
    <>
      <h3>{t('tables.importTitle')}</h3>
      <p className={page.lead}>{t('buyers.importLead')}</p>
      <Import />
      <h3>{t('tables.exportTitle')}</h3>
      <p className={page.lead}>{t('buyers.exportLead')}</p>
      <ExportButtons
        formats={tableFormats}
        busy={busy}
        failure={failure}
        make={(format) => run({ format, language })}
      />
    </>
  );
}

function Import() {
  const { t, language } = useLanguage();
  const read = useTerminalCommand('buyer.previewImport');
  const take = useTerminalCommand('buyer.import');
  const [preview, setPreview] = useState<BuyerPreview>();
  const [done, setDone] = useState<{ added: number; changed: number }>();
  const choose = async (base64: string) => {
    take.forget();
    setDone(undefined);
    const result = await read.run({ base64 });
    setPreview(result?.ok ? result.value : undefined);
  };
  const write = async (id: string) => {
    const result = await take.run({ import: id });
    if (!result?.ok) return;
    setDone(result.value);
    setPreview(undefined);
  };
  const failure = read.failure ?? take.failure;
  const count = (kind: 'added' | 'changed' | 'unchanged', number: number) =>
    t(`buyers.${kind}`, { count: number });
  return (
    <>
      <ChooseTable isReading={read.busy} onFile={(base64) => void choose(base64)} />
      <div className={forms.result} role="status">
        {done && (
          <StateMark tone="good">
            {t('buyers.imported', {
              added: count('added', done.added),
              changed: count('changed', done.changed),
            })}
          </StateMark>
        )}
      </div>
      <ProblemNote of={failure} />
      {preview && (
        <TablePreview
          preview={preview}
          columns={buyerFileWords[language].columns}
          facts={(['added', 'changed', 'unchanged'] as const).map((kind) => count(kind, preview[kind]))}
          sample={<Sample rows={preview.sample} />}
          busy={take.busy}
          onImport={() => void write(preview.import)}
        />
      )}
    </>
  );
}

function Sample({ rows }: { rows: BuyerPreview['sample'] }) {
  const { t } = useLanguage();
  if (rows.length === 0) return null;
  return (
    <table className={`${common.table} ${table.table}`}>
      <TableHead heads={[t('tables.row'), t('buyers.name'), t('buyers.number')]} />
      <tbody>
        {rows.map(({ row, name, number }) => (
          <tr key={row}>
            <td>{row}</td>
            <td>
              <Written text={name} />
            </td>
            <td>
              <bdi dir="ltr">{number}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
