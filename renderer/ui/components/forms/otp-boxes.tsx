import { Box, Text } from '@mantine/core';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import styles from './otp-boxes.module.css';

const places = [0, 1, 2, 3, 4, 5];

interface OtpBoxesProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
}

/**
 * A field for six digits, one box each. It is a single input over drawn boxes, so that pasting, erasing and screen
 * readers work as in any field. It accepts the digits of an Arabic keyboard too.
 */
export function OtpBoxes({ id, label, value, error, onText }: OtpBoxesProps) {
  return (
    <div>
      <Box component="label" htmlFor={id} display="block" mb="0.25rem" lh="1.5rem" c="dimmed">
        {label}
      </Box>
      <div className={styles.boxes} dir="ltr" data-error={error !== undefined || undefined}>
        <input
          id={id}
          className={styles.input}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) =>
            onText(withLatinNumbers(event.currentTarget.value).replace(/\D/g, '').slice(0, places.length))
          }
        />
        {places.map((place) => (
          <span
            key={place}
            className={styles.box}
            data-next={place === value.length || undefined}
            aria-hidden
          >
            {value[place]}
          </span>
        ))}
      </div>
      <Text inherit id={`${id}-error`} mih="1.5rem" lh="1.5rem" c="var(--red)">
        {error}
      </Text>
    </div>
  );
}

export const isWholeOtp = (text: string) => text.length === places.length;
