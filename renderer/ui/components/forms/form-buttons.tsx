import { Button, type ButtonProps } from '@mantine/core';
import { useLanguage } from '../../language/language.tsx';
import styles from './forms.module.css';

interface FormButtonsProps extends Pick<ButtonProps, 'size'> {
  /** By default the form saves something. */
  readonly label?: string;
  readonly busy: boolean;
  onCancel(): void;
}

export function FormButtons({ label, busy, onCancel, ...rest }: FormButtonsProps) {
  const { t } = useLanguage();
  return (
    <div className={styles.buttons}>
      <Button type="submit" aria-disabled={busy} {...rest}>
        {label ?? t(busy ? 'settings.saving' : 'app.save')}
      </Button>
      <Button variant="default" onClick={onCancel} {...rest}>
        {t('app.cancel')}
      </Button>
    </div>
  );
}
