import { Textarea } from '@mantine/core';
import field from './field.module.css';
import styles from './text-field.module.css';

interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly error: string | undefined;
  onText(text: string): void;
  onBlur(): void;
}

/** A field for several lines that are not prose, such as addresses: always left to right. */
export function TextField({ error, onText, ...rest }: TextFieldProps) {
  return (
    <Textarea
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      rows={4}
      className={field.field}
      classNames={{ label: styles.label, input: styles.input, error: field.error }}
      error={error}
      onChange={(event) => onText(event.currentTarget.value)}
      {...rest}
    />
  );
}
