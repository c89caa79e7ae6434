import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { Field, type FieldProps } from './field.tsx';

/** Returns true for a port that a program may open without being the system's administrator. */
export const isPort = (text: string) =>
  /^\d{4,5}$/.test(text) && Number(text) >= 1024 && Number(text) <= 65_535;

export function PortField({ onText, ...field }: FieldProps) {
  return (
    <Field
      {...field}
      dir="ltr"
      inputMode="numeric"
      maxLength={5}
      onText={(text) => onText(withLatinNumbers(text))}
    />
  );
}
