import { Textarea } from '@mantine/core';
import field from './field.module.css';
import styles from './text-field.module.css';

interface TextFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly error: string | undefined;
  onText(text: string): void;
}

/** Several lines that are no prose: always left to right. */
export function TextField({ label, placeholder, value, error, onText }: TextFieldProps) {
  return (
    <Textarea
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      rows={4}
      label={label}
      placeholder={placeholder}
      className={field.field}
      classNames={{ label: styles.label, input: styles.input, error: field.error }}
      value={value}
      error={error}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
