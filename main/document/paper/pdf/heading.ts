import { type ShownLines, showsPart } from '../../../../shared/shop-lines.ts';
import { qrPath } from '../../../../shared/values/qr-path.ts';
import type { Party } from '../../invoice/invoice.ts';
import { moneyText } from '../amounts.ts';
import { code128 } from '../code-128.ts';
import { logoSize } from '../logo.ts';
import { cardText, type PrintedDocument, type PrintedPayment } from '../printed-document.ts';
import { countryWords, labels, type Mark, marks, meansWords, schemeWords, type Words } from '../words.ts';
import {
  type Atom,
  ascent,
  type Column,
  heightOf,
  ink,
  labelStyle,
  left,
  type Place,
  right,
  type Sheet,
  seal,
  strong,
  textStyle,
  warning,
  width,
} from './sheet.ts';

const mm = 72 / 25.4;
/** The smallest module that telephones can read from paper. */
const leastModule = 0.42 * mm;
const leastQr = 34 * mm;
const gap = 24;

const barcodeModule = 0.25 * mm;
const barcodeHeight = 26;
const logoBox = { width: 150, height: 46 };

export function setHeading(
  sheet: Sheet,
  document: PrintedDocument,
  shownMarks: readonly Mark[],
  shop: ShownLines,
): void {
  const code = document.qr === undefined ? undefined : qrPath(document.qr);
  const side = code === undefined ? 0 : Math.max(leastQr, code.size * leastModule);
  // The white border is part of the code, so the code itself starts at the margin.
  const quiet = code === undefined ? 0 : (4 * side) / code.size;
  const facts: Place = { left: left + side + gap, right };

  const qr: Atom[] = code
    ? [
        {
          height: side - quiet,
          draw: (top) => sheet.shape(code.path, { x: left - quiet, y: top - quiet, scale: side / code.size }),
        },
      ]
    : [];
  sheet.flow([
    [
      ...logoOf(sheet, shop, facts),
      ...titleOf(sheet, document, shownMarks, facts),
      ...factsOf(sheet, document, shop, facts),
    ],
    [...qr, ...barcodeOf(sheet, document.number, facts.left - gap)],
  ]);
  setParties(sheet, document, shop);
}

/** Sets the number for a scanner, if it fits beside the facts. */
function barcodeOf(sheet: Sheet, number: string, edge: number): Atom[] {
  const code = code128(number);
  if (code === undefined || left + code.width * barcodeModule > Math.max(edge, left + 180)) return [];
  const place = { x: left, scale: barcodeModule, heightScale: barcodeHeight };
  return [{ height: barcodeHeight + 10, draw: (top) => sheet.shape(code.path, { ...place, y: top + 10 }) }];
}

function logoOf(sheet: Sheet, { logo }: ShownLines, place: Place): Atom[] {
  if (logo === undefined) return [];
  const png = Buffer.from(logo, 'base64');
  const size = logoSize(png);
  if (size === undefined) return [];
  const scale = Math.min(logoBox.width / size.width, logoBox.height / size.height);
  const [imageWidth, height] = [size.width * scale, size.height * scale];
  return [
    {
      height: height + 8,
      draw: (top) => sheet.image(png, { x: place.right - imageWidth, y: top, width: imageWidth, height }),
    },
  ];
}

function titleOf(
  sheet: Sheet,
  { title, specials }: PrintedDocument,
  shownMarks: readonly Mark[],
  place: Place,
): Column {
  const titleStyle = { size: 21, weight: 'semibold', color: seal } as const;
  return [
    ...sheet.text(title.ar, titleStyle, place),
    ...sheet.text(title.en, { size: 12, weight: 'regular', color: ink }, place),
    ...specials.map((special) => wordsAtom(sheet, special, { ...textStyle, size: 9.5 }, place)),
    ...(shownMarks.length > 0 ? [sheet.space(4)] : []),
    ...shownMarks.map((mark) =>
      wordsAtom(sheet, marks[mark], { size: 9.5, weight: 'semibold', color: warning }, place),
    ),
    sheet.space(10),
  ];
}

function wordsAtom(sheet: Sheet, words: Words, style: typeof textStyle, place: Place): Atom {
  return {
    height: style.size * 1.45,
    draw: (top) => sheet.words(words, style, place, top + ascent(style.size)),
  };
}

type Fact = readonly [Words, string];

function factsOf(sheet: Sheet, document: PrintedDocument, shop: ShownLines, place: Place): Column {
  const { invoice } = document;
  const half = (place.right - place.left - gap) / 2;
  const columns: readonly Place[] = [
    { left: place.right - half, right: place.right },
    { left: place.left, right: place.left + half },
  ];
  const pair: Fact[] = [
    [labels.number, document.number],
    [labels.issued, `${document.date}  ${document.time}`],
    ...suppliedOn(document),
    ...referenceFacts(document),
    ...(shop.branch === undefined ? [] : [[labels.branch, shop.branch] as const]),
    ...(shop.till === undefined ? [] : [[labels.till, shop.till] as const]),
  ];
  const cells = pair.map(([label, value], index) => factOf(sheet, label, value, columns[index % 2] ?? place));
  const rows: Atom[] = [];
  for (let index = 0; index < cells.length; index += 2)
    rows.push(side(cells[index] ?? [], cells[index + 1] ?? []));
  const uuid = factOf(sheet, labels.uuid, document.uuid, place);
  const reasons = document.isNote
    ? invoice.payments.flatMap(({ instruction }) =>
        instruction === undefined ? [] : factOf(sheet, labels.reason, instruction, place),
      )
    : [];
  return [...rows, ...uuid, ...reasons];
}

function side(...cells: readonly Column[]): Atom {
  return {
    height: Math.max(...cells.map(heightOf)),
    draw(top) {
      for (const cell of cells) {
        let at = top;
        for (const atom of cell) {
          atom.draw(at);
          at += atom.height;
        }
      }
    },
  };
}

function factOf(sheet: Sheet, label: Words, value: string, place: Place): Column {
  return [
    wordsAtom(sheet, label, labelStyle, place),
    ...sheet.text(value, { ...textStyle, size: 9.5 }, place),
    sheet.space(5),
  ];
}

function suppliedOn({ invoice: { supplyDate, supplyEndDate } }: PrintedDocument): Fact[] {
  if (supplyDate === undefined) return [];
  return [[labels.supplyDate, supplyEndDate === undefined ? supplyDate : `${supplyDate} – ${supplyEndDate}`]];
}

function referenceFacts({ invoice }: PrintedDocument): Fact[] {
  const { orderReference, contractReference, corrects } = invoice;
  return [
    ...corrects.map(
      ({ number, issueDate }): Fact => [
        labels.corrects,
        issueDate === undefined ? number : `${number}  (${issueDate})`,
      ],
    ),
    ...(orderReference === undefined ? [] : [[labels.orderReference, orderReference] as const]),
    ...(contractReference === undefined ? [] : [[labels.contract, contractReference] as const]),
  ];
}

function setParties(
  sheet: Sheet,
  { invoice: { seller, buyer } }: PrintedDocument,
  { header }: ShownLines,
): void {
  const half = (width - gap) / 2;
  const sellerPlace = { left: right - half, right };
  const buyerPlace = { left, right: left + half };
  const head: Atom = {
    height: 22,
    draw(top) {
      sheet.line(top + 2);
      sheet.words(labels.seller, labelStyle, sellerPlace, top + 15);
      if (buyer !== undefined) sheet.words(labels.buyer, labelStyle, buyerPlace, top + 15);
    },
  };
  sheet.flow([[sheet.space(8), head]], { together: true });
  sheet.flow([
    [
      ...partyLines(sheet, seller, sellerPlace),
      ...header.flatMap((line) => sheet.text(line, textStyle, sellerPlace)),
    ],
    buyer === undefined ? [] : partyLines(sheet, buyer, buyerPlace),
  ]);
}

function partyLines(sheet: Sheet, party: Party, place: Place): Column {
  const { name, vatNumber, identification, address } = party;
  const numbers: Fact[] = [
    ...(vatNumber === undefined ? [] : [[labels.vatNumber, vatNumber] as const]),
    ...(identification === undefined
      ? []
      : [[schemeWords(identification.scheme), identification.value] as const]),
  ];
  const addressLines =
    address === undefined
      ? []
      : [
          [address.building, address.street],
          [address.additionalStreet],
          [address.district],
          [address.city, address.postalCode],
          [address.province, bothOf(countryWords(address.country))],
        ];
  return [
    ...sheet.text(name, strong({ ...textStyle, size: 11 }), place),
    sheet.space(2),
    ...numbers.map(([label, value]) => numberLine(sheet, label, value, place)),
    ...addressLines.flatMap((parts) => {
      const line = parts.filter((part) => part !== undefined && part !== '').join('  ');
      return line === '' ? [] : sheet.text(line, textStyle, { ...place, direction: 'rtl' });
    }),
  ];
}

const bothOf = ({ ar, en }: Words) => (ar === en ? ar : `${ar} | ${en}`);

/** Sets a label at the right edge and its value at a fixed distance, so that values align. */
function numberLine(sheet: Sheet, label: Words, value: string, place: Place): Atom {
  return {
    height: textStyle.size * 1.45,
    draw(top) {
      const baseline = top + ascent(textStyle.size);
      sheet.words(label, { ...labelStyle, weight: 'regular' }, place, baseline);
      sheet.fitted(value, textStyle, { left: place.left, right: place.right - 118 }, baseline);
    },
  };
}

export function setClosing(sheet: Sheet, document: PrintedDocument, shop: ShownLines): void {
  const { invoice, isNote, isGift, payments, cashier } = document;
  const place: Place = { left, right };
  const facts: Fact[] = payments.flatMap(paymentFacts);
  if (isGift) facts.push([labels.payment, bothOf(labels.gift)]);
  if (cashier !== undefined && showsPart(shop, 'cashier')) facts.push([labels.cashier, cashier]);
  for (const { instruction, account, terms } of invoice.payments) {
    if (instruction !== undefined && !isNote) facts.push([labels.notes, instruction]);
    if (account !== undefined) facts.push([labels.account, account]);
    if (terms !== undefined) facts.push([labels.terms, terms]);
  }
  for (const note of invoice.notes) facts.push([labels.notes, note]);
  const shopLines = [...shop.returnPolicy, ...shop.footer];
  if (facts.length + shopLines.length === 0) return;
  sheet.flow([
    [
      sheet.space(10),
      ...facts.flatMap(([label, value]) => factOf(sheet, label, value, place)),
      ...shopLines.flatMap((text) => sheet.text(text, textStyle, place)),
    ],
  ]);
}

function paymentFacts({ code, amount, tendered, change, card }: PrintedPayment): Fact[] {
  const means = bothOf(meansWords(code));
  const approval = cardText(card);
  return [
    [labels.payment, amount === undefined ? means : `${means}  ${moneyText(amount)}`],
    ...(approval === '' ? [] : [[labels.cardTerminal, approval] as const]),
    ...(tendered === undefined ? [] : [[labels.tendered, moneyText(tendered)] as const]),
    ...(change === undefined ? [] : [[labels.change, moneyText(change)] as const]),
  ];
}
