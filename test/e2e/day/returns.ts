import type { Locator } from 'playwright-core';
import { keys } from '../../../renderer/ui/page/keys.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import type { AtTill } from './at-till.ts';
import { settling } from './hands.ts';

/** Returns of goods, which are refunded in cash or exchanged for others. */
export class Returns {
  readonly #at: AtTill;

  constructor(at: AtTill) {
    this.#at = at;
  }

  /** Opens the return of an invoice, chooses pieces of its first line, and requests the refund. */
  async asksToPayBack(number: string, pieces: number, amount: Halalas): Promise<void> {
    const { t } = this.#at.hands;
    const main = await this.#choosesReturned(number, pieces, amount);
    await this.#at.hands.press(main, keys.main);
    await this.#at.page
      .getByRole('dialog')
      .locator('button[aria-disabled="false"]', { hasText: t('return.issue') })
      .waitFor();
  }

  /**
   * Takes back pieces of an invoice's first line in exchange for other goods, and continues to the basket in which
   * these are chosen.
   */
  async takesForExchange(number: string, pieces: number, amount: Halalas): Promise<void> {
    const { t } = this.#at.hands;
    await this.#choosesReturned(number, pieces, amount);
    await this.#at.hands.press(this.#at.hands.action(t('exchange.start')), keys.exchange);
    await this.#at.page.getByRole('button', { name: t('exchange.leave') }).waitFor();
    await this.#at.hands.names().first().waitFor();
    await this.#at.pausesFor(settling);
  }

  async #choosesReturned(number: string, pieces: number, amount: Halalas): Promise<Locator> {
    const { words } = this.#at.hands;
    await this.#at.hands.findForReturn(number);
    await this.#at.page.locator('#return-line-0').waitFor();
    await this.#at.hands.chooseReturned(pieces);
    const cash = this.#at.panel().getByRole('radio', { name: words.payments.cash });
    if (!(await cash.isChecked())) throw new Error('the sale was not paid in cash');
    await this.#at.panel().getByText(this.#at.money(amount), { exact: true }).first().waitFor();
    const main = this.#at.panel().locator('button[data-size="xl"][aria-disabled="false"]');
    await main.waitFor();
    return main;
  }

  async paysBack(number: string, pieces: number, amount: Halalas): Promise<void> {
    const { t } = this.#at.hands;
    await this.asksToPayBack(number, pieces, amount);
    await this.#at.hands.press(
      this.#at.page.getByRole('dialog').getByRole('button', { name: t('return.issue') }),
      keys.confirm,
    );
    await this.#at.page.getByText(t('receipt.returned')).waitFor();
    this.#at.accounts.returns.push({ total: amount, shares: [{ means: 'cash', amount }] });
    await this.#at.seesOff();
  }
}
