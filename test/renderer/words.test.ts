import { describe, expect, test } from 'vitest';
import { ar as screensAr } from '../../renderer/words/ar.ts';
import { en as screensEn } from '../../renderer/words/en.ts';
import { failureCodes } from '../../shared/failure.ts';
import {
  describeFailure,
  describeIssue,
  describeOutcome,
  issueCodes,
  languages,
  words,
} from '../../shared/words/index.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Every sentence of a catalogue by its full key; plural forms under one key. */
function sentences(tree: Tree, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const [inner, sentence] of sentences(value, `${prefix}${key}.`)) found.set(inner, sentence);
  }
  return found;
}
const holes = (sentence: string) => [...sentence.matchAll(/\{\{?(\w+)\}?\}/g)].map(([, name]) => name).sort();
const withoutForm = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');

describe.each([
  ['shared words', words.en as unknown as Tree, words.ar as unknown as Tree],
  ['screen words', screensEn as Tree, screensAr as Tree],
])('%s', (_, english, arabic) => {
  const [en, ar] = [sentences(english), sentences(arabic)];

  test('have the same keys in both languages', () => {
    expect(new Set([...ar.keys()].map(withoutForm))).toEqual(new Set([...en.keys()].map(withoutForm)));
  });

  test('have all forms of every plural', () => {
    for (const [catalogue, locale] of [
      [en, 'en'],
      [ar, 'ar'],
    ] as const) {
      const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
      for (const key of catalogue.keys()) {
        if (withoutForm(key) === key) continue;
        for (const form of forms) expect(catalogue.has(`${withoutForm(key)}_${form}`), key).toBe(true);
      }
    }
  });

  test('leave nothing blank and fill the same holes in both languages', () => {
    for (const [key, sentence] of ar) {
      expect(sentence.trim(), key).not.toBe('');
      const twin = en.get(key) ?? en.get(`${withoutForm(key)}_other`) ?? '';
      expect(twin.trim(), key).not.toBe('');
      // One and two may be said in words.
      for (const hole of holes(sentence)) expect(holes(twin), key).toContain(hole);
      if (withoutForm(key) === key) expect(holes(sentence), key).toEqual(holes(twin));
    }
  });

  test('are Arabic in Arabic', () => {
    for (const [key, sentence] of ar)
      if (!['invoice.xml', 'invoice.httpStatus'].includes(key))
        expect(sentence, key).toMatch(/\p{Script=Arabic}|^\{/u);
  });
});

test.each(languages)('every failure and issue has its own words (%s)', (language) => {
  for (const code of failureCodes) expect(describeFailure({ code }, language)).not.toContain(code);
  for (const code of issueCodes) {
    const params = { limit: 3, minimum: 1, maximum: 9 };
    const sentence = describeIssue({ path: [], code, message: 'fallback', params }, language);
    expect(sentence).not.toBe('fallback');
    expect(sentence).not.toMatch(/[{}]/);
  }
});

test('a wrong entry says where and what, the first one', () => {
  const failure = {
    code: 'bad-input' as const,
    issues: [
      { path: ['lines', 1, 'quantity'], code: 'not-positive', message: 'must be above zero' },
      { path: ['discount'], code: 'percent', message: 'must be at most 100' },
    ],
  };
  expect(describeFailure(failure, 'en')).toBe(
    'Something in the entry is not right. Line 2, Quantity: Must be above zero',
  );
  expect(describeFailure(failure, 'ar')).toBe('في المدخلات خطأ. الصنف 2، الكمية: يجب أن يكون أكبر من صفر');
});

test('what has no words is shown as it came', () => {
  expect(describeIssue({ path: [], code: 'of-tomorrow', message: 'must be new' }, 'ar')).toBe('must be new');
  expect(describeIssue({ path: [], code: 'constructor', message: 'must be new' }, 'en')).toBe('must be new');
  expect(describeOutcome('HELD', 'en')).toBe('HELD');
  expect(describeOutcome('accepted', 'ar')).toBe('قبلتها الهيئة');
});
