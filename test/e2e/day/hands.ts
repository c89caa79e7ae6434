import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Key } from '../../../renderer/ui/page/keys.ts';
import { type Language, type Vocabulary, words } from '../../../shared/words/index.ts';
import { screens, type TranslateScreen } from '../../../shared/words/screens.ts';
import { type ArticleName, article, type Good } from './goods.ts';

/* The hands of a cashier, which press buttons, fill in fields and add goods. */

/** The number of milliseconds for which a screen that just appeared ignores presses. A person waits that long too. */
export const settling = 700;

export abstract class Hands {
  abstract readonly language: Language;
  abstract readonly window: BrowserContextOptions;
  #page: Page | undefined;

  /** Begins work at a till that was just started. */
  async sitDown(page: Page): Promise<void> {
    this.#page = page;
    page.setDefaultTimeout(30_000);
    if ((await page.evaluate(() => document.documentElement.lang)) !== this.language)
      await this.press(page.getByRole('button', { name: words[this.language].formats.language }), 'F7');
    await page.locator(`html[lang=${this.language}]`).waitFor();
    await page
      .locator('h1')
      .filter({ hasNotText: this.t('app.opening') })
      .first()
      .waitFor({ state: 'attached' });
    const empty = page.getByRole('button', { name: this.t('firstShop.shops.empty') });
    if (await empty.isVisible()) await empty.click();
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error('nobody sits at the till');
    return this.#page;
  }

  get t(): TranslateScreen {
    return screens[this.language];
  }

  get words(): Vocabulary {
    return words[this.language];
  }

  /** Presses a button, or its key if these hands use keys. */
  abstract press(button: Locator, key?: Key): Promise<void>;
  /** Replaces the content of a field. */
  abstract write(field: Locator, text: string): Promise<void>;
  /** Adds goods to the basket as line `number`. */
  abstract put(good: Good, number: number): Promise<void>;
  /** Finds the document of a receipt in order to take goods back, and continues to the form with its goods. */
  abstract findForReturn(number: string): Promise<void>;
  /** Chooses the number of pieces of the first line that are returned. */
  abstract chooseReturned(pieces: number): Promise<void>;

  /** Chooses a business from the buyer book. */
  abstract takeKnownBuyer(field: Locator, name: string): Promise<void>;

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Finds the button of an action. Its label may also have a key or an amount. */
  action(name: string): Locator {
    return this.page.getByRole('button', { name }).first();
  }

  nameOf(name: ArticleName): string {
    return article(name)[this.language];
  }

  /** Waits until the basket has this many lines with a price. */
  async seeLines(count: number): Promise<void> {
    await this.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll<HTMLElement>('[data-line]')].filter((line) =>
          /\d/.test(line.querySelector('output')?.textContent ?? ''),
        ).length === wanted,
      count,
    );
  }

  field(key: 'sale.quantityOf' | 'sale.discountOf', number: number): Locator {
    return this.page.getByRole('textbox', { name: this.t(key, { number }), exact: true });
  }

  readonly names = () => this.page.locator('textarea[id^="line-"]');
}
