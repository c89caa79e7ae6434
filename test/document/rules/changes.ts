import type {
  AllowanceCharge,
  Invoice,
  InvoiceLine,
  InvoiceTotals,
  Party,
  Payment,
  PrepaymentLine,
  VatSubtotal,
} from '../../../main/document/invoice/invoice.ts';
import type { Address } from '../../../shared/sale/party.ts';
import { exemptionReason, type VatCategory } from '../../../shared/sale/vat.ts';

/* A small change to an invoice that breaks one rule. */

export type Change = (invoice: Invoice) => Invoice;

export const set =
  (change: Partial<Invoice>): Change =>
  (invoice) => ({ ...invoice, ...change });

export const all =
  (...changes: Change[]): Change =>
  (invoice) =>
    changes.reduce((changed, change) => change(changed), invoice);

/** Changes the first line, or the first of a VAT category. */
export const line =
  (change: Partial<InvoiceLine>, category?: VatCategory): Change =>
  (invoice) => {
    const index = invoice.lines.findIndex(({ vat }) => category === undefined || vat.category === category);
    return {
      ...invoice,
      lines: invoice.lines.map((each, at) => (at === index ? { ...each, ...change } : each)),
    };
  };

export const totals =
  (change: (totals: InvoiceTotals) => Partial<InvoiceTotals>): Change =>
  (invoice) => ({ ...invoice, totals: { ...invoice.totals, ...change(invoice.totals) } });

export const seller =
  (change: Partial<Party>): Change =>
  (invoice) => ({ ...invoice, seller: { ...invoice.seller, ...change } as Invoice['seller'] });

export const buyer =
  (change: Partial<Party>): Change =>
  (invoice) => ({ ...invoice, buyer: { name: '', ...invoice.buyer, ...change } });

/** Changes the address of a party, if it has one. */
const withAddress = (party: Party | undefined, change: Partial<Address>): Partial<Party> => ({
  address: party?.address && { ...party.address, ...change },
});

export const sellerAddress =
  (change: Partial<Address>): Change =>
  (invoice) =>
    seller(withAddress(invoice.seller, change))(invoice);

export const buyerAddress =
  (change: Partial<Address>): Change =>
  (invoice) =>
    buyer(withAddress(invoice.buyer, change))(invoice);

export const identified = (scheme: string, value: string): Partial<Party> => ({
  identification: { scheme, value },
});

export const payment =
  (change: Partial<Payment>): Change =>
  (invoice) => ({ ...invoice, payments: invoice.payments.map((each) => ({ ...each, ...change })) });

/** Changes the VAT breakdown's row of a category. */
export const row =
  (category: VatCategory, change: (row: VatSubtotal) => Partial<VatSubtotal>): Change =>
  (invoice) => ({
    ...invoice,
    vatBreakdown: invoice.vatBreakdown.map((each) =>
      each.category === category ? { ...each, ...change(each) } : each,
    ),
  });

const changeAdjustments = (
  adjustments: readonly AllowanceCharge[],
  charge: boolean,
  change: Partial<AllowanceCharge>,
) => adjustments.map((each) => (each.charge === charge ? { ...each, ...change } : each));

/** Changes the document's allowance or charge of a category. */
export const adjustment =
  (charge: boolean, change: Partial<AllowanceCharge>, category: VatCategory = 'S'): Change =>
  (invoice) => ({
    ...invoice,
    allowanceCharges: invoice.allowanceCharges.map((each) =>
      each.charge === charge && each.vat?.category === category ? { ...each, ...change } : each,
    ),
  });

export const lineAdjustment =
  (charge: boolean, change: Partial<AllowanceCharge>): Change =>
  (invoice) => ({
    ...invoice,
    lines: invoice.lines.map((each) => ({
      ...each,
      allowanceCharges: changeAdjustments(each.allowanceCharges, charge, change),
    })),
  });

/** Changes the line that deducts an advance in a category. */
export const prepayment =
  (category: VatCategory, change: (line: PrepaymentLine) => Partial<PrepaymentLine>): Change =>
  (invoice) => ({
    ...invoice,
    prepayments: invoice.prepayments.map((each) =>
      each.vat.category === category ? { ...each, ...change(each) } : each,
    ),
  });

/** Adds a payment. */
export const payAlso =
  (payment: Payment): Change =>
  (invoice) => ({ ...invoice, payments: [...invoice.payments, payment] });

/** Increases the VAT and the totals that include it, down to the payable amount. */
export const moreVat = (more: number) =>
  totals(({ vat, taxInclusive, payable }) => ({
    vat: vat + more,
    taxInclusive: taxInclusive + more,
    payable: payable + more,
  }));

export const moreWithoutVat = (more: number) =>
  totals(({ taxExclusive, taxInclusive, payable }) => ({
    taxExclusive: taxExclusive + more,
    taxInclusive: taxInclusive + more,
    payable: payable + more,
  }));

export const unchanged: Change = (invoice) => invoice;

export const zeroPercent = { category: 'S', rate: '0.00' } as const;
export const fivePercent = { rate: '5.00' } as const;

export function reasonOf(code: string) {
  return { exemptionCode: code, exemptionText: exemptionReason(code)?.en };
}

/** Makes an Arabic text of this many characters. */
export function textOf(length: number): string {
  return 'ن'.repeat(length);
}
