import { withLatinNumbers } from '../../../shared/values/arabic-digits.ts';
import { Field, type FieldProps } from '../../ui/components/forms/field.tsx';
import { useOfficeWords } from '../use-office-words.ts';

type CredentialFieldProps = Pick<FieldProps, 'id' | 'value' | 'error' | 'onText' | 'onBlur' | 'autoFocus'>;

export function EmailField(props: CredentialFieldProps) {
  const { t } = useOfficeWords();
  return (
    <Field label={t('signIn.email')} type="email" dir="ltr" autoComplete="username" required {...props} />
  );
}

interface PasswordFieldProps extends CredentialFieldProps {
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
}

export const PasswordField = (props: PasswordFieldProps) => (
  <Field type="password" dir="ltr" required {...props} />
);

interface CodeFieldProps extends CredentialFieldProps {
  readonly label: string;
  readonly description?: string;
}

/** The field of the six digits that an app shows; digits of either language are read. */
export function CodeField({ onText, ...rest }: CodeFieldProps) {
  return (
    <Field
      dir="ltr"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      maxLength={6}
      {...rest}
      onText={(text) => onText(withLatinNumbers(text).replace(/\D/g, ''))}
    />
  );
}
