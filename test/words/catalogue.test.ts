import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { failureCodes } from '../../shared/failure.ts';
import {
  describeFailure,
  describeIssue,
  describeOutcome,
  issueCodes,
  type Language,
  languages,
} from '../../shared/words/index.ts';
import type { Translation } from '../../shared/words/plural.ts';
import { screens } from '../../shared/words/screens.ts';

type Tree = { readonly [key: string]: string | Tree };
const folder = new URL('../../shared/words/', import.meta.url);

/** Returns the files of a language as paths in its folder. */
const filesOf = (language: Language) =>
  readdirSync(new URL(language, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

async function read(language: Language, file: string): Promise<Map<string, string>> {
  const module = (await import(new URL(`${language}/${file}`, folder).href)) as Record<string, Tree>;
  return sentences(module[language] ?? module);
}

/** Returns every sentence of a catalogue by its full key. Plural forms share one key. */
function sentences(tree: Tree, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const [inner, sentence] of sentences(value, `${prefix}${key}.`)) found.set(inner, sentence);
  }
  return found;
}
const holes = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const pluralForm = /\.(zero|one|two|few|many|other)$/;
const withoutForm = (key: string) => key.replace(pluralForm, '');
/** Returns true for the forms of a plural, but not for a choice that happens to be called `other`. */
const isPlural = (key: string, all: ReadonlyMap<string, string>) =>
  pluralForm.test(key) && all.has(`${withoutForm(key)}.one`) && all.has(`${withoutForm(key)}.other`);

/** The keys of texts that are in Latin script in Arabic too. */
const latin = new Set(['invoice.xml', 'invoice.httpStatus']);
/** The keys whose English text names the broken check, while the Arabic text explains it. */
const saysMore = /^findings\./;

test('both languages have the same files', () => {
  expect(filesOf('ar')).toEqual(filesOf('en'));
});

describe.each(filesOf('en'))('%s', (file) => {
  test('has the same keys in both languages', async () => {
    const [en, ar] = [await read('en', file), await read('ar', file)];
    const keys = (all: Map<string, string>) =>
      new Set([...all.keys()].map((key) => (isPlural(key, all) ? withoutForm(key) : key)));
    expect(keys(ar)).toEqual(keys(en));
  });

  test('has all forms of every plural', async () => {
    for (const language of languages) {
      const all = await read(language, file);
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const key of all.keys())
        if (isPlural(key, all))
          for (const form of forms) expect(all.has(`${withoutForm(key)}.${form}`), key).toBe(true);
    }
  });

  test('leaves nothing blank and fills the same holes in both languages', async () => {
    const [en, ar] = [await read('en', file), await read('ar', file)];
    for (const [key, sentence] of ar) {
      expect(sentence.trim() || key === 'and', key).toBeTruthy();
      const isForm = isPlural(key, ar);
      const twin = en.get(key) ?? en.get(`${withoutForm(key)}.other`) ?? '';
      expect(twin, key).not.toBe('');
      // The forms for one and two may use words instead of a number.
      for (const hole of holes(sentence)) expect(holes(twin), key).toContain(hole);
      if (!isForm && !saysMore.test(key)) expect(holes(sentence), key).toEqual(holes(twin));
    }
  });

  test('is Arabic in Arabic', async () => {
    for (const [key, sentence] of await read('ar', file))
      if (!latin.has(key)) expect(sentence, key).toMatch(/\p{Script=Arabic}|^\{|^، $/u);
  });
});

test('no Arabic text is outside the catalogue', () => {
  const arabic = /[\u0600-\u06FF]/;
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const found = ['main', 'renderer', 'shared']
    .flatMap((room) =>
      readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(room, file.replaceAll('\\', '/')),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('shared/words/ar/'))
    .filter((file) => arabic.test(stringsOf(readFileSync(path.join(root, file), 'utf8'))));
  expect(found.sort()).toEqual(Object.keys(data).sort());
});

/** The files with Arabic text that is not translated. */
const data = {
  'main/app/cli/sales/demo.ts': 'a sample document',
  'main/app/cli/sales/sample-day.ts': 'sample documents',
  'main/sending/credential/compliance-series.ts': 'the test documents of an onboarding',
  'main/app/environment/credentials/training.ts': 'the company of the training environment',
  'main/office/demo/demo.ts': 'the shops of a demonstration',
  'main/office/demo/demo-chance.ts': 'what they sell',
  'main/integration/docs/quickstart.ts': 'a sample sale',
  'main/integration/api/openapi/openapi-examples.ts': 'the sales that the description of the API shows',
  'main/books/ledger/database/search-words.ts': 'letters that a search treats alike',
  'renderer/till/frame/keys-overlay.tsx': 'a key of an Arabic keyboard',
  'shared/values/arabic-digits.ts': 'digits of an Arabic keyboard',
  'shared/sale/vat.ts': 'the official texts of the exemption codes',
};

/** Returns the code without its comments. */
const stringsOf = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');

describe('a text of the screens', () => {
  test('takes the form that its count asks for, and shows the count as the language writes it', () => {
    const say = (count: number) => screens.ar('invoices.shown', { count });
    expect([0, 1, 2, 3, 11, 100].map(say)).toEqual([
      'لا فواتير',
      'فاتورة واحدة',
      'فاتورتان',
      '3 فواتير',
      '11 فاتورة',
      '100 فاتورة',
    ]);
    expect(screens.en('invoices.shown', { count: 2310 })).toBe('2,310 invoices');
  });

  test('is filled with what it is given', () => {
    expect(screens.en('sale.itemOf', { number: 3 })).toBe('Item 3');
    expect(screens.ar('bar.waiting', { shown: '12' })).toBe('12 بالانتظار');
  });

  test('must exist and get its values, or nothing compiles', () => {
    // @ts-expect-error no such key
    expect(() => screens.en('sale.nothing')).toThrow('sale.nothing');
    // @ts-expect-error a value is missing
    expect(screens.en('sale.itemOf')).toBe('Item ');
    // @ts-expect-error the count is missing
    screens.en('invoices.shown', {});
    // @ts-expect-error Arabic needs six forms
    const short: Translation<{ readonly one: 'a'; readonly other: 'b' }> = { one: 'ا', other: 'ب' };
    expect(Object.keys(short)).toHaveLength(2);
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
