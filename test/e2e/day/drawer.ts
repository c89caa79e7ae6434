import { expect } from 'vitest';
import { keys } from '../../../renderer/ui/page/keys.ts';
import { denominations } from '../../../shared/contract/till/shifts.ts';
import { type Halalas, halalasToText } from '../../../shared/values/money.ts';
import { expectedCash } from './accounts.ts';
import type { AtTill } from './at-till.ts';
import { reportOf } from './shift-report.ts';

/** The person who takes over the drawer at the end of the day. */
const successor = { name: 'منى', role: 'manager', pin: '482913' } as const;

/** The drawer of a shift, from its float to its final count. */
export class Drawer {
  readonly #at: AtTill;

  constructor(at: AtTill) {
    this.#at = at;
  }

  async fillsInFloat(float: Halalas): Promise<void> {
    const { t } = this.#at.hands;
    await this.#at.goToShift();
    await this.#at.hands.write(
      this.#at.page.getByRole('textbox', { name: t('shift.float') }),
      halalasToText(float),
    );
  }

  async opensShift(float: Halalas): Promise<void> {
    await this.fillsInFloat(float);
    await this.#at.hands.press(this.#at.hands.action(this.#at.hands.t('shift.open')), keys.main);
    await this.#at.page
      .getByRole('heading', { name: this.#at.hands.t('shift.number', { number: 1 }), exact: true })
      .waitFor();
    this.#at.accounts.float = float;
    await this.#at.goToSale();
  }

  async fillsInMove(kind: 'in' | 'out', amount: Halalas, reason: string): Promise<void> {
    const { t } = this.#at.hands;
    const name = t(kind === 'in' ? 'shift.payIn' : 'shift.payOut');
    await this.#at.goToShift();
    await this.#at.hands.press(this.#at.hands.button(name));
    await this.#at.hands.write(
      this.#at.page.getByRole('textbox', { name: t('shift.amount') }),
      halalasToText(amount),
    );
    await this.#at.hands.write(this.#at.page.getByRole('textbox', { name: t('shift.reason') }), reason);
  }

  async moves(kind: 'in' | 'out', amount: Halalas, reason: string): Promise<void> {
    const { t } = this.#at.hands;
    await this.fillsInMove(kind, amount, reason);
    await this.#at.hands.press(this.#at.hands.button(t(kind === 'in' ? 'shift.payIn' : 'shift.payOut')));
    await this.#at.page.getByText(reason).waitFor();
    this.#at.accounts[kind === 'in' ? 'paidIn' : 'paidOut'] += amount;
    await this.#at.goToSale();
  }

  /**
   * Hands the drawer over to another person. That person is the first one with a PIN at this till, and is signed in by
   * choosing it.
   */
  async handsOver(): Promise<void> {
    const { t } = this.#at.hands;
    await this.#at.page.evaluate(async (person) => {
      type Bridge = { call(name: string, input: unknown): Promise<{ ok: boolean }> };
      const answer = await (window as unknown as { khatm: Bridge }).khatm.call('people.save', person);
      if (!answer.ok) throw new Error(JSON.stringify(answer));
    }, successor);
    await this.#at.goToShift();
    await this.#at.hands.press(this.#at.hands.button(t('shift.takeOver')));
    await this.#at.page.getByText(t('shift.kinds.handover')).waitFor();
  }

  /** Counts the drawer without seeing what the till expects. The drawer contains the amount in the accounts. */
  async counts(): Promise<void> {
    await this.#at.goToShift();
    let rest = expectedCash(this.#at.accounts);
    for (const value of denominations) {
      const pieces = Math.floor(rest / value);
      rest -= pieces * value;
      if (pieces > 0) await this.#at.hands.write(this.#at.page.locator(`#count-${value}`), String(pieces));
    }
    await this.#at
      .panel()
      .getByText(this.#at.money(expectedCash(this.#at.accounts)))
      .first()
      .waitFor();
    expect(await this.#at.page.getByText(this.#at.hands.t('shiftReport.expected')).count()).toBe(0);
  }

  /** Closes the shift and checks the report on the screen against the accounts. */
  async closesShift(): Promise<void> {
    const { t } = this.#at.hands;
    await this.counts();
    await this.#at.hands.press(this.#at.hands.action(t('shift.close')), keys.main);
    const closeNow = this.#at.hands.button(t('shift.closeNow'));
    await closeNow.and(this.#at.page.locator('[aria-disabled="false"]')).waitFor();
    await this.#at.hands.press(closeNow);
    await this.#at.page.getByText(t('shift.exact')).waitFor();
    const expected = reportOf(this.#at.accounts, this.#at.hands);
    const shown = await this.#figures();
    expect(Object.fromEntries(Object.keys(expected).map((label) => [label, shown[label]]))).toEqual(
      Object.fromEntries(Object.entries(expected).map(([label, amount]) => [label, halalasToText(amount)])),
    );
    expect(this.#at.till.complaints).toEqual([]);
  }

  /** Reads the rows of the report on the screen: amounts as plain text, by their labels. */
  async #figures(): Promise<Readonly<Record<string, string>>> {
    const rows = await this.#at.page
      .locator('dl > div')
      .evaluateAll((all) =>
        all.map((row) => [
          row.querySelector('dt')?.textContent ?? '',
          row.querySelector('dd')?.textContent ?? '',
        ]),
      );
    return Object.fromEntries(
      rows.map(([label = '', text = '']) => [label, text.replaceAll(/[^\d.-]/g, '')]),
    );
  }
}
