import type { Page } from 'playwright-core';

/** Shows the screen that is open in a language, and leaves its dialogs and menus as they are. */
export async function showLanguage(page: Page, language: 'en' | 'ar'): Promise<void> {
  // The first start, which is over in seconds, has no button for it.
  if ((await page.locator('button[lang]').count()) === 0) return;
  // The button is out of reach behind a dialog, and a click by a finger would close a menu.
  await page.evaluate((wanted) => {
    if (document.documentElement.lang !== wanted)
      document.querySelector<HTMLElement>(`button[lang=${wanted}]`)?.click();
  }, language);
  await page.locator(`html[lang=${language}]`).waitFor();
}
