import { isGift } from '../../../main/document/invoice/amount-due.ts';
import type { Invoice, Seller } from '../../../main/document/invoice/invoice.ts';
import type { SaleInput } from '../../../shared/sale/sale.ts';
import { Exact, type Halalas, halalasToExact, halalasToText } from '../../../shared/values/money.ts';

/* Makes a sale from an invoice: the sale that a till would have to send to get this document again. */

/** A document with a rounded payable amount was made from shelf prices, and any other from prices without VAT. */
export function saleOfInvoice(invoice: Invoice): { sale: unknown; company: Seller } {
  const includeVat = (invoice.totals.rounding ?? 0) !== 0;
  const selfBilled = invoice.typeName[6] === '1';
  const isNote = invoice.typeCode === '381' || invoice.typeCode === '383';
  const { seller, buyer, currency } = invoice;
  const sale: { [field in keyof SaleInput]: unknown } = {
    kind: { 388: 'invoice', 381: 'creditNote', 383: 'debitNote', 386: 'prepayment' }[invoice.typeCode],
    customer: invoice.typeName.startsWith('01') ? 'business' : 'consumer',
    special: {
      thirdParty: invoice.typeName[2] === '1',
      nominal: invoice.typeName[3] === '1',
      export: invoice.typeName[4] === '1',
      summary: invoice.typeName[5] === '1',
      selfBilled,
    },
    prices: includeVat ? 'includeVat' : 'excludeVat',
    ...(currency !== 'SAR' && { currency, exchangeRate: exchangeRate(invoice) }),
    lines: invoice.lines.map((line) => ({
      name: line.name,
      quantity: line.quantity,
      unit: line.unit,
      unitPrice: includeVat ? halalasToExact(line.gross).dividedBy(line.quantity).toFixed() : line.price,
      vat: vatOf(line.vat, invoice),
    })),
    discounts: invoice.allowanceCharges
      .filter(({ charge, amount }) => !charge && amount > 0)
      .map(({ amount, reason, vat }) => ({
        amount: halalasToText(amount),
        reason,
        vat: vat && vatOf(vat, invoice),
      })),
    charges: invoice.allowanceCharges
      .filter(({ charge }) => charge)
      .map(({ amount, reason, reasonCode, vat }) => ({
        amount: halalasToText(amount),
        reason,
        reasonCode,
        vat: vat && vatOf(vat, invoice),
      })),
    ...(invoice.prepayments.length > 0 && {
      prepayments: invoice.prepayments.map(({ document, name, vat, taxable, vatAmount }) => ({
        ...document,
        name,
        amounts: [
          { vat: vatOf(vat, invoice), amount: halalasToText(taxable), vatAmount: halalasToText(vatAmount) },
        ],
      })),
    }),
    ...(selfBilled ? { supplier: seller } : buyer && { buyer }),
    // The authority's sample of a gift says that it was paid in cash.
    payments: isGift(invoice)
      ? []
      : invoice.payments.map(({ code, instruction, account, terms }) => ({
          means: code,
          ...(!isNote && { instruction }),
          account,
          terms,
        })),
    supplyDate: invoice.supplyDate,
    supplyEndDate: invoice.supplyEndDate,
    orderReference: invoice.orderReference,
    notes: invoice.notes,
    ...(isNote && { corrects: invoice.corrects, reason: invoice.payments[0]?.instruction }),
  };
  const company = selfBilled ? { name: '', ...buyer, vatNumber: buyer?.vatNumber ?? '' } : seller;
  return { sale, company };
}

/** A line has the category and the rate, and the breakdown has the reason for charging no VAT. */
function vatOf({ category, rate }: Invoice['lines'][number]['vat'], { vatBreakdown }: Invoice) {
  const row = vatBreakdown.find((each) => each.category === category);
  const { exemptionCode: reason, exemptionText: reasonText } = row ?? {};
  return category === 'S' ? { category, rate } : { category, rate, reason, reasonText };
}

/** Without VAT, any rate results in the same document. */
function exchangeRate({ totals }: Invoice): string {
  const ratio = (sar: Halalas, vat: Halalas) => new Exact(sar).dividedBy(vat).toFixed();
  return totals.vat === 0 ? '3.75' : ratio(totals.vatInSar, totals.vat);
}
