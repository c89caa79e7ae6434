import { Textarea } from '@mantine/core';
import field from './field.module.css';
import styles from './text-field.module.css';

export interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly error: string | undefined;
  /** `auto` for prose; by default left to right, for texts such as addresses. */
  readonly dir?: 'ltr' | 'auto';
  readonly maxLength?: number;
  onText(text: string): void;
  onBlur(): void;
}

export function TextField({ error, onText, dir = 'ltr', ...rest }: TextFieldProps) {
  return (
    <Textarea
      dir={dir}
      autoComplete="off"
      spellCheck={false}
      rows={4}
      className={field.field}
      classNames={{
        label: styles.label,
        input: dir === 'auto' ? styles.prose : styles.input,
        error: field.error,
      }}
      error={error}
      onChange={(event) => onText(event.currentTarget.value)}
      {...rest}
    />
  );
}
