import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { formats } from '../../../renderer/language/format.ts';
import { keys } from '../../../renderer/page/keys.ts';
import { denominations } from '../../../shared/contract/shifts.ts';
import { type Halalas, halalasToText } from '../../../shared/money.ts';
import { payAction, readyToPay } from '../../support/pay.ts';
import { type Basket, dueOf, noteFor, recordSale } from './basket.ts';
import { type Books, expectedCash, newBooks } from './books.ts';
import { articles, articlesFile, type Good, labelRule } from './goods.ts';
import { type Hands, settling } from './hands.ts';
import { reportOf } from './shift-report.ts';

/** A till that can be cut off from the power, and started again on what it has kept. */
export interface DayTill {
  readonly page: Page;
  readonly complaints: readonly string[];
  cutPower(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when its start counts as one that succeeded; after two others the till would start in safe mode. */
  hasStarted(): Promise<void>;
}

const keyOfMeans = {
  card: keys.payCard,
  bankTransfer: keys.payTransfer,
  onAccount: keys.payOnAccount,
} as const;

const buyer = {
  'sale.buyerName': 'شركة نجد للتجارة',
  'sale.vatNumber': '310000000000003',
  'sale.street': 'King Fahd',
  'sale.building': '1234',
  'sale.district': 'Olaya',
  'sale.city': 'Riyadh',
  'sale.postalCode': '12345',
} as const;

/** The person who has the drawer at the end of the day. */
const successor = { name: 'منى', role: 'manager', pin: '482913' } as const;

/** The cashier of the day: does with these hands what the script says, and keeps the books. */
export class Cashier {
  readonly books: Books = newBooks();
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

  /** The power fails now. What was in hand is gone, the till is started again. */
  async losesPower(): Promise<void> {
    expect(this.till.complaints).toEqual([]);
    await this.till.hasStarted();
    await this.till.cutPower();
    await this.sitsDown();
  }

  readonly pausesFor = (milliseconds: number) => this.#page.waitForTimeout(milliseconds);

  /** Waits until the till has kept the basket, and the cash where some was typed. */
  async seesKept(basket: Basket): Promise<void> {
    const { pays, goods } = basket;
    const isNote = pays.by === 'cash' && pays.given === 'note';
    const typed = pays.by === 'split' ? pays.first : isNote ? noteFor(dueOf(basket)) : undefined;
    const cash = typed === undefined ? 0 : halalasToText(typed).length;
    await expect.poll(() => this.#kept(), { timeout: 30_000 }).toEqual({ lines: goods.length, cash });
  }

  /** Returns how many lines the kept basket has, and how many characters its cash. */
  #kept(): Promise<{ lines: number; cash: number }> {
    return this.#page.evaluate(async () => {
      type Bridge = { call(name: string, input: object): Promise<{ value: { basket?: { draft: string } } }> };
      const { value } = await (window as unknown as { khatm: Bridge }).khatm.call('basket.current', {});
      const { draft } = JSON.parse(value.basket?.draft ?? '{}') as {
        draft?: { lines: { name: string }[]; payment: { tendered: string; parts: { amount: string }[] } };
      };
      const { tendered = '', parts = [] } = draft?.payment ?? {};
      return {
        lines: (draft?.lines ?? []).filter(({ name }) => name !== '').length,
        cash: `${parts[0]?.amount ?? ''}${tendered}`.length,
      };
    });
  }

  async importsArticles(): Promise<void> {
    const { t } = this.hands;
    await this.#goTo('#/articles/files');
    const buffer = Buffer.from(articlesFile());
    await this.#page
      .locator('input[type=file]')
      .setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer });
    await this.hands.press(this.hands.button(t('tables.doImport')));
    const imported = t('articles.imported', {
      added: t('articles.added', { count: Object.keys(articles).length }),
      changed: t('articles.changed', { count: 0 }),
    });
    await this.#page.getByText(imported).waitFor();
    await this.#page.evaluate(async (rule) => {
      type Bridge = { call(name: string, input: unknown): Promise<{ ok: boolean }> };
      const answer = await (window as unknown as { khatm: Bridge }).khatm.call('article.setLabels', {
        rules: [rule],
      });
      if (!answer.ok) throw new Error(JSON.stringify(answer));
    }, labelRule);
    await this.#goTo('#/');
    await this.hands.names().first().waitFor();
  }

  async fillsInFloat(float: Halalas): Promise<void> {
    const { t } = this.hands;
    await this.#goToShift();
    await this.hands.write(this.#page.getByRole('textbox', { name: t('shift.float') }), halalasToText(float));
  }

  async opensShift(float: Halalas): Promise<void> {
    await this.fillsInFloat(float);
    await this.hands.press(this.hands.action(this.hands.t('shift.open')), keys.main);
    await this.#page
      .getByRole('heading', { name: this.hands.t('shift.number', { number: 1 }), exact: true })
      .waitFor();
    this.books.float = float;
    await this.#goToSale();
  }

  async fillsInMove(kind: 'in' | 'out', amount: Halalas, reason: string): Promise<void> {
    const { t } = this.hands;
    const name = t(kind === 'in' ? 'shift.payIn' : 'shift.payOut');
    await this.#goToShift();
    await this.hands.press(this.hands.button(name));
    await this.hands.write(
      this.#page.getByRole('textbox', { name: t('shift.amount') }),
      halalasToText(amount),
    );
    await this.hands.write(this.#page.getByRole('textbox', { name: t('shift.reason') }), reason);
  }

  async moves(kind: 'in' | 'out', amount: Halalas, reason: string): Promise<void> {
    const { t } = this.hands;
    await this.fillsInMove(kind, amount, reason);
    await this.hands.press(this.hands.button(t(kind === 'in' ? 'shift.payIn' : 'shift.payOut')));
    await this.#page.getByText(reason).waitFor();
    this.books[kind === 'in' ? 'paidIn' : 'paidOut'] += amount;
    await this.#goToSale();
  }

  /** The drawer goes to another person: the first one with a PIN at this till, who is signed in by choosing it. */
  async handsOver(): Promise<void> {
    const { t } = this.hands;
    await this.#page.evaluate(async (person) => {
      type Bridge = { call(name: string, input: unknown): Promise<{ ok: boolean }> };
      const answer = await (window as unknown as { khatm: Bridge }).khatm.call('people.save', person);
      if (!answer.ok) throw new Error(JSON.stringify(answer));
    }, successor);
    await this.#goToShift();
    await this.hands.press(this.hands.button(t('shift.takeOver')));
    await this.#page.getByText(t('shift.kinds.handover')).waitFor();
  }

  /** Takes the goods of a basket, from the line after those that are there. */
  async takes(goods: readonly Good[], after = 0): Promise<void> {
    for (const [index, good] of goods.entries()) await this.hands.put(good, after + index + 1);
  }

  /** Sells a basket from its first line to the next customer, and returns the number of its invoice. */
  async sells(basket: Basket): Promise<string> {
    await this.takes(basket.goods);
    await this.agrees(basket);
    await this.opensPay(basket);
    await this.hasPaid(basket);
    return this.issues(basket);
  }

  /** Enters what was agreed on besides the goods: who buys, and for how much less. */
  async agrees({ buyer: who, lineDiscount, discount, goods }: Basket): Promise<void> {
    const { t } = this.hands;
    if (who !== undefined) await this.#entersBuyer(who);
    if (lineDiscount !== undefined) {
      await this.#chooses(goods.length);
      const last = goods.length;
      await this.hands.press(this.hands.button(t('sale.lineVat', { number: last })));
      await this.hands.press(this.#page.getByRole('menuitem', { name: t('sale.addLineDiscount') }));
      await this.hands.write(this.hands.field('sale.discountOf', last), halalasToText(lineDiscount));
    }
    if (discount !== undefined)
      await this.hands.write(this.#page.locator('#discount'), halalasToText(discount));
  }

  async opensPay(basket: Basket): Promise<void> {
    const amount = this.#money(Math.abs(dueOf(basket)));
    await this.#panel().getByText(amount, { exact: true }).last().waitFor();
    await this.#insists(
      () => this.hands.press(this.#page.locator('#issue'), keys.main),
      this.#page.locator(payAction),
    );
    await readyToPay(this.#page);
    await this.#panel().getByText(amount, { exact: true }).first().waitFor();
  }

  /** Enters the means and the amounts. */
  async hasPaid({ pays, ...basket }: Basket): Promise<void> {
    const { t, words } = this.hands;
    const means = (name: string) =>
      this.#page.getByRole('group', { name: t('pay.means') }).getByRole('button', { name });
    if (pays.by === 'split') {
      await this.hands.press(means(t('pay.several')), keys.paySeveral);
      const first = this.#page.getByRole('textbox', {
        name: t('pay.amountBy', { means: words.payments.cash, number: 1 }),
      });
      await this.hands.write(first, halalasToText(pays.first));
    } else if (pays.by !== 'cash')
      await this.hands.press(means(words.payments[pays.by]), keyOfMeans[pays.by]);
    else if (pays.given === 'note')
      await this.hands.write(
        this.#page.locator('#pay-tendered'),
        halalasToText(noteFor(dueOf({ pays, ...basket }))),
      );
    await readyToPay(this.#page);
  }

  /** Presses the main action of the payment, sees the receipt and is ready for the next customer. */
  async issues(basket: Basket): Promise<string> {
    await this.hands.press(this.#page.locator(payAction), keys.main);
    const code = this.#page.getByRole('img', { name: /T1-\d{6}/ });
    await code.waitFor();
    const number = /T1-\d{6}/.exec((await code.getAttribute('aria-label')) ?? '')?.[0] ?? '';
    const { pays } = basket;
    if (pays.by === 'cash' && pays.given === 'note') {
      const due = dueOf(basket);
      const change = this.#money(noteFor(due) - due);
      if (noteFor(due) > due) await this.#page.getByText(change, { exact: true }).first().waitFor();
    }
    recordSale(this.books, basket);
    await this.seesOff();
    return number;
  }

  /** Presses the main action, and the power is gone in that very moment. Returns whether the invoice was issued. */
  async issuesWithoutPower(basket: Basket): Promise<boolean> {
    await this.hands.press(this.#page.locator(payAction), keys.main);
    await this.till.cutPower();
    await this.sitsDown();
    const isOpen = await this.#page.waitForFunction(() => {
      const names = [...document.querySelectorAll<HTMLTextAreaElement>('textarea[id^="line-"]')];
      return names.length === 0 ? undefined : { filled: names.some(({ value }) => value !== '') };
    });
    const { filled } = (await isOpen.jsonValue()) ?? { filled: false };
    if (!filled) recordSale(this.books, basket);
    return !filled;
  }

  async seesOff(): Promise<void> {
    await this.pausesFor(settling);
    await this.#insists(
      () => this.hands.press(this.hands.action(this.hands.t('receipt.newSale')), keys.main),
      this.hands.names(),
    );
  }

  /** Presses again, as a person does, where the screen had come too late to take the first press. */
  async #insists(press: () => Promise<void>, seen: Locator): Promise<void> {
    for (let presses = 0; presses < 5 && (await seen.count()) === 0; presses += 1) {
      await press();
      await seen
        .first()
        .waitFor({ timeout: 3_000 })
        .catch(() => undefined);
    }
    await seen.first().waitFor();
  }

  /** Takes the last line out of a basket, changes their mind and puts it back. */
  async removesAndPutsBack(lines: number): Promise<void> {
    const { t } = this.hands;
    await this.#chooses(lines);
    await this.hands.press(this.hands.button(t('sale.removeLine', { number: lines })));
    await this.hands.seeLines(lines - 1);
    await this.hands.press(this.hands.action(t('sale.undo')), keys.undo);
    await this.hands.seeLines(lines);
  }

  async putsAside(): Promise<void> {
    const { t } = this.hands;
    await this.hands.press(this.hands.action(t('held.hold')), keys.hold);
    await this.hands.press(this.#page.getByRole('dialog').getByRole('button', { name: t('held.hold') }));
    await this.#page.getByRole('dialog').waitFor({ state: 'detached' });
    await this.hands.seeLines(0);
  }

  async takesBackBasket(lines: number): Promise<void> {
    const { t } = this.hands;
    await this.hands.press(this.hands.action(t('held.open')), keys.heldBaskets);
    await this.hands.press(
      this.#page
        .getByRole('dialog')
        .getByRole('button', { name: t('held.recall') })
        .first(),
    );
    await this.#page.getByRole('dialog').waitFor({ state: 'detached' });
    await this.hands.seeLines(lines);
    await this.pausesFor(settling);
  }

  /** Opens the return of an invoice, chooses pieces of its first line, and asks to pay them back. */
  async asksToPayBack(number: string, pieces: number, amount: Halalas): Promise<void> {
    const { t } = this.hands;
    const main = await this.#choosesReturned(number, pieces, amount);
    await this.hands.press(main, keys.main);
    await this.#page
      .getByRole('dialog')
      .locator('button[aria-disabled="false"]', { hasText: t('return.issue') })
      .waitFor();
  }

  /** Takes pieces of an invoice's first line back for other goods, up to the basket in which these are chosen. */
  async takesForExchange(number: string, pieces: number, amount: Halalas): Promise<void> {
    const { t } = this.hands;
    await this.#choosesReturned(number, pieces, amount);
    await this.hands.press(this.hands.action(t('exchange.start')), keys.exchange);
    await this.#page.getByRole('button', { name: t('exchange.leave') }).waitFor();
    await this.hands.names().first().waitFor();
    await this.pausesFor(settling);
  }

  async #choosesReturned(number: string, pieces: number, amount: Halalas): Promise<Locator> {
    const { words } = this.hands;
    await this.hands.findForReturn(number);
    await this.#page.locator('#return-line-0').waitFor();
    await this.hands.chooseReturned(pieces);
    const cash = this.#panel().getByRole('radio', { name: words.payments.cash });
    if (!(await cash.isChecked())) throw new Error('the sale was not paid in cash');
    await this.#panel().getByText(this.#money(amount), { exact: true }).first().waitFor();
    const main = this.#panel().locator('button[data-size="xl"][aria-disabled="false"]');
    await main.waitFor();
    return main;
  }

  async paysBack(number: string, pieces: number, amount: Halalas): Promise<void> {
    const { t } = this.hands;
    await this.asksToPayBack(number, pieces, amount);
    await this.hands.press(
      this.#page.getByRole('dialog').getByRole('button', { name: t('return.issue') }),
      keys.confirm,
    );
    await this.#page.getByText(t('receipt.returned')).waitFor();
    this.books.returns.push({ total: amount, shares: [{ means: 'cash', amount }] });
    await this.seesOff();
  }

  /** Counts the drawer, which holds what the books say, without knowing what the till expects. */
  async counts(): Promise<void> {
    await this.#goToShift();
    let rest = expectedCash(this.books);
    for (const value of denominations) {
      const pieces = Math.floor(rest / value);
      rest -= pieces * value;
      if (pieces > 0) await this.hands.write(this.#page.locator(`#count-${value}`), String(pieces));
    }
    await this.#panel()
      .getByText(this.#money(expectedCash(this.books)))
      .first()
      .waitFor();
    expect(await this.#page.getByText(this.hands.t('shiftReport.expected')).count()).toBe(0);
  }

  /** Closes the shift and holds the report on the screen to the books. */
  async closesShift(): Promise<void> {
    const { t } = this.hands;
    await this.counts();
    await this.hands.press(this.hands.action(t('shift.close')), keys.main);
    const closeNow = this.hands.button(t('shift.closeNow'));
    await closeNow.and(this.#page.locator('[aria-disabled="false"]')).waitFor();
    await this.hands.press(closeNow);
    await this.#page.getByText(t('shift.exact')).waitFor();
    const expected = reportOf(this.books, this.hands);
    const shown = await this.#figures();
    expect(Object.fromEntries(Object.keys(expected).map((label) => [label, shown[label]]))).toEqual(
      Object.fromEntries(Object.entries(expected).map(([label, amount]) => [label, halalasToText(amount)])),
    );
    expect(this.till.complaints).toEqual([]);
  }

  /** Waits until the authority has accepted everything. */
  async seesEverythingAccepted(): Promise<void> {
    const { t } = this.hands;
    await this.#page.getByText(t('bar.noneWaiting')).waitFor({ timeout: 120_000 });
    for (const count of [1, 2])
      expect(await this.#page.getByText(t('bar.attention', { count })).count()).toBe(0);
  }

  get #page(): Page {
    return this.hands.page;
  }

  readonly #panel = () => this.#page.getByRole('complementary');
  readonly #money = (amount: Halalas) => formats[this.hands.language].money(amount);

  readonly #goTo = (hash: string) =>
    this.#page.evaluate((next) => {
      window.location.hash = next;
    }, hash);

  async #goToShift(): Promise<void> {
    await this.hands.press(
      this.#page.getByRole('link', { name: this.hands.t('app.shiftScreen') }),
      keys.shiftScreen,
    );
    await this.#page.getByRole('heading', { name: this.hands.t('shift.title'), exact: true }).waitFor();
  }

  async #goToSale(): Promise<void> {
    await this.hands.press(
      this.#page.getByRole('link', { name: this.hands.t('app.saleScreen') }),
      keys.saleScreen,
    );
    await this.hands.names().first().waitFor();
  }

  /** Makes a line the one that the buttons act on. */
  async #chooses(number: number): Promise<void> {
    const row = this.#page.getByRole('group', { name: this.hands.t('sale.itemOf', { number }), exact: true });
    if ((await row.getAttribute('data-chosen')) === null)
      await this.hands.press(this.hands.field('sale.quantityOf', number));
    await this.#page.locator('[data-chosen]').and(row).waitFor();
  }

  async #entersBuyer(who: 'new' | 'known'): Promise<void> {
    const { t } = this.hands;
    await this.hands.press(this.#page.getByText(t('sale.business'), { exact: true }), keys.customer);
    const form = this.#page.getByRole('region', { name: t('sale.buyer') });
    const field = (label: keyof typeof buyer) => form.getByLabel(t(label), { exact: true });
    if (who === 'new') {
      for (const label of Object.keys(buyer) as (keyof typeof buyer)[])
        await this.hands.write(field(label), buyer[label]);
      return;
    }
    await this.hands.takeKnownBuyer(field('sale.buyerName'), buyer['sale.buyerName']);
    await expect.poll(() => field('sale.postalCode').inputValue()).toBe(buyer['sale.postalCode']);
  }

  /** Reads the rows of the report on the screen: amounts as plain text, by their labels. */
  async #figures(): Promise<Readonly<Record<string, string>>> {
    const rows = await this.#page
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
