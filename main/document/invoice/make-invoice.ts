import { fail } from '../../../shared/failure.ts';
import { paymentCode } from '../../../shared/sale/payment-code.ts';
import { type Sale, type SaleKind, saleKinds } from '../../../shared/sale/sale.ts';
import {
  type Halalas,
  halalasToExact,
  halalasToText,
  roundToHalalas,
  sumHalalas,
} from '../../../shared/values/money.ts';
import { readBasket } from './amounts/basket.ts';
import { type SettleTax, taxOf } from './amounts/group-tax.ts';
import { takeVatOut } from './amounts/inclusive-prices.ts';
import { putVatOn } from './amounts/net-prices.ts';
import { prepaymentLines } from './amounts/prepayments.ts';
import type { PricedLine } from './amounts/priced-group.ts';
import { addUp } from './amounts/totals.ts';
import { checkParties, partiesOf } from './check-parties.ts';
import type {
  Invoice,
  InvoiceLine,
  InvoiceTotals,
  InvoiceTypeCode,
  Payment,
  Seller,
  VatRate,
} from './invoice.ts';

const typeCodes: Readonly<Record<SaleKind, InvoiceTypeCode>> = {
  invoice: '388',
  creditNote: '381',
  debitNote: '383',
  prepayment: '386',
};

/** Returns the kind of sale that has this type. */
export const kindOf = (code: InvoiceTypeCode): SaleKind =>
  saleKinds.find((kind) => typeCodes[kind] === code) ?? 'invoice';

/**
 * Converts a sale to the authority's terms.
 * @param company the terminal's company: the seller, or on a self-billed sale the buyer
 * @param settle sets a tax for VAT groups that differs from the computed one
 * @throws FailureError `bad-input` with paths into the sale: `discount-above-price`, `discount-without-goods`,
 * `amount-out-of-range`, `prepaid-above-total`, `prepayment-category`, `vat-differs`, `payable-negative`,
 * `buyer-is-seller`, `national-id-missing`, `simplified-to-taxable`
 */
export function makeInvoice(sale: Sale, company: Seller, settle?: SettleTax): Invoice {
  const parties = partiesOf(sale, company);
  const issues = checkParties(sale, parties);
  if (issues.length > 0) fail('bad-input', { issues });

  const groups = readBasket(sale);
  const includeVat = sale.prices === 'includeVat';
  const priced = groups.map((group) => {
    const byRate = taxOf(sale, group);
    const tax = settle?.(group, byRate) ?? byRate;
    return { group, tax, ...(includeVat ? takeVatOut(group, tax.taxable) : putVatOn(group)) };
  });

  const lines: InvoiceLine[] = [];
  for (const { group, lines: pricedLines } of priced)
    for (const line of pricedLines) lines[line.line.index] = invoiceLine(line, group.rate);
  const amounts = {
    lines,
    allowanceCharges: priced.flatMap((group) => group.adjustments),
    vatBreakdown: priced.map(({ group, tax }) => ({ ...group.rate, ...tax, ...group.exemption })),
    prepayments: prepaymentLines(
      sale,
      groups.map((group) => group.rate),
      issues,
    ),
  };
  if (issues.length > 0) fail('bad-input', { issues });
  const rounding = roundToHalalas(sale.payableRounding ?? 0);
  const totals = addUp({
    ...amounts,
    shelfTotal: includeVat ? sumHalalas(groups.map((group) => group.amount)) : undefined,
    rounding,
    exchangeRate: sale.exchangeRate,
  });
  refuseNegative(totals, rounding);
  refuseSimplified(sale, totals);

  return {
    typeCode: typeCodes[sale.kind],
    typeName: typeName(sale),
    currency: sale.currency ?? 'SAR',
    exchangeRate: sale.exchangeRate,
    notes: [...(sale.note === undefined ? [] : [sale.note]), ...(sale.notes ?? [])],
    orderReference: sale.orderReference,
    contractReference: sale.contractReference,
    corrects: (sale.corrects ?? []).map(({ otherSystem: _, ...document }) => document),
    ...parties,
    supplyDate: sale.supplyDate,
    supplyEndDate: sale.supplyEndDate,
    payments: payments(sale),
    ...amounts,
    totals,
  };
}

/** The payable amount of a document is zero or more: money owed to the buyer needs a credit note. */
function refuseNegative({ payable, prepaid = 0 }: InvoiceTotals, rounding: Halalas): void {
  if (payable >= 0) return;
  const limit = halalasToText(payable - rounding + prepaid);
  const issue =
    payable < rounding
      ? { path: ['prepayments'], code: 'prepaid-above-total', message: `must not be more than ${limit}` }
      : { path: ['payableRounding'], code: 'payable-negative', message: 'must leave nothing below zero' };
  fail('bad-input', { issues: [{ ...issue, params: { limit } }] });
}

/** The total with VAT, in halalas, from which a buyer with a VAT number needs a tax invoice. */
const simplifiedBelow = 100_000;

/**
 * A buyer with a VAT number could not deduct the VAT of a simplified invoice (VAT Implementing Regulations, article
 * 53(7)). A note is of its invoice's kind.
 */
function refuseSimplified(
  { customer, kind, buyer, exchangeRate }: Sale,
  { taxExclusive, vat }: InvoiceTotals,
) {
  const isTaxable = customer === 'consumer' && buyer?.vatNumber !== undefined;
  if (!isTaxable || (kind !== 'invoice' && kind !== 'prepayment')) return;
  const total = halalasToExact(taxExclusive + vat).times(exchangeRate ?? 1);
  if (total.lessThan(halalasToText(simplifiedBelow))) return;
  const limit = halalasToText(simplifiedBelow);
  const message = `must be business for a buyer with a VAT number, from ${limit} SAR on`;
  fail('bad-input', {
    issues: [{ path: ['customer'], code: 'simplified-to-taxable', message, params: { limit } }],
  });
}

/** Returns NNPNESB: the kind of customer, then the flags (KSA-2). */
function typeName({ customer, special = {} }: Sale): string {
  const { thirdParty, nominal, export: exported, summary, selfBilled } = special;
  const flags = [thirdParty, nominal, exported, summary, selfBilled].map((flag) => (flag ? '1' : '0'));
  return `${customer === 'business' ? '01' : '02'}${flags.join('')}`;
}

function invoiceLine(
  { line, price, adjustments, net, vatAmount, gross }: PricedLine,
  vat: VatRate,
): InvoiceLine {
  const { index, line: sold } = line;
  return {
    id: String(index + 1),
    name: sold.name,
    quantity: sold.quantity,
    unit: sold.unit,
    price,
    allowanceCharges: adjustments,
    net,
    vatAmount,
    gross,
    vat,
    barcode: sold.barcode,
    sellerItemId: sold.sellerItemId,
    buyerItemId: sold.buyerItemId,
  };
}

/** The reason of a credit or debit note is part of the payment means (BR-KSA-17), even if nothing is paid. */
function payments({ kind, payments, reason }: Sale): Payment[] {
  const isNote = kind === 'creditNote' || kind === 'debitNote';
  const stated: Sale['payments'] = isNote && payments.length === 0 ? [{ means: 'other' }] : payments;
  return stated.map(({ means, instruction, account, terms }) => ({
    code: paymentCode(means),
    instruction: isNote ? reason : instruction,
    account,
    terms,
  }));
}
