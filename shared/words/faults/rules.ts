import type { AuthorityMessage } from '../../status.ts';
import type { Language } from '../../values/language.ts';
import { ar } from '../ar/faults/rules.ts';
import { en } from '../en/faults/rules.ts';
import { fill } from '../fill.ts';
import { sharedAdvice } from '../shared-advice.ts';

type SharingId = keyof typeof sharedAdvice;
type OwnId = Extract<keyof typeof en, `BR-${string}`>;

/** A rule of the authority that is checked before a document is issued, by its official id. */
export type RuleId = SharingId | OwnId;

const isSharing = (code: string): code is SharingId => Object.hasOwn(sharedAdvice, code);
const isOwn = (code: string): code is OwnId => code.startsWith('BR-') && Object.hasOwn(en, code);

export const isRuleId = (code: string): code is RuleId => isSharing(code) || isOwn(code);

export const ruleIds = [...Object.keys(sharedAdvice), ...Object.keys(en)].filter(isRuleId);

const texts = { en, ar };

/** Returns the advice with its holes, such as `{limit}`. */
export const ruleWords = (id: RuleId, language: Language): string =>
  texts[language][isSharing(id) ? sharedAdvice[id] : id];

export function describeRule(
  id: RuleId,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return fill(ruleWords(id, language), params);
}

/**
 * Returns why the authority rejected a document: in our words for a known rule, else in the authority's. Advice that
 * needs a limit is left out, because only the authority's text states it.
 */
export function describeReason({ code, message }: AuthorityMessage, language: Language): string {
  const advice = code !== undefined && isRuleId(code) ? ruleWords(code, language) : undefined;
  return advice === undefined || advice.includes('{') ? (message ?? code ?? '') : advice;
}
