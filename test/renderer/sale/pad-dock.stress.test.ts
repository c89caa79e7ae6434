import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '../harness/browser.ts';
import { uuidOf } from '../harness/document-uuid.ts';
import { usePages } from '../harness/pages.ts';

/* Tests the on-screen number pad on the screens other than the sale. */

describe.skipIf(chromiumPath === undefined)('the number pad for a finger', () => {
  const { open } = usePages();
  const size = { width: 1024, height: 600 };
  const pad = (page: Page) => page.getByRole('group', { name: 'Number pad' });
  /** Touches a field, which then has the focus. */
  async function touch(page: Page, field: string): Promise<void> {
    await page.locator(field).dispatchEvent('pointerdown', { pointerType: 'touch' });
    await page.locator(field).focus();
    await pad(page).waitFor();
  }
  async function press(page: Page, ...keys: string[]): Promise<void> {
    for (const key of keys)
      await pad(page).getByRole('button', { name: key, exact: true }).dispatchEvent('click');
  }

  test('types the float, and is away for a keyboard', async () => {
    const page = await open({ hash: '#/shift', size });
    await page.locator('#shift-float:focus').waitFor();
    expect(await pad(page).count()).toBe(0);
    await touch(page, '#shift-float');
    await press(page, '2', '00', 'Decimal point', '5', 'Done');
    expect(await page.locator('#shift-float').inputValue()).toBe('200.5');
    expect(await pad(page).count()).toBe(0);
    await touch(page, '#shift-float');
    await page.locator('#shift-float').press('7');
    expect(await pad(page).count()).toBe(0);
  });

  test('types the number of a document as it is, and finds it', async () => {
    const page = await open({ hash: '#/return', size });
    await page.locator('#return-find').fill('T1-');
    await touch(page, '#return-find');
    await press(page, '00', '2', 'Decimal point', '00', '0', 'Erase the last digit', '0');
    expect(await page.locator('#return-find').inputValue()).toBe('T1-002000');
    await press(page, 'Done');
    await page.getByRole('heading', { name: 'Return of T1-002000' }).waitFor();
  });

  test('types a quantity that comes back, without covering it or the main action', async () => {
    const page = await open({ hash: `#/return/${uuidOf(2000)}`, size });
    await touch(page, '#return-line-0');
    const [keys, field, main] = await Promise.all(
      [pad(page), page.locator('#return-line-0'), page.locator('aside button[data-size="xl"]')].map((one) =>
        one.boundingBox(),
      ),
    );
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(keys?.y ?? 0);
    expect((keys?.x ?? 0) + (keys?.width ?? 0)).toBeLessThanOrEqual(main?.x ?? 0);
    await page.locator('#return-line-0').selectText();
    await press(page, '1', 'Done');
    expect(await page.locator('#return-line-0').inputValue()).toBe('1');
    expect(await pad(page).count()).toBe(0);
  });
});
