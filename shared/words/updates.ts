import type { Failure } from '../failure.ts';
import type { UpdateTrouble, UpdateWait } from '../update.ts';
import type { Language } from '../values/language.ts';
import { ar } from './ar/updates.ts';
import { en } from './en/updates.ts';

const texts = { en, ar } as const;

export const describeUpdateTrouble = (why: UpdateTrouble, language: Language): string =>
  texts[language].troubles[why];

export const describeUpdateWait = (why: UpdateWait, language: Language): string => texts[language].waits[why];

/** Describes a failure of an update by its reason; undefined for another failure. */
export function updateSentence({ code, detail }: Failure, language: Language): string | undefined {
  const table = { 'update-refused': texts[language].troubles, 'update-waits': texts[language].waits };
  if (code !== 'update-refused' && code !== 'update-waits') return undefined;
  const sentences: Readonly<Record<string, string>> = table[code];
  const why = String(detail?.why ?? '');
  return Object.hasOwn(sentences, why) ? sentences[why] : undefined;
}
