import type { Language } from '../language.ts';
import { ar } from './ar/rules.ts';
import { en } from './en/rules.ts';
import { fill } from './fill.ts';
import { type RuleId, type RuleWords, ruleIds } from './rule-ids.ts';

export { type RuleId, type RuleWords, ruleIds } from './rule-ids.ts';

export const ruleWords: Readonly<Record<Language, RuleWords>> = { en, ar };

/** Returns the advice for a broken rule, in one sentence. */
export function describeRule(
  id: RuleId,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return fill(ruleWords[language][id], params);
}

/** Returns true for an issue code that is a rule of the authority. */
export function isRuleId(code: string): code is RuleId {
  return (ruleIds as readonly string[]).includes(code);
}
