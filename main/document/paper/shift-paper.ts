import type { Paper } from '../../../shared/contract/till/receipts.ts';
import type { ShiftReport } from '../../../shared/contract/till/shifts.ts';
import { netSales } from '../../../shared/sale/net-sales.ts';
import { noShopLines, shopName } from '../../../shared/shop-lines.ts';
import { sumHalalas } from '../../../shared/values/money.ts';
import { fill } from '../../../shared/words/fill.ts';
import { escapeHtml } from '../../base/platform/escape-html.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import type { OfShop } from './account-paper.ts';
import { moneyText } from './amounts.ts';
import { both, latin, paperPage, written } from './paper-page.ts';
import { labels, marks, meansWords, type Words, reportWords as words } from './words.ts';

export interface ShiftPaper extends Pick<OfShop, 'company' | 'shop' | 'marks'> {
  readonly report: ShiftReport;
  readonly hash?: string | undefined;
  readonly paper: Paper;
  /** The time of the print, in milliseconds since 1970; omitted for a page that is not being printed. */
  readonly at?: number | undefined;
}

export function shiftPaper(options: ShiftPaper): string {
  const { report, paper } = options;
  return paperPage({ title: `${titleOf(report).en} ${report.number}`, body: shiftBody(options), paper });
}

/** Makes the reports of shifts as one page, each on its own sheet. */
export function shiftPapers(title: string, papers: readonly Omit<ShiftPaper, 'paper'>[]): string {
  const body = papers.flatMap((one) => [
    '<section style="break-after: page">',
    ...shiftBody(one),
    '</section>',
  ]);
  return paperPage({ title, body, paper: 'a4' });
}

const titleOf = ({ closedAt }: ShiftReport) => (closedAt === undefined ? words.x : words.z);

function shiftBody(options: Omit<ShiftPaper, 'paper'>): string[] {
  const { report, hash, company, shop = noShopLines, marks: shown, at } = options;
  const isClosed = report.closedAt !== undefined;
  const title = titleOf(report);
  const branch = shopName(shop, 'branch');
  const till = shopName(shop, 'till');
  return [
    ...shown.map((mark) => `<p class="mark">${both(marks[mark])}</p>`),
    `<header><h1>${written(company.name)}</h1><p>${both(labels.vatNumber)} ${latin(company.vatNumber)}</p></header>`,
    `<h2>${both(title)} ${latin(String(report.number))}</h2>`,
    isClosed ? '' : `<p class="note">${both(words.open)}</p>`,
    '<dl>',
    fact(words.opened, timeText(Date.parse(report.openedAt)), report.openedBy.name),
    ...(report.closedAt === undefined
      ? []
      : [fact(words.closed, timeText(Date.parse(report.closedAt)), report.closedBy?.name)]),
    at === undefined ? '' : fact(words.printed, timeText(at)),
    branch === undefined ? '' : fact(labels.branch, branch),
    till === undefined ? '' : fact(labels.till, till),
    '</dl>',
    table(words.documents, documentRows(report)),
    table(words.sales, salesRows(report)),
    table(words.cash, cashRows(report.cash)),
    table(words.vat, vatRows(report)),
    table(words.payments, paymentRows(report)),
    table(words.accounts, accountRows(report)),
    table(words.accountPaidBack, paidBackRows(report)),
    table(words.people, peopleRows(report)),
    table(words.currencies, currencyRows(report)),
    table(words.beside, besideRows(report.beside)),
    hash === undefined ? '' : `<p class="note">${both(words.hash)}</p><p class="note">${latin(hash)}</p>`,
  ];
}

function documentRows(report: ShiftReport): string[] {
  const { documents, waiting, refused, outside, corrections, correctionsBack } = report;
  const range =
    documents === undefined
      ? []
      : [`<tr><td colspan="2">${latin(`${documents.first} – ${documents.last}`)}</td></tr>`];
  return [
    row(both(words.documents), String(documents?.count ?? 0)),
    ...range,
    row(both(words.waiting), String(waiting)),
    row(both(words.refused), String(refused)),
    ...(outside === undefined ? [] : [counted(words.outside, outside.count, outside.total)]),
    ...(corrections === 0 ? [] : [row(both(words.corrections), String(corrections))]),
    ...(correctionsBack === 0 ? [] : [row(both(words.correctionsBack), moneyText(correctionsBack))]),
  ];
}

function salesRows(report: ShiftReport): string[] {
  const kinds = (['sales', 'returns', 'debitNotes', 'advances'] as const).filter(
    (kind) => kind === 'sales' || report[kind].count !== 0,
  );
  return [
    ...kinds.map((kind) => {
      const { count, total } = report[kind];
      return counted(words[kind], count, kind === 'returns' ? -total : total);
    }),
    row(both(words.net), moneyText(netSales(report))),
    ...(report.purchases === undefined
      ? []
      : [counted(words.purchases, report.purchases.count, -report.purchases.total)]),
    row(both(words.discounts), moneyText(report.discounts)),
  ];
}

function cashRows(cash: ShiftReport['cash']): string[] {
  const rows = [
    [words.float, cash.float],
    [words.received, cash.received],
    [words.paidBack, -cash.paidBack],
    [words.paidIn, cash.in],
    [words.paidOut, -cash.out],
    ...(cash.accounts === undefined ? [] : [[words.accounts, cash.accounts] as const]),
    [words.expected, cash.expected],
  ] as const;
  const count = (cash.count ?? []).filter(({ count: pieces }) => pieces > 0);
  return [
    ...rows.map(([label, amount]) => row(both(label), moneyText(amount))),
    ...count.map(({ value, count: pieces }) =>
      row(`<small>${latin(`${pieces} × ${moneyText(value)}`)}</small>`, moneyText(value * pieces)),
    ),
    ...(cash.counted === undefined
      ? [`<tr><td colspan="2">${both(words.notCounted)}</td></tr>`]
      : [
          row(both(words.counted), moneyText(cash.counted)),
          row(both(words.overOrShort), moneyText(cash.difference ?? 0), 'payable'),
        ]),
  ];
}

function vatRows({ vat: rows }: ShiftReport): string[] {
  if (rows.length === 0) return [];
  return [
    ...rows.map(({ category, rate, taxable, vat }) => {
      const values = { rate: Number(rate), taxable: moneyText(taxable) };
      const ar = `<bdi>${latin(category)} · ${escapeHtml(fill(words.vatRow.ar, values))}</bdi>`;
      return row(`${ar} <small>${latin(fill(words.vatRow.en, values))}</small>`, moneyText(vat));
    }),
    row(both(words.vatTotal), moneyText(sumHalalas(rows.map(({ vat }) => vat)))),
  ];
}

const paymentRows = ({ payments }: ShiftReport) =>
  payments.map(({ means, count, received, paidBack }) =>
    counted(meansWords(means), count, received - paidBack),
  );

const accountRows = ({ accountPayments = [] }: ShiftReport) =>
  accountPayments.map(({ means, count, received, takenBack }) =>
    counted(meansWords(means), count, received - takenBack),
  );

const paidBackRows = ({ accountPaidBack = [] }: ShiftReport) =>
  accountPaidBack.map(({ means, count, paidBack, takenBack }) =>
    counted(meansWords(means), count, takenBack - paidBack),
  );

const peopleRows = ({ people }: ShiftReport) =>
  people.map(({ name, sales, returns }) =>
    counted({ ar: name, en: name }, sales.count, sales.total - returns.total),
  );

const currencyRows = ({ otherCurrencies }: ShiftReport) =>
  otherCurrencies.map(({ currency, count, total }) => counted({ ar: currency, en: currency }, count, total));

function besideRows(beside: ShiftReport['beside']): string[] {
  const { removed, abandoned, overrides } = beside;
  return [
    counted(words.removed, removed.count, removed.total),
    counted(words.abandoned, abandoned.count, abandoned.total),
    counted(words.overrides, overrides.count, overrides.difference),
    ...(['discounted', 'drawerOpenings', 'drawerByHand', 'reprints'] as const).map((name) =>
      row(both(words[name]), String(beside[name])),
    ),
  ];
}

const row = (label: string, value: string, kind = '') =>
  `<tr${kind === '' ? '' : ` class="${kind}"`}><td>${label}</td><td>${latin(value)}</td></tr>`;

const counted = (label: Words, count: number, amount: number) =>
  row(`<bdi>${both(label)}</bdi> ·&nbsp;${latin(String(count))}`, moneyText(amount));

function table(title: Words, rows: readonly string[]): string {
  if (rows.length === 0) return '';
  return `<table class="paid"><caption>${both(title)}</caption><tbody>${rows.join('')}</tbody></table>`;
}

function fact(label: Words, value: string, name?: string): string {
  const by = name === undefined ? '' : ` · <bdi>${written(name)}</bdi>`;
  return `<div><dt>${both(label)}</dt><dd><bdi>${written(value)}</bdi>${by}</dd></div>`;
}

function timeText(at: number): string {
  const { date, time } = riyadhDateTime(at);
  return `${date} ${time}`;
}
