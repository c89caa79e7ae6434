import { expect, test } from 'vitest';
import { describeRule, isRuleId, ruleIds, ruleWords } from '../../../shared/words/faults/rules.ts';

const holes = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test.each(ruleIds)('%s has words in both languages, with the same holes', (id) => {
  const en = ruleWords(id, 'en');
  const ar = ruleWords(id, 'ar');
  expect(en).toMatch(/^[A-Z].+\.$/);
  expect(ar).toMatch(/^\p{Script=Arabic}.+\.$/u);
  expect(holes(ar)).toEqual(holes(en));
});

test('words take their limits from the violation', () => {
  expect(describeRule('BR-KSA-F-06-C3', 'en', { limit: 127 })).toBe(
    'This text is too long. Shorten it to 127 characters.',
  );
  expect(describeRule('BR-KSA-F-06-C3', 'ar', { limit: 127 })).toContain('127');
});

test('tells the codes of rules from those of other issues', () => {
  expect(isRuleId('BR-KSA-F-13')).toBe(true);
  expect(isRuleId('too-long')).toBe(false);
  expect(isRuleId('BR-10')).toBe(false);
});
