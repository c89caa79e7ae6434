import { Box, Text } from '@mantine/core';
import { useState } from 'react';
import { foldDigits } from '../../../../shared/values/arabic-digits.ts';
import { otpFault, otpLength } from '../../../../shared/values/otp.ts';
import { describeIssue } from '../../../../shared/words/index.ts';
import { useLanguage } from '../../language/language.tsx';
import styles from './otp-boxes.module.css';
import type { TextFieldProps } from './text-field.tsx';

const places = Array.from({ length: otpLength }, (_, place) => place);

type OtpBoxesProps = Pick<TextFieldProps, 'id' | 'label' | 'value' | 'error' | 'onText'>;

/**
 * A field for six digits, one box each. It is a single input over drawn boxes, so that pasting, erasing and screen
 * readers work as in any field. It accepts the digits of an Arabic keyboard and blanks too. What no code can be is
 * refused with its reason, and not cut to fit.
 */
export function OtpBoxes({ id, label, value, error, onText }: OtpBoxesProps) {
  const { language } = useLanguage();
  const [refused, setRefused] = useState<ReturnType<typeof otpFault>>();
  const wrong = refused === undefined ? error : describeIssue({ path: ['otp'], ...refused }, language);
  const take = (typed: string) => {
    const text = foldDigits(typed);
    const fault = otpFault(text);
    const isRefused = fault !== undefined && (fault.code === 'otp-character' || text.length > otpLength);
    setRefused(isRefused ? fault : undefined);
    if (!isRefused) onText(text);
  };
  return (
    <div>
      <Box component="label" htmlFor={id} display="block" mb="0.25rem" lh="1.5rem" c="dimmed">
        {label}
      </Box>
      <div className={styles.boxes} dir="ltr" data-error={wrong !== undefined || undefined}>
        <input
          id={id}
          className={styles.input}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : `${id}-error`}
          onChange={(event) => take(event.currentTarget.value)}
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
        {wrong}
      </Text>
    </div>
  );
}

export const isWholeOtp = (text: string) => otpFault(text) === undefined;
