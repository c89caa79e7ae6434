import { type ApiScope, apiScopes } from '../../../../shared/contract/programs/integration.ts';
import { CheckCards } from '../../../ui/components/forms/choice-cards.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';

interface ScopesChoiceProps {
  readonly value: readonly ApiScope[];
  readonly error?: string | undefined;
  onChange(scopes: ApiScope[]): void;
}

export function ScopesChoice({ value, error, onChange }: ScopesChoiceProps) {
  const { t } = useLanguage();
  return (
    <CheckCards
      legend={t('integrations.scopes.legend')}
      values={value}
      error={error}
      cards={apiScopes.map((scope) => ({
        value: scope,
        label: t(`integrations.scopes.${keyOf(scope)}`),
        text: t(`integrations.scopes.${keyOf(scope)}Text`),
      }))}
      onChange={onChange}
    />
  );
}

/** Returns a function that names the permissions on one line: `See invoices · Issue invoices`. */
export function useScopeWords(): (scopes: readonly ApiScope[]) => string {
  const { t } = useLanguage();
  return (scopes) => scopes.map((scope) => t(`integrations.scopes.${keyOf(scope)}`)).join(' · ');
}

/** Returns the key of the permission in the word catalogue, where a dot would separate two levels. */
export const keyOf = (scope: ApiScope) => keys[scope];

const keys = {
  'invoices.read': 'read',
  'invoices.write': 'write',
  'webhooks.manage': 'webhooks',
  'notes.other-systems': 'otherSystems',
} as const satisfies Record<ApiScope, string>;
