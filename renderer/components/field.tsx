import { TextInput, type TextInputProps } from '@mantine/core';
import styles from './field.module.css';

export interface FieldProps extends Omit<TextInputProps, 'error' | 'onChange'> {
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
  /** True for an amount, which is aligned to the end of its column. */
  readonly amount?: boolean;
}

/** A text field with a line kept free beneath it, so that its message moves nothing. */
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
