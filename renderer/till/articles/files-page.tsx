import { Button, Flex } from '@mantine/core';
import { useState } from 'react';
import type { CommandInput, CommandOutput } from '../../../shared/contract/index.ts';
import type { ImportPreview } from '../../../shared/contract/till/articles.ts';
import common from '../../ui/components/common.module.css';
import { DayField } from '../../ui/components/forms/day-field.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import page from '../../ui/components/layout/page.module.css';
import { Page } from '../../ui/components/layout/page.tsx';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { StateMark } from '../../ui/components/marks/state-mark.tsx';
import { fileTypes, saveBase64 } from '../../ui/components/tables/save-file.ts';
import { ChooseTable, ExportButtons, tableFormats } from '../../ui/components/tables/table-files.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { isWrongDay, readDay } from '../../ui/language/read-day.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { ImportPreviewView, PriceQuestion, SaveRefused } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';

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

/** Saves a file that has the headings of an import, and explains them. */
function Template() {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('article.template');
  const save = async () => {
    const made = await run({ language });
    if (made?.ok) saveBase64(made.value, fileTypes.xlsx);
  };
  return (
    <>
      <Button
        variant="default"
        size="lg"
        className={common.below}
        aria-disabled={busy}
        onClick={() => void save()}
      >
        {t('articles.template')}
      </Button>
      <ProblemNote of={failure} />
    </>
  );
}

interface Done extends CommandOutput<'article.import'> {
  readonly import: string;
}

function useImport() {
  const read = useTerminalCommand('article.previewImport');
  const readSold = useTerminalCommand('article.previewSold');
  const decide = useTerminalCommand('article.decideImport');
  const prices = useTerminalCommand('article.choosePrices');
  const take = useTerminalCommand('article.import');
  const [preview, setPreview] = useState<ImportPreview>();
  const [done, setDone] = useState<Done>();
  const show = (result: { ok: true; value: ImportPreview } | { ok: false } | undefined) => {
    setDone(undefined);
    setPreview(result?.ok ? result.value : undefined);
  };
  return {
    preview,
    done,
    failure: read.failure ?? readSold.failure ?? decide.failure ?? prices.failure ?? take.failure,
    isReading: read.busy || readSold.busy,
    isWriting: take.busy,
    isDeciding: decide.busy || prices.busy,
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
    async decide(decision: CommandInput<'article.decideImport'>) {
      take.forget();
      const result = await decide.run(decision);
      if (result?.ok) setPreview(result.value);
    },
    async choosePrices(choice: CommandInput<'article.choosePrices'>) {
      const result = await prices.run(choice);
      if (result?.ok) setPreview(result.value);
    },
    async write(id: string) {
      const result = await take.run({ import: id });
      if (!result?.ok) return;
      setDone({ ...result.value, import: id });
      setPreview(undefined);
    },
  };
}

const priceFromField = 'prices-from';

function Import() {
  const { t } = useLanguage();
  const [priceFrom, setPriceFrom] = useState('');
  const { preview, done, failure, isReading, isWriting, isDeciding, ...act } = useImport();
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
        <Template />
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
      {done && done.refused > 0 && <SaveRefused import={done.import} count={done.refused} />}
      <ProblemNote of={failure} />
      {(isReading || isDeciding || isWriting) && <ImportProgress />}
      {preview && preview.priceColumns.length > 0 && (
        <PriceQuestion
          columns={preview.priceColumns}
          busy={isDeciding}
          onChoose={(at) => void act.choosePrices({ import: preview.import, at })}
        />
      )}
      {preview?.priceColumns.length === 0 && (
        <ImportPreviewView
          preview={preview}
          busy={isWriting || isDeciding}
          onImport={() => void act.write(preview.import)}
          onDecide={(decision) => void act.decide({ import: preview.import, ...decision })}
        />
      )}
    </>
  );
}
