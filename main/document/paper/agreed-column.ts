import { type Sale, saleSchema } from '../../../shared/sale/sale.ts';
import type { Charge, Discount } from '../../../shared/sale/sale-line.ts';
import { Exact, type Halalas, roundToHalalas, sumHalalas } from '../../../shared/values/money.ts';
import { inOneText } from '../../../shared/words/both.ts';
import { documentTexts } from '../../../shared/words/document-texts.ts';
import type { AgreedAdjustment } from '../invoice/amounts/adjustments.ts';
import { type Basket, priceBasket } from '../invoice/amounts/basket.ts';
import type { AllowanceCharge, Invoice, InvoiceLine, VatRate } from '../invoice/invoice.ts';

/*
 * The column of figures on paper, from the lines down to the amount due. It shows the prices, discounts and charges on
 * which customer and shop agreed. The document has these without VAT, rounded, and divided among its VAT rates.
 */

/** A discount (negative) or charge, on a line or on the basket. */
export interface ColumnAdjustment {
  readonly charge: boolean;
  readonly amount: Halalas;
  readonly percent?: string | undefined;
  readonly reason?: string | undefined;
}

export interface ColumnLine {
  readonly unitPrice: string;
  /** Quantity × unit price, before the line's discounts and charges. */
  readonly amount: Halalas;
  readonly adjustments: readonly ColumnAdjustment[];
  readonly document: InvoiceLine;
}

/** The figures of a document; lines, adjustments, VAT, advances and rounding add up to its payable amount. */
export interface AgreedColumn {
  /** True when prices include VAT; then the column has no row of VAT. */
  readonly includesVat: boolean;
  readonly lines: readonly ColumnLine[];
  readonly adjustments: readonly ColumnAdjustment[];
  readonly vat: readonly (VatRate & { readonly taxable: Halalas; readonly amount: Halalas })[];
  /** Advances that are deducted, as negative amounts. */
  readonly prepaid: readonly { readonly number: string; readonly amount: Halalas }[];
  readonly rounding: Halalas;
  /** The difference between the document's VAT breakdown and the agreed prices, at most one halala for each rate. */
  readonly vatRounding: Halalas;
}

/**
 * Returns the column with the agreed figures. If the sale is unknown, or no longer yields the document's amounts, the
 * column is made from the document only.
 * @param stored the sale from the ledger
 */
export function agreedColumn(invoice: Invoice, stored?: unknown): AgreedColumn {
  const read = saleSchema.safeParse(stored);
  const agreed = read.success ? columnOfSale(invoice, read.data) : undefined;
  return agreed ?? columnOfDocument(invoice);
}

export function sumOfColumn(column: AgreedColumn): Halalas {
  const { prepaid, rounding } = column;
  return subtotals(column).withVat + sumHalalas(prepaid.map(({ amount }) => amount)) + rounding;
}

export function subtotals(column: AgreedColumn): { goods: Halalas; beforeVat: Halalas; withVat: Halalas } {
  const goods = sumHalalas(column.lines.map(sumOfLine));
  const beforeVat = goods + sumHalalas(column.adjustments.map(({ amount }) => amount));
  return { goods, beforeVat, withVat: beforeVat + sumHalalas(column.vat.map(({ amount }) => amount)) };
}

export function sumOfLine({ amount, adjustments }: Pick<ColumnLine, 'amount' | 'adjustments'>): Halalas {
  return amount + sumHalalas(adjustments.map((each) => each.amount));
}

/** Returns undefined when the sale's amounts differ from the document's. */
function columnOfSale(invoice: Invoice, sale: Sale): AgreedColumn | undefined {
  const basket = basketOf(sale);
  if (basket === undefined) return undefined;
  const includesVat = sale.prices === 'includeVat';
  const priced = basket.groups.flatMap((group) => group.lines);
  const lines = invoice.lines.flatMap((document, index) => {
    const line = priced.find((each) => each.index === index);
    if (line === undefined || !new Exact(line.line.quantity).equals(document.quantity)) return [];
    if (line.amount !== (includesVat ? document.gross : document.net)) return [];
    const adjustments = line.agreed.flatMap(statedAdjustment);
    return [{ unitPrice: line.line.unitPrice, amount: line.fullAmount, adjustments, document }];
  });
  const rounding = roundToHalalas(sale.payableRounding ?? 0);
  const column: AgreedColumn = {
    includesVat,
    lines,
    adjustments: basket.agreed.flatMap(statedAdjustment),
    ...below(invoice, includesVat),
    rounding,
    vatRounding: includesVat ? (invoice.totals.rounding ?? 0) - rounding : 0,
  };
  const isWhole = lines.length === invoice.lines.length && priced.length === lines.length;
  return isWhole && sumOfColumn(column) === invoice.totals.payable ? column : undefined;
}

/** Returns undefined for a sale that today's rules refuse. */
function basketOf(sale: Sale): Basket | undefined {
  try {
    return priceBasket(sale);
  } catch {
    return undefined;
  }
}

function columnOfDocument(invoice: Invoice): AgreedColumn {
  const lines = invoice.lines.map((document): ColumnLine => {
    const adjustments = document.allowanceCharges.flatMap(documentAdjustment);
    const amount = document.net - sumHalalas(adjustments.map((each) => each.amount));
    return { unitPrice: document.price, amount, adjustments, document };
  });
  const adjustments = invoice.allowanceCharges.flatMap(documentAdjustment);
  return {
    includesVat: false,
    lines,
    adjustments,
    ...below(invoice, false),
    rounding: invoice.totals.rounding ?? 0,
    vatRounding: 0,
  };
}

function below(
  { vatBreakdown, prepayments }: Invoice,
  includesVat: boolean,
): Pick<AgreedColumn, 'vat' | 'prepaid'> {
  const vat = vatBreakdown.map(({ category, rate, taxable, vatAmount }) => ({
    category,
    rate,
    taxable,
    amount: vatAmount,
  }));
  const advances = new Map<string, Halalas>();
  for (const { document, taxable, vatAmount } of prepayments)
    advances.set(document.number, (advances.get(document.number) ?? 0) - taxable - vatAmount);
  return {
    vat: includesVat ? [] : vat,
    prepaid: [...advances].map(([number, amount]) => ({ number, amount })),
  };
}

function statedAdjustment({ charge, what, amount }: AgreedAdjustment): ColumnAdjustment[] {
  if (amount === 0) return [];
  const { percent, reason }: Discount | Charge = what;
  return [{ charge, amount: charge ? amount : -amount, percent, reason }];
}

/** The word for a discount without a given reason, which the paper omits because it states a discount anyway. */
const plainDiscount = inOneText(documentTexts.discount);

function documentAdjustment({ charge, amount, reason }: AllowanceCharge): ColumnAdjustment[] {
  if (amount === 0) return [];
  return [
    { charge, amount: charge ? amount : -amount, reason: reason === plainDiscount ? undefined : reason },
  ];
}
