import { Button } from '@mantine/core';
import { useState } from 'react';
import { type LedgerRefusal, ledgerRefusals } from '../../shared/alarm.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Role } from '../../shared/status.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { Field } from '../components/field.tsx';
import { Note } from '../components/note.tsx';
import { Sheet } from '../components/sheet.tsx';
import { useLanguage } from '../language.tsx';
import { hashOf } from '../route.ts';
import { useTerminalCommand } from '../use-terminal-command.ts';
import styles from './refused-ledger.module.css';
import { refusalSteps } from './steps.ts';

/** Whether it is the ledger that keeps the terminal from selling. */
export function ledgerRefusalOf(failure: Failure | undefined): LedgerRefusal | undefined {
  return ledgerRefusals.find((code) => code === failure?.code);
}

interface RefusedLedgerProps {
  readonly refusal: LedgerRefusal;
  readonly role: Role;
}

/** In the place of the sale: the ledger is not the one that was last seen here, and what to do about it. */
export function RefusedLedger({ refusal, role }: RefusedLedgerProps) {
  const { t, language } = useLanguage();
  const isManager = role === 'manager';
  return (
    <Sheet title={t(`refused.title.${refusal}`)} lead={t('refused.lead')}>
      {isManager ? (
        <>
          <h2 className={styles.what}>{t('refused.what')}</h2>
          <ol className={styles.steps}>
            {refusalSteps[language][refusal].map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {refusal === 'ledger-copied' && <OnlyCopy command="maintenance.adoptPlace" />}
          {refusal === 'counter-used' && <OnlyCopy command="maintenance.resumeIssuing" />}
        </>
      ) : (
        <p className={styles.call}>{t('refused.callManager')}</p>
      )}
      {refusal !== 'ledger-lost' && (
        <Button component="a" variant="default" href={hashOf({ screen: 'invoices' })}>
          {t('refused.toInvoices')}
        </Button>
      )}
    </Sheet>
  );
}

/** A manager says that no other copy will ever issue again: typed in words, so that nobody says it by habit. */
function OnlyCopy({ command }: { command: 'maintenance.adoptPlace' | 'maintenance.resumeIssuing' }) {
  const { t, language } = useLanguage();
  const { run, busy, failure } = useTerminalCommand(command);
  const [typed, setTyped] = useState('');
  const [attempted, setAttempted] = useState(false);
  const words = t('refused.confirmWords');
  const isRight = typed.trim().toLowerCase() === words;
  const adopt = () => {
    setAttempted(true);
    if (isRight) void run({ confirm: 'the only copy' });
    else document.getElementById('adopt-words')?.focus();
  };
  return (
    <form
      className={styles.adopt}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        adopt();
      }}
    >
      <Field
        id="adopt-words"
        label={t('refused.confirmLabel', { words })}
        value={typed}
        error={attempted && !isRight ? t('refused.confirmWrong') : undefined}
        onText={setTyped}
      />
      {failure && <Note tone="red">{describeFailure(failure, language)}</Note>}
      <Button type="submit" size="xl" fullWidth aria-disabled={busy}>
        {t(busy ? 'refused.adopting' : 'refused.adopt')}
      </Button>
      <p className={styles.note}>{t('refused.confirmNote')}</p>
    </form>
  );
}
