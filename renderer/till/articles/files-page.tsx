import { Button, Flex } from '@mantine/core';
import { useState } from 'react';
import type { ImportPreview } from '../../../shared/contract/till/articles.ts';
import { fileWords } from '../../../shared/words/article-files.ts';
import common from '../../ui/components/common.module.css';
import { DayField } from '../../ui/components/forms/day-field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import page from '../../ui/components/layout/page.module.css';
import { Page } from '../../ui/components/layout/page.tsx';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import table from '../../ui/components/tables/plain-table.module.css';
import {
  ChooseTable,
  ExportButtons,
  TablePreview,
  tableFormats,
} from '../../ui/components/tables/table-files.tsx';
import { TableHead } from '../../ui/components/tables/table-head.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { isWrongDay, readDay } from '../../ui/language/read-day.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { Price } from './price.tsx';

export function FilesPage() {
  const { t } = useLanguage();
  return (
    <Page title={t('tables.importTitle')} lead={t('articles.importLead')}>
      <Import />
      <h3>{t('tables.exportTitle')}</h3>
      <p className={page.lead}>{t('articles.exportLead')}</p>
      <Export />
    </Page>
  );
}

function Export() {
  const { language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('article.export');
  return (
    <ExportButtons
      formats={tableFormats}
      busy={busy}
      failure={failure}
      make={(format) => run({ format, language })}
    />
  );
}

function useImport() {
  const read = useTerminalCommand('article.previewImport');
  const readSold = useTerminalCommand('article.previewSold');
  const take = useTerminalCommand('article.import');
  const [preview, setPreview] = useState<ImportPreview>();
  const [done, setDone] = useState<{ added: number; changed: number }>();
  const show = (result: { ok: true; value: ImportPreview } | { ok: false } | undefined) => {
    setDone(undefined);
    setPreview(result?.ok ? result.value : undefined);
  };
  return {
    preview,
    done,
    failure: read.failure ?? readSold.failure ?? take.failure,
    isReading: read.busy || readSold.busy,
    isWriting: take.busy,
    async choose(base64: string, priceFrom: string) {
      readSold.forget();
      take.forget();
      show(await read.run({ base64, ...(priceFrom !== '' && { priceFrom }) }));
    },
    async chooseSold() {
      read.forget();
      take.forget();
      show(await readSold.run({}));
    },
    async write(id: string) {
      const result = await take.run({ import: id });
      if (!result?.ok) return;
      setDone(result.value);
      setPreview(undefined);
    },
  };
}

const priceFromField = 'prices-from';

function Import() {
  const { t } = useLanguage();
  const [priceFrom, setPriceFrom] = useState('');
  const { preview, done, failure, isReading, isWriting, ...act } = useImport();
  return (
    <>
      <Flex wrap="wrap" align="start" gap="0.75rem 1rem" mt="md">
        <DayField
          id={priceFromField}
          label={t('articles.pricesFrom')}
          value={priceFrom}
          error={isWrongDay(priceFrom) ? t('search.dayWrong') : undefined}
          onText={setPriceFrom}
        />
        <ChooseTable
          className={common.below}
          isReading={isReading}
          onFile={(base64) => {
            if (isWrongDay(priceFrom)) document.getElementById(priceFromField)?.focus();
            else void act.choose(base64, readDay(priceFrom) ?? '');
          }}
        />
        <Button
          variant="default"
          size="lg"
          className={common.below}
          aria-disabled={isReading}
          onClick={() => void act.chooseSold()}
        >
          {t('articles.chooseSold')}
        </Button>
      </Flex>
      <div className={forms.result} role="status">
        {done && (
          <StateMark tone="good">
            {t('articles.imported', {
              added: t('articles.added', { count: done.added }),
              changed: t('articles.changed', { count: done.changed }),
            })}
          </StateMark>
        )}
      </div>
      <ProblemNote of={failure} />
      {preview && (
        <Preview preview={preview} busy={isWriting} onImport={() => void act.write(preview.import)} />
      )}
    </>
  );
}

function Preview({ preview, busy, onImport }: { preview: ImportPreview; busy: boolean; onImport(): void }) {
  const { t, words, language } = useLanguage();
  const { added, changed, unchanged, restored, groups } = preview;
  return (
    <TablePreview
      preview={preview}
      columns={fileWords[language].columns}
      facts={[
        t('articles.added', { count: added }),
        t('articles.changed', { count: changed }),
        t('articles.unchanged', { count: unchanged }),
        ...(groups.length > 0 ? [t('articles.newGroups', { names: groups.join(words.formats.comma) })] : []),
        ...(restored > 0 ? [t('articles.restored', { count: restored })] : []),
      ]}
      sample={<Sample rows={preview.sample} />}
      busy={busy}
      onImport={onImport}
    />
  );
}

function Sample({ rows }: { rows: ImportPreview['sample'] }) {
  const { t, language } = useLanguage();
  if (rows.length === 0) return null;
  return (
    <table className={`${common.table} ${table.table}`}>
      <TableHead
        heads={[t('tables.row'), t('articles.name'), fileWords[language].columns.codes]}
        figures={[t('articles.price')]}
      />
      <tbody>
        {rows.map(({ row, kind, name, codes, price, before }) => (
          <tr key={row}>
            <td>{row}</td>
            <td>
              <bdi>{name}</bdi>
            </td>
            <td>
              <bdi>{codes.join(' | ')}</bdi>
            </td>
            <td className={common.right}>
              {kind === 'changed' && before !== price && (
                <del className={common.soft}>
                  <Price price={before} />
                </del>
              )}{' '}
              <Price price={price} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
