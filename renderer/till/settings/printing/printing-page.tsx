import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type Paper,
  type Printer,
  type Printing,
  papers,
} from '../../../../shared/contract/till/receipts.ts';
import { FailureError, type Result } from '../../../../shared/failure.ts';
import { type HandOverRule, handOverRules } from '../../../../shared/hand-over.ts';
import { ByPolicy } from '../../../ui/components/by-policy.tsx';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import { SaveRow } from '../../../ui/components/forms/save-row.tsx';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { Page } from '../../../ui/components/layout/page.tsx';
import { FailureNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { StateMark } from '../../../ui/components/marks/state-mark.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { printPage } from '../../receipt/print-page.ts';
import { OwnPrintersSection } from './own-printers-section.tsx';
import { ShopLinesForm } from './shop-lines-form.tsx';

export function PrintingPage() {
  const { t } = useLanguage();
  const set = useTerminalCommand('receipt.setSettings');
  const { data, error } = useTerminalQuery('receipt.settings', {});
  const problem = set.failure ?? failureOf(error);
  return (
    <Page title={t('settings.page.printing')} lead={t('printing.lead')}>
      <FailureNote of={problem} />
      {data && (
        <>
          <Toggle
            label={t('printing.auto')}
            text={t(data.by === 'page' ? 'printing.autoByPage' : 'printing.autoText')}
            checked={data.autoPrint}
            busy={set.busy}
            onChange={(autoPrint) => void set.run({ ...printingOf(data), autoPrint })}
          />
          <PaperForm saved={printingOf(data)} byPage={data.by === 'page'} busy={set.busy} onSave={set.run} />
          <UnclearedInvoices
            {...data.handOver}
            onChoose={(handOver) => void set.run({ ...printingOf(data), handOver })}
          />
          {data.by === 'terminal' && <OwnPrintersSection />}
          <ShopLinesForm
            saved={data.shop}
            paper={data.paper}
            busy={set.busy}
            onSave={(shop) => set.run({ ...printingOf(data), shop })}
          />
        </>
      )}
    </Page>
  );
}

interface UnclearedProps {
  readonly rule: HandOverRule;
  readonly sources: Readonly<Record<HandOverRule, string>>;
  onChoose(rule: HandOverRule): void;
}

function UnclearedInvoices({ rule, sources, onChoose }: UnclearedProps) {
  const { t } = useLanguage();
  return (
    <section>
      <h3>{t('printing.uncleared.title')}</h3>
      <p className={page.lead}>{t('printing.uncleared.lead')}</p>
      <RadioCards<HandOverRule>
        legend={t('printing.uncleared.legend')}
        value={rule}
        onChange={onChoose}
        cards={handOverRules.map((value) => ({
          value,
          label: t(`printing.uncleared.rules.${value}`),
          text: t(`printing.uncleared.rulesText.${value}`, { source: sources[value] }),
        }))}
      />
    </section>
  );
}

interface PaperFormProps {
  readonly saved: Printing;
  /** True when the page prints, so that the browser asks for the printer. */
  readonly byPage: boolean;
  readonly busy: boolean;
  onSave(chosen: Printing): Promise<Result<unknown> | undefined>;
}

function PaperForm({ saved, byPage, busy, onSave }: PaperFormProps) {
  const { t } = useLanguage();
  const form = useForm({
    id: 'printing',
    initial: { printer: saved.printer, paper: saved.paper },
    send: (chosen) => onSave(printingOf({ ...saved, ...chosen })),
  });
  const { printer, paper } = form.values;
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      {byPage ? (
        <div className={forms.gap}>
          <Note tone="amber">{t('printing.byPage')}</Note>
        </div>
      ) : (
        <ByPolicy field="systemPrinter">
          <Printers chosen={printer} onChoose={(chosen) => form.set({ printer: chosen })} />
        </ByPolicy>
      )}
      <div className={forms.gap}>
        <ByPolicy field="paper">
          <RadioCards<Paper>
            legend={t('printing.paper')}
            value={paper}
            onChange={(chosen) => form.set({ paper: chosen })}
            cards={papers.map((value) => ({
              value,
              label: t(`printing.papers.${value}`),
              text: t(`printing.papersText.${value}`),
            }))}
          />
        </ByPolicy>
      </div>
      <SaveRow busy={busy} isChanged={form.isChanged} isSaved={form.isSaved} />
      <TestPrint printer={printer} paper={paper} />
    </form>
  );
}

/** The value for the system's default printer; the name of a printer is never empty. */
const systemDefault = '';

function Printers({
  chosen,
  onChoose,
}: {
  readonly chosen: string | undefined;
  readonly onChoose: (printer: string | undefined) => void;
}) {
  const { t } = useLanguage();
  const { data, error, isFetching, refetch } = useTerminalQuery('receipt.printers', {});
  const failure = failureOf(error);
  const printers = data?.printers;
  const isGone = chosen !== undefined && printers?.every(({ name }) => name !== chosen) === true;
  return (
    <div className={forms.gap}>
      <FailureNote of={failure} />
      {printers && (
        <RadioCards<string>
          legend={t('printing.printer')}
          value={chosen ?? systemDefault}
          onChange={(name) => onChoose(name === systemDefault ? undefined : name)}
          cards={[
            { value: systemDefault, label: t('printing.default'), text: t('printing.defaultText') },
            ...(isGone ? [{ value: chosen, label: chosen, text: t('printing.gone') }] : []),
            ...printers.map(cardOf),
          ]}
        />
      )}
      {printers?.length === 0 && <Note tone="amber">{t('printing.none')}</Note>}
      <div className={forms.buttons}>
        <Button variant="default" aria-disabled={isFetching} onClick={() => void refetch()}>
          {t(isFetching ? 'printing.looking' : 'printing.lookAgain')}
        </Button>
      </div>
    </div>
  );
}

const cardOf = ({ name, label }: Printer) => ({
  value: name,
  label,
  ...(label !== name && { text: name }),
});

function TestPrint({ printer, paper }: Pick<Printing, 'printer' | 'paper'>) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('receipt.printTest');
  const [isSent, setIsSent] = useState(false);
  const print = async () => {
    setIsSent(false);
    const result = await run({ paper, ...(printer !== undefined && { printer }) });
    if (!result?.ok) return;
    if (result.value.by === 'page') printPage(result.value.html);
    else setIsSent(true);
  };
  return (
    <div className={forms.end}>
      <p className={forms.hint}>{t('printing.testText')}</p>
      <FailureNote of={failure} />
      <div className={forms.buttons}>
        <Button variant="default" aria-disabled={busy} onClick={() => void print()}>
          {t(busy ? 'printing.testing' : 'printing.test')}
        </Button>
        <div className={forms.result} role="status">
          {isSent && <StateMark tone="good">{t('printing.sent')}</StateMark>}
        </div>
      </div>
    </div>
  );
}

/** The chosen settings; an undefined printer is the system's default one. */
type Chosen = Omit<Printing, 'printer'> & { readonly printer?: Printing['printer'] | undefined };

const printingOf = ({ autoPrint, printer, paper }: Chosen): Printing => ({
  autoPrint,
  paper,
  ...(printer !== undefined && { printer }),
});

function failureOf(error: Error | null) {
  if (error === null) return undefined;
  return error instanceof FailureError ? error.failure : ({ code: 'internal' } as const);
}
