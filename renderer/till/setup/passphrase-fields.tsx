import { Box } from '@mantine/core';
import { shortestPassphrase } from '../../../shared/vault.ts';
import type { TranslateScreen } from '../../../shared/words/screens.ts';
import { Field } from '../../ui/components/forms/field.tsx';
import type { Form } from '../../ui/components/forms/use-form.ts';
import { useLanguage } from '../../ui/language/language.tsx';

export interface TypedPassphrase {
  readonly first: string;
  readonly again: string;
}

export const noPassphrase: TypedPassphrase = { first: '', again: '' };

export const checkPassphrase = ({ first, again }: TypedPassphrase, t: TranslateScreen) => ({
  first: first.length < shortestPassphrase ? t('setup.passphrase.short') : undefined,
  again: first === again ? undefined : t('setup.passphrase.differ'),
});

/** The fields for a passphrase, typed twice and never stored outside this window. */
export function PassphraseFields({ form }: { form: Form<TypedPassphrase> }) {
  const { t } = useLanguage();
  return (
    <Box maw="24rem">
      <Field {...form.text('first')} type="password" dir="auto" label={t('setup.passphrase.field')} />
      <Field {...form.text('again')} type="password" dir="auto" label={t('setup.passphrase.again')} />
    </Box>
  );
}
