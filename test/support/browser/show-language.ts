import type { Page } from 'playwright-core';

/** Switches the open screen to a language without closing its dialogs and menus. */
export async function showLanguage(page: Page, language: 'en' | 'ar'): Promise<void> {
  // The screen of the first start, which lasts only seconds, has no button for the language.
  if ((await page.locator('button[lang]').count()) === 0) return;
  // The button cannot be reached behind a dialog, and a tap would close a menu.
  await page.evaluate((wanted) => {
    if (document.documentElement.lang !== wanted)
      document.querySelector<HTMLElement>(`button[lang=${wanted}]`)?.click();
  }, language);
  await page.locator(`html[lang=${language}]`).waitFor();
}
