import type { Language } from '../../values/language.ts';
import { ar } from '../ar/faults/rules.ts';
import { en } from '../en/faults/rules.ts';
import { fill } from '../fill.ts';
import { type RuleId, type RuleWords, ruleIds } from '../rule-ids.ts';

export { type RuleId, type RuleWords, ruleIds } from '../rule-ids.ts';

export const ruleWords: Readonly<Record<Language, RuleWords>> = { en, ar };

export function describeRule(
  id: RuleId,
  language: Language,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return fill(ruleWords[language][id], params);
}

export function isRuleId(code: string): code is RuleId {
  return (ruleIds as readonly string[]).includes(code);
}
