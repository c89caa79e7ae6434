import { Button } from '@mantine/core';
import { useLanguage } from '../../language/language.tsx';
import { StateMark } from '../marks/state-mark.tsx';
import styles from './forms.module.css';

interface SaveRowProps {
  readonly label?: string;
  readonly busy: boolean;
  readonly isChanged: boolean;
  readonly isRight?: boolean;
  readonly isSaved: boolean;
}

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
        {busy ? t('settings.saving') : (label ?? t('app.save'))}
      </Button>
      <div className={styles.result} role="status">
        {isSaved && !isChanged && <StateMark tone="good">{t('settings.saved')}</StateMark>}
      </div>
    </div>
  );
}
