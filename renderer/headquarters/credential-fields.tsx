import { Field } from '../components/field.tsx';
import { latinDigits } from '../language/format.ts';
import { useOfficeWords } from './use-office-words.ts';

interface CredentialFieldProps {
  readonly value: string;
  onText(text: string): void;
}

/** The field of the address with which a person signs in. */
export function EmailField({
  value,
  onText,
  autoFocus = false,
}: CredentialFieldProps & { autoFocus?: boolean }) {
  const { t } = useOfficeWords();
  return (
    <Field
      label={t('signIn.email')}
      type="email"
      dir="ltr"
      autoComplete="username"
      required
      autoFocus={autoFocus}
      value={value}
      error={undefined}
      onText={onText}
    />
  );
}

interface CodeFieldProps extends CredentialFieldProps {
  readonly label: string;
  readonly description?: string;
}

/** The field of the six digits that an app shows; digits of either language are read. */
export function CodeField({ label, description, value, onText }: CodeFieldProps) {
  return (
    <Field
      label={label}
      description={description}
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      maxLength={6}
      value={value}
      error={undefined}
      onText={(text) => onText(latinDigits(text).replace(/\D/g, ''))}
    />
  );
}
