import type { Language } from '../values/language.ts';
import { ar } from './ar/credential.ts';
import type { CredentialTexts } from './catalogue.ts';
import { en } from './en/credential.ts';

export const credentialWords: Readonly<Record<Language, CredentialTexts>> = { en, ar };

export function describeDocumentTypes(digits: string, language: Language): string {
  const knownTypes = credentialWords[language].documentTypes;
  return Object.hasOwn(knownTypes, digits) ? knownTypes[digits as keyof typeof knownTypes] : digits;
}
