import { TextInput, type TextInputProps } from '@mantine/core';
import styles from './field.module.css';

export interface FieldProps extends Omit<TextInputProps, 'error' | 'onChange'> {
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
  /** Amounts stand at the end of their column. */
  readonly amount?: boolean;
}

/** A text field whose message has its own line beneath, kept free: a message moves nothing. */
export function Field({ error, onText, amount = false, className, ...rest }: FieldProps) {
  return (
    <TextInput
      autoComplete="off"
      className={[styles.field, className].join(' ')}
      classNames={{
        label: styles.label,
        input: [styles.input, amount ? styles.amount : ''].join(' '),
        error: styles.error,
      }}
      inputMode={amount ? 'decimal' : undefined}
      error={error}
      onChange={(event) => onText(event.currentTarget.value)}
      {...rest}
    />
  );
}
