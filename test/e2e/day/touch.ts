import type { Locator } from 'playwright-core';
import { halalasToText } from '../../../shared/money.ts';
import { article, type Good, kilograms } from './goods.ts';
import { Hands } from './hands.ts';

/** The fields that have a number pad on the screen; for any other the system shows its own keyboard. */
const padded =
  /^(line-.+-(quantity|price|discount)|discount|pay-.+|open-amount|shift-float|move-amount|count-\d+)$/;

/** A cashier in front of a small touch screen, in Arabic, without any key. */
export class Touch extends Hands {
  readonly language = 'ar';
  readonly window = { viewport: { width: 1024, height: 600 }, hasTouch: true };

  async press(button: Locator): Promise<void> {
    await button.tap();
  }

  async write(field: Locator, text: string): Promise<void> {
    await field.tap();
    if (padded.test((await field.getAttribute('id')) ?? '')) return this.#padIn(text);
    // The system's keyboard on the glass gives texts, and no keys.
    await field.evaluate((element: HTMLInputElement) => element.select());
    await this.page.keyboard.insertText(text);
  }

  async put(good: Good, number: number): Promise<void> {
    await this.#showTiles();
    if (good.kind === 'open') {
      await this.button(this.t('tiles.openItem')).tap();
      await this.#padIn(halalasToText(good.amount));
      await this.button(this.t('tiles.add')).tap();
    } else {
      await this.button(article(good.article).group).tap();
      const tile = this.#tiles().getByRole('button', {
        name: new RegExp(`^${this.nameOf(good.article)} *\\d`),
      });
      if (good.kind === 'pieces') for (let piece = 0; piece < good.pieces; piece += 1) await tile.tap();
      else {
        await tile.tap();
        await this.#padIn(kilograms(good.grams));
        await this.#pad()
          .getByRole('button', { name: this.t('pad.enter') })
          .tap();
      }
    }
    const close = this.button(this.t('tiles.close'));
    if (await close.isVisible()) await close.tap();
    await this.seeLines(number);
  }

  async findForReturn(number: string): Promise<void> {
    await this.page.getByRole('link', { name: this.t('app.invoicesScreen') }).tap();
    await this.write(this.page.getByLabel(this.t('search.label'), { exact: true }), number);
    await this.page.getByRole('row').filter({ hasText: number }).tap();
    await this.page.getByRole('link', { name: this.t('return.ofInvoice') }).tap();
  }

  async chooseReturned(pieces: number): Promise<void> {
    const more = this.button(this.t('return.more', { number: 1 }));
    for (let piece = 0; piece < pieces; piece += 1) await more.tap();
  }

  async takeKnownBuyer(field: Locator, name: string): Promise<void> {
    await field.tap();
    await this.page.getByRole('option').filter({ hasText: name }).tap();
  }

  readonly #tiles = () => this.page.getByRole('region', { name: this.t('tiles.title') });
  readonly #pad = () => this.page.getByRole('group', { name: this.t('pad.label') });

  async #showTiles(): Promise<void> {
    if (!(await this.#tiles().isVisible())) await this.action(this.t('tiles.open')).tap();
    await this.#tiles().waitFor();
  }

  async #padIn(text: string): Promise<void> {
    for (const key of text)
      await this.#pad()
        .getByRole('button', { name: key === '.' ? this.t('pad.point') : key, exact: true })
        .tap();
  }
}
