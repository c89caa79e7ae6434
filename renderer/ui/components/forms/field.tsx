import { TextInput, type TextInputProps } from '@mantine/core';
import styles from './field.module.css';

export interface FieldProps extends Omit<TextInputProps, 'error' | 'onChange'> {
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
  /** True for an amount, which is aligned to the end of its column. */
  readonly amount?: boolean;
  /** The id of the element with the message, if the message is elsewhere and no line is kept free for it here. */
  readonly messageId?: string;
}

/**
 * Returns the text of an empty field. An Arabic sentence in a field from left to right, such as one for a path, keeps
 * its own direction: otherwise its full stop would be at the wrong end.
 */
const isolated = (placeholder: string | undefined): string | undefined =>
  placeholder !== undefined && /\p{Script=Arabic}/u.test(placeholder)
    ? `\u2067${placeholder}\u2069`
    : placeholder;

/** A text field with a free line beneath it, so that its message moves nothing. */
export function Field({
  error,
  onText,
  amount = false,
  className,
  messageId,
  placeholder,
  ...rest
}: FieldProps) {
  const isBare = messageId !== undefined;
  return (
    <TextInput
      autoComplete="off"
      placeholder={isolated(placeholder)}
      className={[isBare ? '' : styles.field, className].join(' ')}
      classNames={{
        label: styles.label,
        input: [styles.input, amount ? styles.amount : ''].join(' '),
        error: styles.error,
      }}
      inputMode={amount ? 'decimal' : undefined}
      {...(isBare
        ? { error: error !== undefined, 'aria-describedby': error === undefined ? undefined : messageId }
        : { error })}
      onChange={(event) => onText(event.currentTarget.value)}
      {...rest}
    />
  );
}
