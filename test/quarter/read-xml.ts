import { Exact, roundToHalalas } from '../../shared/values/money.ts';
import { all, parseTree, type Tree, textAt } from '../document/invoice/xml-tree.ts';
import type { OwnNote } from './play-quarter.ts';

/*
 * Reads from a document's XML alone how much it adds to the figures. The test has its own knowledge of the boxes of the
 * VAT return.
 */

export type XmlKind = 'invoice' | 'creditNote' | 'debitNote' | 'prepayment';

export interface XmlDocument {
  readonly uuid: string;
  readonly number: string;
  readonly kind: XmlKind;
  readonly day: string;
  readonly hour: number;
  readonly currency: string;
  readonly payable: number;
  readonly buyer: string | undefined;
  /** The taxes in riyals; deducted advances are negative. */
  readonly taxes: readonly {
    readonly category: string;
    readonly rate: string;
    readonly box: string;
    readonly taxable: number;
    readonly vat: number;
  }[];
  /** The VAT in riyals, less that of the advances. */
  readonly vat: number;
  readonly lines: readonly {
    readonly key: string;
    readonly name: string;
    readonly quantity: Exact;
    readonly amount: number;
  }[];
}

const kinds: Readonly<Record<string, XmlKind>> = {
  '388': 'invoice',
  '381': 'creditNote',
  '383': 'debitNote',
  '386': 'prepayment',
};

const halalas = (text = '0') => Number(new Exact(text).times(100).toFixed(0));

export function readXml(xml: string): XmlDocument {
  const tree = parseTree(xml);
  const say = (path: string) => textAt(tree, path) ?? '';
  const rate = textAt(tree, 'cac:TaxExchangeRate/cbc:CalculationRate') ?? '1';
  const inRiyals = (amount: number) => roundToHalalas(new Exact(amount).dividedBy(100).times(rate));
  const taxOf = (subtotal: Tree, sign: number) => ({
    category: textAt(subtotal, 'cac:TaxCategory/cbc:ID') ?? '',
    rate: Number(textAt(subtotal, 'cac:TaxCategory/cbc:Percent')).toFixed(2),
    box: boxOf(textAt(subtotal, 'cac:TaxCategory/cbc:TaxExemptionReasonCode')),
    taxable: sign * inRiyals(halalas(textAt(subtotal, 'cbc:TaxableAmount'))),
    vat: sign * inRiyals(halalas(textAt(subtotal, 'cbc:TaxAmount'))),
  });
  const totals = all(tree, 'cac:TaxTotal');
  const lines = all(tree, 'cac:InvoiceLine');
  const advances = lines.filter((line) => all(line, 'cac:DocumentReference').length > 0);
  const deducted = advances.flatMap((line) =>
    all(line, 'cac:TaxTotal/cac:TaxSubtotal').map((subtotal) => taxOf(subtotal, -1)),
  );
  const stated = totals.find((total) => all(total, 'cac:TaxSubtotal').length === 0);
  return {
    uuid: say('cbc:UUID'),
    number: say('cbc:ID'),
    kind: kinds[say('cbc:InvoiceTypeCode')] ?? 'invoice',
    day: say('cbc:IssueDate'),
    hour: Number(say('cbc:IssueTime').slice(0, 2)),
    currency: say('cbc:DocumentCurrencyCode'),
    payable: halalas(say('cac:LegalMonetaryTotal/cbc:PayableAmount')),
    buyer: textAt(tree, 'cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID'),
    taxes: [
      ...totals.flatMap((total) => all(total, 'cac:TaxSubtotal').map((one) => taxOf(one, 1))),
      ...deducted,
    ],
    vat: halalas(stated && textAt(stated, 'cbc:TaxAmount')) + deducted.reduce((sum, { vat }) => sum + vat, 0),
    lines: lines.filter((line) => !advances.includes(line)).map(lineOf),
  };
}

function lineOf(line: Tree) {
  const name = textAt(line, 'cac:Item/cbc:Name') ?? '';
  return {
    key: textAt(line, 'cac:Item/cac:StandardItemIdentification/cbc:ID') ?? name,
    name,
    quantity: new Exact(textAt(line, 'cbc:InvoicedQuantity') ?? '0'),
    amount: halalas(textAt(line, 'cac:TaxTotal/cbc:RoundingAmount')),
  };
}

function boxOf(reason: string | undefined): string {
  if (reason === undefined) return 'standard';
  return { 'VATEX-SA-35': 'zeroRated', 'VATEX-SA-30': 'exempt' }[reason] ?? reason;
}

/** A document with the day, hour and person for which the figures count it. */
export interface Counted extends XmlDocument {
  readonly sign: 1 | -1;
  readonly note: OwnNote;
  readonly at: { readonly day: string; readonly hour: number };
}

/** Reads all documents. One that replaces a rejected one counts together with it and subtracts it. */
export function countedOf(notes: readonly OwnNote[], xmlOf: (uuid: string) => string): Counted[] {
  const read = new Map<string, { document: XmlDocument; note: OwnNote }>();
  return notes.flatMap((note): Counted[] => {
    const document = readXml(xmlOf(note.uuid));
    read.set(note.uuid, { document, note });
    const counted = { ...document, note, sign: 1 as const, at: document };
    const before = note.replaces === undefined ? undefined : read.get(note.replaces);
    if (before === undefined) return [counted];
    return [
      counted,
      {
        ...before.document,
        note: { ...before.note, by: note.by, shift: note.shift },
        sign: -1,
        at: document,
      },
    ];
  });
}
