import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '../language.tsx';
import styles from './confirm.module.css';

interface ConfirmProps {
  /** The button, and the same again under the question. */
  readonly label: string;
  readonly question: string;
  readonly busy?: boolean;
  onConfirm(): void;
}

/** What cannot be taken back is asked twice; the safe answer has the focus. */
export function Confirm({ label, question, busy = false, onConfirm }: ConfirmProps) {
  const { t } = useLanguage();
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  return (
    <div className={styles.asking}>
      <p className={styles.question} role="alert">
        {question}
      </p>
      <Button variant="default" autoFocus onClick={() => setAsking(false)}>
        {t('integrations.cancel')}
      </Button>
      <Button
        color="red"
        aria-disabled={busy}
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {label}
      </Button>
    </div>
  );
}
