import type { Failure } from '../../failure.ts';
import type { Language } from '../../values/language.ts';
import { shortestPassphrase, type VaultWhy } from '../../vault.ts';
import { ar } from '../ar/faults/vault-failures.ts';
import { en } from '../en/faults/vault-failures.ts';
import { fill } from '../fill.ts';

/** Describes a failure of the vault with advice; undefined for a failure of another kind or without a reason. */
export function vaultSentence({ code, detail }: Failure, language: Language): string | undefined {
  const why = String(detail?.why ?? '');
  if (!code.startsWith('vault-') || !Object.hasOwn(sentences[language], why)) return undefined;
  return fill(sentences[language][why as VaultWhy], {
    shortest: shortestPassphrase,
    seconds: detail?.seconds ?? '',
  });
}

const sentences: Readonly<Record<Language, Readonly<Record<VaultWhy, string>>>> = { en, ar };
