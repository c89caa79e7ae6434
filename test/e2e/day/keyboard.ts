import type { Locator } from 'playwright-core';
import type { Key } from '../../../renderer/ui/page/keys.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import type { Language } from '../../../shared/words/index.ts';
import { settled } from '../../renderer/harness/haste.ts';
import { article, codeOf, type Good, kilograms } from './goods.ts';
import { Hands } from './hands.ts';

/** The largest number of Tab steps from one end of a screen to the other. */
const farthest = 150;

/** A cashier without a mouse, who uses Tab to reach anything that has no key. */
export class Keyboard extends Hands {
  readonly language: Language = 'en';
  readonly window = { viewport: { width: 1280, height: 800 } };

  async press(button: Locator, key?: Key): Promise<void> {
    if (key !== undefined) return this.strike(key);
    await this.walkTo(button);
    // A button that closes or issues ignores an Enter that arrives together with the focus.
    await this.page.waitForTimeout(settled);
    await this.strike('Enter');
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.walkTo(field);
    await this.type(text);
  }

  async put(good: Good, number: number): Promise<void> {
    if (good.kind === 'open') await this.#putOpen(good.amount);
    else if (good.kind === 'label') await this.#typeCode(codeOf(good));
    else if (good.kind === 'pieces' && good.pieces === 1 && article(good.article).code.length === 13)
      await this.#typeCode(article(good.article).code);
    else await this.#chooseByName(good);
    await this.seeLines(number);
  }

  async findForReturn(number: string): Promise<void> {
    await this.strike('F3');
    await this.page.locator('#return-find:focus').waitFor();
    await this.type(number);
    await this.strike('Enter');
  }

  async chooseReturned(pieces: number): Promise<void> {
    await this.page.locator('#return-line-0:focus').waitFor();
    await this.type(String(pieces));
  }

  async takeKnownBuyer(field: Locator, name: string): Promise<void> {
    await this.walkTo(field);
    const option = this.page.getByRole('option').filter({ hasText: name });
    await option.waitFor();
    await this.strike('ArrowDown');
    await option.and(this.page.locator('[data-combobox-selected]')).waitFor();
    await this.strike('Enter');
  }

  /** Presses a key, named as on the buttons. */
  async strike(key: Key | 'Enter' | 'ArrowDown'): Promise<void> {
    const pressed = key
      .replace('Ctrl+', 'Control+')
      .replace(/\+([A-Z])$/, (_, letter: string) => `+${letter.toLowerCase()}`);
    await this.page.keyboard.press(pressed);
  }

  protected async type(text: string): Promise<void> {
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }

  /** Moves the focus to a place with Tab, forwards or backwards; in a menu with the arrow keys. */
  protected async walkTo(place: Locator): Promise<void> {
    await place.waitFor();
    const isInMenu = (await place.getAttribute('role')) === 'menuitem';
    for (let step = 0; step < farthest; step += 1) {
      const way = await place.evaluate((element) => {
        const { activeElement } = document;
        if (activeElement === element) return 'there';
        const isBehind =
          activeElement !== null &&
          (activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
        return isBehind && activeElement !== document.body ? 'Shift+Tab' : 'Tab';
      });
      if (way === 'there') return;
      await this.page.keyboard.press(isInMenu ? 'ArrowDown' : way);
    }
    throw new Error(`no key leads to ${place}`);
  }

  /** Moves the focus to the blank line where the next item is typed. */
  async #enterLine(): Promise<void> {
    if ((await this.names().last().inputValue()) !== '') {
      await this.strike('F2');
      await this.page.locator('textarea[id^="line-"]:focus').waitFor();
    } else await this.walkTo(this.names().last());
  }

  async #typeCode(code: string): Promise<void> {
    await this.#enterLine();
    await this.page.keyboard.type(code);
    await this.strike('Enter');
  }

  async #chooseByName(good: Exclude<Good, { kind: 'open' }>): Promise<void> {
    const name = this.nameOf(good.article);
    await this.#enterLine();
    await this.page.keyboard.type(name);
    // The suggestions for the first letters stay until the whole name has been searched for.
    const found = this.page.getByRole('option').first().filter({ hasText: name });
    await found.waitFor();
    await this.strike('ArrowDown');
    await found.and(this.page.locator('[data-combobox-selected]')).waitFor();
    await this.strike('Enter');
    await this.page.locator('input[id^="line-"][id$="-quantity"]:focus').waitFor();
    await this.type(good.kind === 'pieces' ? String(good.pieces) : kilograms(good.grams));
    await this.strike('Enter');
    await this.strike('Enter');
  }

  async #putOpen(amount: number): Promise<void> {
    await this.strike('Alt+6');
    const field = this.page.locator('#open-amount');
    if (!(await field.isVisible())) await this.press(this.button(this.t('tiles.openItem')));
    await this.write(field, halalasToText(amount));
    await this.strike('Enter');
  }
}
