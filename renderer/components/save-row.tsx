import { Button } from '@mantine/core';
import { useLanguage } from '../language/language.tsx';
import styles from './forms.module.css';
import { StateMark } from './state-mark.tsx';

interface SaveRowProps {
  readonly label?: string;
  readonly busy: boolean;
  /** True when a value differs from the saved one. */
  readonly isChanged: boolean;
  readonly isRight?: boolean;
  /** True when the last save succeeded. */
  readonly isSaved: boolean;
}

/** The save button of a form that stays open, with a confirmation beside it. */
export function SaveRow({ label, busy, isChanged, isRight = true, isSaved }: SaveRowProps) {
  const { t } = useLanguage();
  return (
    <div className={styles.buttons}>
      <Button
        type="submit"
        variant={isChanged ? 'filled' : 'default'}
        aria-disabled={busy || !isRight}
        {...(!isRight && { 'data-disabled': true })}
      >
        {busy ? t('settings.saving') : (label ?? t('settings.save'))}
      </Button>
      <div className={styles.result} role="status">
        {isSaved && !isChanged && <StateMark tone="good">{t('settings.saved')}</StateMark>}
      </div>
    </div>
  );
}
