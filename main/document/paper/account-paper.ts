import { type Statement, statementColumns } from '../../../shared/contract/till/accounts.ts';
import type { Paper } from '../../../shared/contract/till/receipts.ts';
import { noShopLines, type ShopLines, shopName } from '../../../shared/shop-lines.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { moneyText } from './amounts.ts';
import { both, latin, paperPage, written } from './paper-page.ts';
import { labels, type Mark, marks, meansWords, type Words, accountWords as words } from './words.ts';

/** The facts about the shop on a paper, and the marks of a paper that is not final. */
export interface OfShop {
  readonly company: { readonly name: string; readonly vatNumber: string };
  readonly shop?: ShopLines | undefined;
  readonly marks: readonly Mark[];
  /** The time of the print, in milliseconds since 1970. */
  readonly at: number;
}

/** The receipt voucher of a payment on account, or of the counter-entry that reversed one. */
export interface VoucherPaper extends OfShop {
  readonly paper: Paper;
  readonly number: number;
  /** The time in milliseconds since 1970. */
  readonly paidAt: number;
  readonly buyer: string;
  readonly buyerVatNumber?: string | undefined;
  readonly by: string;
  readonly means: string;
  readonly amount: Halalas;
  readonly note?: string | undefined;
  /** The number of the voucher that this one reverses. */
  readonly takesBack?: number | undefined;
  /** The amount owed at the time of the print. */
  readonly balance: Halalas;
}

export function voucherPaper(voucher: VoucherPaper): string {
  const { paper, number, paidAt, buyer, buyerVatNumber, by, means, amount, note, takesBack, balance } =
    voucher;
  const isPaidBack = takesBack === undefined && amount < 0;
  const title =
    takesBack !== undefined ? words.counterVoucher : isPaidBack ? words.payBackVoucher : words.voucher;
  const moved = isPaidBack ? words.paidOut : amount < 0 ? words.paidBack : words.received;
  return paperPage({
    title: `${title.en} ${number}`,
    paper,
    body: [
      ...headOf(voucher, title, String(number)),
      '<dl>',
      fact(labels.issued, timeText(paidAt)),
      fact(labels.buyer, buyer),
      buyerVatNumber === undefined ? '' : fact(labels.vatNumber, buyerVatNumber),
      fact(words.means, meansWords(means)),
      fact(labels.cashier, by),
      takesBack === undefined ? '' : fact(words.takesBack, String(takesBack)),
      note === undefined ? '' : fact(takesBack === undefined ? labels.notes : labels.reason, note),
      '</dl>',
      '<table><tbody>',
      `<tr class="payable"><td>${both(moved)}</td><td>${latin(moneyText(Math.abs(amount)))}</td></tr>`,
      `<tr><td>${both(words.owedNow)}</td><td>${latin(moneyText(balance))}</td></tr>`,
      '</tbody></table>',
      `<p class="note">${both(words.notInvoice)}</p>`,
    ],
  });
}

export interface StatementPaper extends OfShop {
  readonly buyer: string;
  readonly buyerVatNumber?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly statement: Statement;
}

export function statementPaper(page: StatementPaper): string {
  const { buyer, buyerVatNumber, from, to, statement, at } = page;
  const { opening, lines, added, takenOff, closing } = statement;
  const row = (cells: readonly string[], kind = '') =>
    `<tr${kind === '' ? '' : ` class="${kind}"`}>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const money = (amount: Halalas) => latin(moneyText(amount));
  const end = (day: string, label: Words, amount: Halalas) =>
    row([latin(day), both(label), '', '', '', money(amount)], 'all');
  return paperPage({
    title: `${words.statement.en} ${from} ${to}`,
    paper: 'a4',
    isWide: true,
    body: [
      ...headOf(page, words.statement, `${from} – ${to}`),
      '<dl>',
      fact(labels.buyer, buyer),
      buyerVatNumber === undefined ? '' : fact(labels.vatNumber, buyerVatNumber),
      fact(words.printed, timeText(at)),
      '</dl>',
      '<table class="statement"><thead><tr>',
      ...statementColumns.map(({ name }) => `<th>${both(words.columns[name])}</th>`),
      '</tr></thead><tbody>',
      end(from, words.opening, opening),
      ...lines.map(({ at: lineAt, what, number, means, amount, balance }) =>
        row([
          latin(timeText(Date.parse(lineAt))),
          `${both(words.lines[what])}${means === undefined ? '' : ` · ${both(meansWords(means))}`}`,
          latin(number),
          amount > 0 ? money(amount) : '',
          amount < 0 ? money(-amount) : '',
          money(balance),
        ]),
      ),
      row(['', both(words.sums), '', money(added), money(takenOff), ''], 'all'),
      end(to, words.closing, closing),
      '</tbody></table>',
      `<p class="note">${both(closing < 0 ? words.inFavour : words.owedNote)}</p>`,
    ],
  });
}

function headOf(
  { company, shop = noShopLines, marks: shown }: OfShop,
  title: Words,
  number: string,
): string[] {
  const branch = shopName(shop, 'branch');
  return [
    ...shown.map((mark) => `<p class="mark">${both(marks[mark])}</p>`),
    `<header><h1>${written(company.name)}</h1><p>${both(labels.vatNumber)} ${latin(company.vatNumber)}</p>`,
    branch === undefined ? '' : `<p>${both(labels.branch)} ${written(branch)}</p>`,
    '</header>',
    `<h2>${both(title)} ${latin(number)}</h2>`,
  ];
}

function fact(label: Words, value: string | Words): string {
  const text = typeof value === 'string' ? `<bdi>${written(value)}</bdi>` : both(value);
  return `<div><dt>${both(label)}</dt><dd>${text}</dd></div>`;
}

function timeText(at: number): string {
  const { date, time } = riyadhDateTime(at);
  return `${date} ${time.slice(0, 5)}`;
}
