import { Button, type ButtonProps } from '@mantine/core';
import styles from './forms.module.css';

interface FormButtonsProps extends Pick<ButtonProps, 'size'> {
  readonly label: string;
  readonly busy: boolean;
  readonly cancelLabel: string;
  onCancel(): void;
}

export function FormButtons({ label, busy, cancelLabel, onCancel, ...rest }: FormButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Button type="submit" aria-disabled={busy} {...rest}>
        {label}
      </Button>
      <Button variant="default" onClick={onCancel} {...rest}>
        {cancelLabel}
      </Button>
    </div>
  );
}
