import { Box, Button, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { type LedgerRefusal, ledgerRefusals } from '../../../shared/alarm.ts';
import type { Answer } from '../../../shared/contract/index.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Role } from '../../../shared/status.ts';
import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { ar } from '../../../shared/words/ar/faults/refusal-steps.ts';
import { en } from '../../../shared/words/en/faults/refusal-steps.ts';
import type { Language } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { Sheet } from '../../ui/components/layout/sheet.tsx';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './refused-ledger.module.css';

/** Returns the reason when the ledger keeps the terminal from selling; otherwise undefined. */
export function ledgerRefusalOf(failure: Failure | undefined): LedgerRefusal | undefined {
  return ledgerRefusals.find((code) => code === failure?.code);
}

/** The screen in place of the sale when the ledger is not the one last seen on this device, with the steps to take. */
export function RefusedLedger({ refusal, role }: { refusal: LedgerRefusal; role: Role }) {
  const { t, language } = useLanguage();
  const isManager = role === 'manager';
  const isGone = refusal === 'ledger-lost' || refusal === 'ledger-broken';
  return (
    <Sheet title={t(`refused.title.${refusal}`)} lead={t('refused.lead')}>
      {isManager ? (
        <>
          <h2 className={common.subtitle}>{t('refused.what')}</h2>
          <ol className={styles.steps}>
            {refusalSteps[language][refusal].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {refusal === 'ledger-copied' && <AdoptPlace />}
          {refusal === 'counter-used' && <ResumeIssuing />}
        </>
      ) : (
        <Box component="p" fz="lg" fw={600} c="var(--red)">
          {t('refused.callManager')}
        </Box>
      )}
      {isManager && isGone && (
        <Button component="a" size="xl" fullWidth href={hashOf({ screen: 'settings', page: 'maintenance' })}>
          {t('refused.toBackups')}
        </Button>
      )}
      {isManager && refusal === 'seller-differs' && (
        <Button component="a" size="xl" fullWidth href={hashOf({ screen: 'settings', page: 'company' })}>
          {t('refused.toCompany')}
        </Button>
      )}
      {!isGone && (
        <Button component="a" variant="default" href={hashOf({ screen: 'invoices' })}>
          {t('refused.toInvoices')}
        </Button>
      )}
    </Sheet>
  );
}

const onlyCopy = { confirm: 'the only copy' } as const;

/** Takes up a copy of the records, if nothing was given to a customer after their newest document. */
function AdoptPlace() {
  const { t, format } = useLanguage();
  const { run, busy } = useTerminalCommand('maintenance.adoptPlace');
  const { data } = useTerminalQuery('invoice.list', { limit: 1 });
  const newest = data?.rows[0];
  if (data === undefined) return null;
  return (
    <OnlyCopy busy={busy} asksLast send={({ last }) => run({ ...onlyCopy, last: last.trim() })}>
      <p>
        <strong>
          {newest === undefined
            ? t('backups.emptyAfter')
            : t('backups.after', {
                number: `\u2068${newest.number}\u2069`,
                issued: format.dateTime(newest.issuedAt),
              })}
        </strong>{' '}
        {t('refused.imageText')}
      </p>
    </OnlyCopy>
  );
}

function ResumeIssuing() {
  const { run, busy } = useTerminalCommand('maintenance.resumeIssuing');
  return <OnlyCopy busy={busy} send={() => run(onlyCopy)} />;
}

interface OnlyCopyProps {
  readonly busy: boolean;
  /** True if the person also says the number of the last document that was given. */
  readonly asksLast?: boolean;
  readonly children?: ReactNode;
  send(typed: { words: string; last: string }): Promise<Answer<unknown> | undefined>;
}

/**
 * A form in which a manager confirms that no other copy will ever issue again. The answer is typed in words, so that
 * nobody confirms by habit.
 */
function OnlyCopy({ busy, asksLast = false, children, send }: OnlyCopyProps) {
  const { t } = useLanguage();
  const words = t('refused.confirmWords');
  const form = useForm({
    id: 'adopt',
    initial: { last: '', words: '' },
    check: (typed) => ({
      last: asksLast && typed.last.trim() === '' ? t('refused.lastMissing') : undefined,
      words: typed.words.trim().toLowerCase() === words ? undefined : t('refused.confirmWrong'),
    }),
    send,
  });
  return (
    <Flex component="form" direction="column" gap="0.5rem" mb="md" noValidate onSubmit={form.onSubmit}>
      {children}
      {asksLast && (
        <Field
          {...form.text('last', withLatinNumbers)}
          dir="ltr"
          autoComplete="off"
          label={t('backups.last')}
          maxLength={100}
        />
      )}
      <Field {...form.text('words')} label={t('refused.confirmLabel', { words })} />
      <FailureNote of={form.failure} />
      <Button type="submit" size="xl" fullWidth aria-disabled={busy}>
        {t(busy ? 'refused.adopting' : 'refused.adopt')}
      </Button>
      <p className={common.remark}>{t('refused.confirmNote')}</p>
    </Flex>
  );
}

const refusalSteps: Readonly<Record<Language, Readonly<Record<LedgerRefusal, readonly string[]>>>> = {
  en,
  ar,
};
