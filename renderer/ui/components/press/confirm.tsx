import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '../../language/language.tsx';
import styles from './confirm.module.css';
import { useSettled } from './use-settled.ts';

interface ConfirmProps {
  readonly label: string;
  readonly question: string;
  /** `red` if the action ends something for good; `plain` if it only cannot be undone. */
  readonly tone?: 'red' | 'plain';
  readonly busy?: boolean;
  onConfirm(): void;
}

/** A button that asks once more before an action that cannot be undone; the safe answer has the focus. */
export function Confirm({ label, question, tone = 'red', busy = false, onConfirm }: ConfirmProps) {
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <Button
        {...(tone === 'red' ? { variant: 'outline', color: 'red' } : { variant: 'default' })}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
    );
  return (
    <Question
      label={label}
      question={question}
      tone={tone}
      busy={busy}
      onLeave={() => setAsking(false)}
      onConfirm={() => {
        setAsking(false);
        onConfirm();
      }}
    />
  );
}

interface QuestionProps extends ConfirmProps {
  onLeave(): void;
}

/** The question; pressing the button again in the same place does not confirm it. */
function Question({ label, question, tone, busy, onLeave, onConfirm }: QuestionProps) {
  const { t } = useLanguage();
  const settled = useSettled();
  return (
    <div className={styles.asking} data-tone={tone}>
      <p className={styles.question} role="alert">
        {question}
      </p>
      <Button variant="default" autoFocus onClick={onLeave}>
        {t('app.cancel')}
      </Button>
      <Button
        {...(tone === 'red' && { color: 'red' })}
        aria-disabled={busy || !settled}
        onClick={() => settled && onConfirm()}
      >
        {label}
      </Button>
    </div>
  );
}
