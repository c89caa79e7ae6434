import { fail } from '../../shared/failure.ts';
import { sumHalalas } from '../../shared/money.ts';
import type { PaymentMeans, Sale } from '../../shared/sale.ts';
import { discountAllowance, readBasket } from './basket.ts';
import { checkParties } from './check-parties.ts';
import { takeVatOut } from './inclusive-prices.ts';
import type { Invoice, InvoiceLine, InvoiceTypeCode, Seller, VatRate } from './invoice.ts';
import { putVatOn } from './net-prices.ts';
import type { PricedLine } from './priced-group.ts';
import { addUp } from './totals.ts';
import { vatSubtotal } from './vat-breakdown.ts';

const typeCodes: Readonly<Record<Sale['kind'], InvoiceTypeCode>> = {
  invoice: '388',
  creditNote: '381',
  debitNote: '383',
};

/** UNTDID 4461. */
const paymentCodes: Readonly<Record<PaymentMeans, string>> = {
  cash: '10',
  card: '48',
  bankTransfer: '30',
  bankAccount: '42',
  other: '1',
};

/**
 * What a sale comes to in the authority's terms.
 * @throws FailureError `bad-input` with paths into the sale: `discount-above-price`, `amount-out-of-range`,
 * `buyer-is-seller`, `national-id-missing`
 */
export function makeInvoice(sale: Sale, seller: Seller): Invoice {
  const issues = checkParties(sale, seller);
  if (issues.length > 0) fail('bad-input', { issues });

  const groups = readBasket(sale);
  const includeVat = sale.prices === 'includeVat';
  const priced = groups.map((group) => ({ group, ...(includeVat ? takeVatOut(group) : putVatOn(group)) }));

  const lines: InvoiceLine[] = [];
  for (const { group, lines: pricedLines } of priced)
    for (const line of pricedLines) lines[line.line.index] = invoiceLine(line, group.rate);
  const allowanceCharges = priced.flatMap((group) => group.adjustments);
  const vatBreakdown = priced.map(({ group, taxable }) => vatSubtotal(taxable, group));
  const shelfTotal = includeVat ? sumHalalas(groups.map((group) => group.amount)) : undefined;

  return {
    typeCode: typeCodes[sale.kind],
    typeName: sale.customer === 'business' ? '0100000' : '0200000',
    currency: 'SAR',
    note: sale.note,
    orderReference: sale.orderReference,
    corrects: sale.corrects ?? [],
    seller,
    buyer: sale.buyer,
    supplyDate: sale.supplyDate,
    payments: payments(sale),
    allowanceCharges,
    vatBreakdown,
    totals: addUp(lines, allowanceCharges, vatBreakdown, shelfTotal),
    lines,
  };
}

function invoiceLine(
  { line, price, allowance, net, vatAmount, gross }: PricedLine,
  vat: VatRate,
): InvoiceLine {
  const { index, line: sold } = line;
  return {
    id: String(index + 1),
    name: sold.name,
    quantity: sold.quantity,
    unit: sold.unit,
    price,
    allowances: allowance > 0 ? [discountAllowance(allowance, sold.discount?.reason)] : [],
    net,
    vatAmount,
    gross,
    vat,
  };
}

/** The reason of a credit or debit note has its place in the payment means (BR-KSA-17). */
function payments({ kind, payments, reason }: Sale): Invoice['payments'] {
  const instruction = kind === 'invoice' ? undefined : reason;
  return payments.map(({ means }) => ({ code: paymentCodes[means], instruction }));
}
