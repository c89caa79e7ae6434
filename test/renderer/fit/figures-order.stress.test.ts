import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { usePages } from '../harness/pages.ts';

/* Figures in Arabic texts that a person wrote, as the screen shows them. */

describe.skipIf(chromiumPath === undefined)('figures in an Arabic name', () => {
  const { open } = usePages();

  test.each([
    'هاتف +966 55 123 4567',
    'من 9:00 - 23:00',
    'خصم 2026 - 2027 للكل',
    'اتصل (011) 456 7890 الآن',
    'رقم ٠٥٥ ١٢٣ ٤٥٦٧',
  ])('keep their order: %s', async (nameAr) => {
    const page = await open({
      language: 'ar',
      hash: '#/articles/list',
      fake: { role: 'manager', articles: [{ nameAr, price: '5.00' }] },
    });
    const name = page.locator('bdi', { hasText: nameAr }).first();
    await name.waitFor();
    const shown = await name.evaluate((element) => {
      const places: { readonly left: number; readonly digit: string }[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        [...(node.textContent ?? '')].forEach((digit, at) => {
          if (!/\p{Nd}/u.test(digit)) return;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          places.push({ left: range.getBoundingClientRect().left, digit });
        });
      return places
        .toSorted((one, other) => one.left - other.left)
        .map(({ digit }) => digit)
        .join('');
    });
    expect(shown).toBe(nameAr.replace(/\P{Nd}/gu, ''));
  });
});
