import type { Locator } from 'playwright-core';
import type { Key } from '../../../renderer/ui/page/keys.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import { scan } from '../../renderer/harness/scanner.ts';
import { article, codeOf, type Good, kilograms } from './goods.ts';
import { Keyboard } from './keyboard.ts';

/** Replaces digits with those of an Arabic keyboard, and the point with the one of its number pad. */
const arabicDigits = (text: string) =>
  text.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '').replaceAll('.', '٫');

/**
 * A cashier who holds a scanner in one hand and uses the mouse and the keys with the other. The keyboard's layout is
 * Arabic.
 */
export class Scanner extends Keyboard {
  override readonly language = 'ar';
  override readonly window = { viewport: { width: 1024, height: 768 } };

  override async press(button: Locator, key?: Key): Promise<void> {
    if (key !== undefined) return this.strike(key);
    await button.click();
  }

  override async write(field: Locator, text: string): Promise<void> {
    await field.click();
    await this.type(/^[\d.]+$/.test(text) ? arabicDigits(text) : text);
  }

  override async put(good: Good, number: number): Promise<void> {
    if (good.kind === 'open') await this.#typeOpen(good.amount, number);
    else if (good.kind === 'pieces') {
      // The multiplier before the scan gives the number of pieces.
      if (good.pieces > 1) await this.#beforeScan(`${good.pieces}×`);
      await this.#scan(article(good.article).code);
    } else if (good.kind === 'weighed') {
      await this.#scan(article(good.article).code);
      await this.seeLines(number);
      await this.write(this.field('sale.quantityOf', number), kilograms(good.grams));
    } else await this.#scan(codeOf(good));
    await this.seeLines(number);
  }

  override async findForReturn(number: string): Promise<void> {
    // The receipt's code opens its invoice from any screen.
    await this.#scan(number);
    await this.page.getByRole('link', { name: this.t('return.ofInvoice') }).click();
  }

  override async chooseReturned(pieces: number): Promise<void> {
    await this.page.locator('#return-line-0:focus').waitFor();
    for (let piece = 0; piece < pieces; piece += 1)
      await this.page.getByRole('button', { name: this.t('return.more', { number: 1 }) }).click();
  }

  readonly #scan = (code: string) => scan(this.page, code, { layout: 'arabic' });

  async #beforeScan(text: string): Promise<void> {
    await this.names().last().click();
    await this.page.keyboard.type(arabicDigits(text));
  }

  async #typeOpen(amount: number, number: number): Promise<void> {
    await this.strike('Alt+6');
    await this.button(this.t('tiles.openItem')).click();
    await this.write(this.page.locator('#open-amount'), halalasToText(amount));
    await this.strike('Enter');
    await this.button(this.t('tiles.close')).click();
    await this.seeLines(number);
  }
}
