import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { formats } from '../../../renderer/ui/language/format.ts';
import { keys } from '../../../renderer/ui/page/keys.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { type Accounts, newAccounts } from './accounts.ts';
import { type Hands, settling } from './hands.ts';

/** A till whose power can be cut, and which starts again from its saved data. */
export interface DayTill {
  readonly page: Page;
  readonly complaints: readonly string[];
  cutPower(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when the start counts as successful; after two unsuccessful ones the till would start in safe mode. */
  hasStarted(): Promise<void>;
}

/** A person at a till, with hands, the screens that they use, and the accounts in which they record their work. */
export class AtTill {
  readonly accounts: Accounts = newAccounts();
  readonly till: DayTill;
  readonly hands: Hands;

  constructor(till: DayTill, hands: Hands) {
    this.till = till;
    this.hands = hands;
  }

  async sitsDown(): Promise<void> {
    await this.till.start();
    await this.hands.sitDown(this.till.page);
  }

  /** Cuts the power, so that unsaved work is lost, and starts the till again. */
  async losesPower(): Promise<void> {
    expect(this.till.complaints).toEqual([]);
    await this.till.hasStarted();
    await this.till.cutPower();
    await this.sitsDown();
  }

  readonly pausesFor = (milliseconds: number) => this.page.waitForTimeout(milliseconds);

  async seesOff(): Promise<void> {
    await this.pausesFor(settling);
    await this.insists(
      () => this.hands.press(this.hands.action(this.hands.t('receipt.newSale')), keys.main),
      this.hands.names(),
    );
  }

  /** Presses again, as a person does, if the screen appeared too late for the first press. */
  async insists(press: () => Promise<void>, seen: Locator): Promise<void> {
    for (let presses = 0; presses < 5 && (await seen.count()) === 0; presses += 1) {
      await press();
      await seen
        .first()
        .waitFor({ timeout: 3_000 })
        .catch(() => undefined);
    }
    await seen.first().waitFor();
  }

  get page(): Page {
    return this.hands.page;
  }

  readonly panel = () => this.page.getByRole('complementary');
  readonly money = (amount: Halalas) => formats[this.hands.language].money(amount);

  readonly goTo = (hash: string) =>
    this.page.evaluate((next) => {
      window.location.hash = next;
    }, hash);

  async goToShift(): Promise<void> {
    await this.hands.press(
      this.page.getByRole('link', { name: this.hands.t('app.shiftScreen') }),
      keys.shiftScreen,
    );
    await this.page.getByRole('heading', { name: this.hands.t('shift.title'), exact: true }).waitFor();
  }

  async goToSale(): Promise<void> {
    await this.hands.press(
      this.page.getByRole('link', { name: this.hands.t('app.saleScreen') }),
      keys.saleScreen,
    );
    await this.hands.names().first().waitFor();
  }
}
