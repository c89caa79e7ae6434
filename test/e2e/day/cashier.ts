import { expect } from 'vitest';
import { keys } from '../../../renderer/ui/page/keys.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import { payAction, readyToPay } from '../../support/pay.ts';
import { AtTill } from './at-till.ts';
import { type Basket, dueOf, noteFor, recordSale } from './basket.ts';
import { Drawer } from './drawer.ts';
import { articles, articlesFile, type Good, labelRule } from './goods.ts';
import { settling } from './hands.ts';
import { Returns } from './returns.ts';

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

/** The cashier of the day, who makes the sales of the script with these hands and keeps the accounts. */
export class Cashier extends AtTill {
  readonly drawer = new Drawer(this);
  readonly returns = new Returns(this);

  /** Waits until the till has saved the basket and, if one was typed, the cash amount. */
  async seesKept(basket: Basket): Promise<void> {
    const { pays, goods } = basket;
    const isNote = pays.by === 'cash' && pays.given === 'note';
    const typed = pays.by === 'split' ? pays.first : isNote ? noteFor(dueOf(basket)) : undefined;
    const cash = typed === undefined ? 0 : halalasToText(typed).length;
    await expect.poll(() => this.#kept(), { timeout: 30_000 }).toEqual({ lines: goods.length, cash });
  }

  /** Returns the number of lines in the saved basket, and the number of characters in its cash amount. */
  #kept(): Promise<{ lines: number; cash: number }> {
    return this.page.evaluate(async () => {
      type Bridge = { call(name: string, input: object): Promise<{ value: { basket?: { draft: string } } }> };
      const { value } = await (window as unknown as { khatm: Bridge }).khatm.call('basket.current', {});
      const kept = JSON.parse(value.basket?.draft ?? '{}') as {
        value?: {
          draft: { lines: { name: string }[]; payment: { tendered: string; parts: { amount: string }[] } };
        };
      };
      const draft = kept.value?.draft;
      const { tendered = '', parts = [] } = draft?.payment ?? {};
      return {
        lines: (draft?.lines ?? []).filter(({ name }) => name !== '').length,
        cash: `${parts[0]?.amount ?? ''}${tendered}`.length,
      };
    });
  }

  async importsArticles(): Promise<void> {
    const { t } = this.hands;
    await this.goTo('#/articles/files');
    const buffer = Buffer.from(articlesFile());
    await this.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer });
    await this.hands.press(this.hands.button(t('tables.doImport')));
    const imported = t('articles.imported', {
      added: t('articles.added', { count: Object.keys(articles).length }),
      changed: t('articles.changed', { count: 0 }),
    });
    await this.page.getByText(imported).waitFor();
    await this.page.evaluate(async (rule) => {
      type Bridge = { call(name: string, input: unknown): Promise<{ ok: boolean }> };
      const answer = await (window as unknown as { khatm: Bridge }).khatm.call('article.setLabels', {
        rules: [rule],
      });
      if (!answer.ok) throw new Error(JSON.stringify(answer));
    }, labelRule);
    await this.goTo('#/');
    await this.hands.names().first().waitFor();
  }

  /** Adds the goods of a basket after the lines that are already there. */
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

  /** Enters the buyer and the discounts. */
  async agrees({ buyer: who, lineDiscount, discount, goods }: Basket): Promise<void> {
    const { t } = this.hands;
    if (who !== undefined) await this.#entersBuyer(who);
    if (lineDiscount !== undefined) {
      await this.#chooses(goods.length);
      const last = goods.length;
      await this.hands.press(this.hands.button(t('sale.lineVat', { number: last })));
      await this.hands.press(this.page.getByRole('menuitem', { name: t('sale.lineDiscount') }));
      await this.hands.write(this.hands.field('sale.discountOf', last), halalasToText(lineDiscount));
    }
    if (discount !== undefined)
      await this.hands.write(this.page.locator('#discount'), halalasToText(discount));
  }

  async opensPay(basket: Basket): Promise<void> {
    const amount = this.money(Math.abs(dueOf(basket)));
    await this.panel().getByText(amount, { exact: true }).last().waitFor();
    await this.insists(
      () => this.hands.press(this.page.locator('#issue'), keys.main),
      this.page.locator(payAction),
    );
    await readyToPay(this.page);
    await this.panel().getByText(amount, { exact: true }).first().waitFor();
  }

  /** Enters the means of payment and the amounts. */
  async hasPaid({ pays, ...basket }: Basket): Promise<void> {
    const { t, words } = this.hands;
    const means = (name: string) =>
      this.page.getByRole('group', { name: t('pay.means') }).getByRole('button', { name });
    if (pays.by === 'split') {
      await this.hands.press(means(t('pay.several')), keys.paySeveral);
      const first = this.page.getByRole('textbox', {
        name: t('pay.amountBy', { means: words.payments.cash, number: 1 }),
      });
      await this.hands.write(first, halalasToText(pays.first));
    } else if (pays.by !== 'cash')
      await this.hands.press(means(words.payments[pays.by]), keyOfMeans[pays.by]);
    else if (pays.given === 'note')
      await this.hands.write(
        this.page.locator('#pay-tendered'),
        halalasToText(noteFor(dueOf({ pays, ...basket }))),
      );
    await readyToPay(this.page);
  }

  /** Presses the main action of the payment, sees the receipt and is ready for the next customer. */
  async issues(basket: Basket): Promise<string> {
    await this.hands.press(this.page.locator(payAction), keys.main);
    const code = this.page.getByRole('img', { name: /T1-\d{6}/ });
    await code.waitFor();
    const number = /T1-\d{6}/.exec((await code.getAttribute('aria-label')) ?? '')?.[0] ?? '';
    const { pays } = basket;
    if (pays.by === 'cash' && pays.given === 'note') {
      const due = dueOf(basket);
      const change = this.money(noteFor(due) - due);
      if (noteFor(due) > due) await this.page.getByText(change, { exact: true }).first().waitFor();
    }
    recordSale(this.accounts, basket);
    await this.seesOff();
    return number;
  }

  /** Presses the main action, and cuts the power at that very moment. Returns true when the invoice was issued. */
  async issuesWithoutPower(basket: Basket): Promise<boolean> {
    await this.hands.press(this.page.locator(payAction), keys.main);
    await this.till.cutPower();
    await this.sitsDown();
    const isOpen = await this.page.waitForFunction(() => {
      const names = [...document.querySelectorAll<HTMLTextAreaElement>('textarea[id^="line-"]')];
      return names.length === 0 ? undefined : { filled: names.some(({ value }) => value !== '') };
    });
    const { filled } = (await isOpen.jsonValue()) ?? { filled: false };
    if (!filled) recordSale(this.accounts, basket);
    return !filled;
  }

  /** Takes the last line out of a basket and puts it back. */
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
    await this.hands.press(this.page.getByRole('dialog').getByRole('button', { name: t('held.hold') }));
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    await this.hands.seeLines(0);
  }

  async takesBackBasket(lines: number): Promise<void> {
    const { t } = this.hands;
    await this.hands.press(this.hands.action(t('held.title')), keys.heldBaskets);
    await this.hands.press(
      this.page
        .getByRole('dialog')
        .getByRole('button', { name: t('held.recall') })
        .first(),
    );
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    await this.hands.seeLines(lines);
    await this.pausesFor(settling);
  }

  /** Waits until the authority has accepted everything. */
  async seesEverythingAccepted(): Promise<void> {
    const { t } = this.hands;
    await this.page.getByText(t('bar.noneWaiting')).waitFor({ timeout: 120_000 });
    for (const count of [1, 2])
      expect(await this.page.getByText(t('bar.attention', { count })).count()).toBe(0);
  }

  /** Selects the line that the buttons act on. */
  async #chooses(number: number): Promise<void> {
    const row = this.page.getByRole('group', { name: this.hands.t('sale.itemOf', { number }), exact: true });
    if ((await row.getAttribute('data-chosen')) === null)
      await this.hands.press(this.hands.field('sale.quantityOf', number));
    await this.page.locator('[data-chosen]').and(row).waitFor();
  }

  async #entersBuyer(who: 'new' | 'known'): Promise<void> {
    const { t } = this.hands;
    await this.hands.press(this.page.getByText(t('sale.business'), { exact: true }), keys.customer);
    const form = this.page.getByRole('region', { name: t('sale.buyer') });
    const field = (label: keyof typeof buyer) => form.getByLabel(t(label), { exact: true });
    if (who === 'new') {
      for (const label of Object.keys(buyer) as (keyof typeof buyer)[])
        await this.hands.write(field(label), buyer[label]);
      return;
    }
    await this.hands.takeKnownBuyer(field('sale.buyerName'), buyer['sale.buyerName']);
    await expect.poll(() => field('sale.postalCode').inputValue()).toBe(buyer['sale.postalCode']);
  }
}
