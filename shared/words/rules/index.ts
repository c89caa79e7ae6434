import { fill } from '../fill.ts';
import type { Language } from '../vocabulary.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { type RuleId, type RuleWords, ruleIds } from './rule-ids.ts';

export { type RuleId, type RuleWords, ruleIds } from './rule-ids.ts';

export const ruleWords: Readonly<Record<Language, RuleWords>> = { en, ar };

/** What to do about a broken rule, in one sentence. */
export function describeRule(
  id: RuleId,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return fill(ruleWords[language][id], params);
}

/** Tells the codes of issues that are rules from the others. */
export function isRuleId(code: string): code is RuleId {
  return (ruleIds as readonly string[]).includes(code);
}
