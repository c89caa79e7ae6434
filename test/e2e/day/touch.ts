import type { Locator } from 'playwright-core';
import { halalasToText } from '../../../shared/values/money.ts';
import { article, type Good, kilograms } from './goods.ts';
import { Hands } from './hands.ts';

/** The fields with a number pad on the screen. For others the system shows its own keyboard. */
const padded =
  /^(line-.+-(quantity|price|discount)|discount|pay-.+|open-amount|shift-float|move-amount|count-\d+)$/;

/** A cashier in front of a small touch screen, in Arabic, without a keyboard. */
export class Touch extends Hands {
  readonly language = 'ar';
  readonly window = { viewport: { width: 1024, height: 600 }, hasTouch: true };

  /** Touches a place with a finger. */
  protected async tap(place: Locator): Promise<void> {
    await place.tap();
  }

  async press(button: Locator): Promise<void> {
    await this.tap(button);
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    if (padded.test((await field.getAttribute('id')) ?? '')) return this.#padIn(text);
    // The system's on-screen keyboard enters text without sending keys.
    await field.evaluate((element: HTMLInputElement) => element.select());
    await this.page.keyboard.insertText(text);
  }

  async put(good: Good, number: number): Promise<void> {
    await this.#showTiles();
    if (good.kind === 'open') {
      await this.tap(this.button(this.t('tiles.openItem')));
      await this.#padIn(halalasToText(good.amount));
      await this.tap(this.button(this.t('tiles.add')));
    } else {
      await this.tap(this.button(article(good.article).group));
      const tile = this.#tiles().getByRole('button', {
        name: new RegExp(`^${this.nameOf(good.article)} *\\d`),
      });
      if (good.kind === 'pieces') for (let piece = 0; piece < good.pieces; piece += 1) await this.tap(tile);
      else {
        await this.tap(tile);
        await this.#padIn(kilograms(good.grams));
        await this.tap(this.#pad().getByRole('button', { name: this.t('pad.enter') }));
      }
    }
    const close = this.button(this.t('tiles.close'));
    if (await close.isVisible()) await this.tap(close);
    await this.seeLines(number);
  }

  async findForReturn(number: string): Promise<void> {
    await this.tap(this.page.getByRole('link', { name: this.t('app.invoicesScreen') }));
    await this.write(this.page.getByLabel(this.t('search.label'), { exact: true }), number);
    await this.tap(this.page.getByRole('row').filter({ hasText: number }));
    await this.tap(this.page.getByRole('link', { name: this.t('return.ofInvoice') }));
  }

  async chooseReturned(pieces: number): Promise<void> {
    const more = this.button(this.t('return.more', { number: 1 }));
    for (let piece = 0; piece < pieces; piece += 1) await this.tap(more);
  }

  async takeKnownBuyer(field: Locator, name: string): Promise<void> {
    await this.tap(field);
    await this.tap(this.page.getByRole('option').filter({ hasText: name }));
  }

  readonly #tiles = () => this.page.getByRole('region', { name: this.t('tiles.title') });
  readonly #pad = () => this.page.getByRole('group', { name: this.t('pad.label') });

  async #showTiles(): Promise<void> {
    if (!(await this.#tiles().isVisible())) await this.tap(this.action(this.t('tiles.open')));
    await this.#tiles().waitFor();
  }

  async #padIn(text: string): Promise<void> {
    for (const key of text)
      await this.tap(
        this.#pad().getByRole('button', { name: key === '.' ? this.t('pad.point') : key, exact: true }),
      );
  }
}
