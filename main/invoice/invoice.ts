import type { Halalas } from '../../shared/money.ts';
import type { Address } from '../../shared/party.ts';
import type { VatCategory } from '../../shared/vat.ts';

/*
 * The invoice is a sale in the authority's terms, before it becomes a document. Every amount is final here; the UBL
 * template only writes them down. Business terms (BT-n, KSA-n) are those of the XML Implementation Standard.
 */

/** UNTDID 1001 codes the authority knows: 388 invoice, 381 credit note, 383 debit note, 386 prepayment (BT-3). */
export type InvoiceTypeCode = '388' | '381' | '383' | '386';

export interface Party {
  readonly name: string;
  readonly vatNumber?: string | undefined;
  /** Exactly one other identification, for instance { scheme: 'CRN', value: '1010010000' }. */
  readonly identification?: { readonly scheme: string; readonly value: string } | undefined;
  readonly address?: Address | undefined;
}

/** A seller registered for VAT: rules BR-KSA-39 and BR-KSA-40 reject a document without the number. */
export interface Seller extends Party {
  readonly vatNumber: string;
}

export interface VatRate {
  readonly category: VatCategory;
  /** Percent with two decimals, for instance `15.00`. */
  readonly rate: string;
}

/** A document-level (BG-20, BG-21) or line-level (BG-27, BG-28) allowance or charge; amounts are never negative. */
export interface AllowanceCharge {
  readonly charge: boolean;
  readonly amount: Halalas;
  readonly reason?: string | undefined;
  /** UNTDID 5189 for an allowance, 7161 for a charge. */
  readonly reasonCode?: string | undefined;
  /** Document level only. */
  readonly vat?: VatRate | undefined;
}

export interface InvoiceLine {
  /** `1`, `2`, … (BT-126). */
  readonly id: string;
  readonly name: string;
  readonly quantity: string;
  readonly unit: string;
  /** Net unit price as written (BT-146), any number of decimals. */
  readonly price: string;
  readonly allowanceCharges: readonly AllowanceCharge[];
  /** BT-131. */
  readonly net: Halalas;
  /** KSA-11. */
  readonly vatAmount: Halalas;
  /** KSA-12: net + VAT; the shelf price. */
  readonly gross: Halalas;
  readonly vat: VatRate;
  /** Item numbers: a standard number such as a GTIN (BT-157), the seller's (BT-155), the buyer's (BT-156). */
  readonly barcode?: string | undefined;
  readonly sellerItemId?: string | undefined;
  readonly buyerItemId?: string | undefined;
}

/** The reason for charging no VAT (BT-121, BT-120). */
export interface Exemption {
  readonly exemptionCode?: string | undefined;
  readonly exemptionText?: string | undefined;
}

/**
 * A line that deducts the amount of a prepayment invoice at one VAT rate; it sells nothing, so its own quantity, price
 * and amounts are zero (BR-KSA-82).
 */
export interface PrepaymentLine extends Exemption {
  /** Continues the numbers of the lines (BT-126). */
  readonly id: string;
  readonly name: string;
  /** The prepayment invoice (KSA-26 to KSA-30): the time is `HH:mm:ss`. */
  readonly document: {
    readonly number: string;
    readonly uuid?: string | undefined;
    readonly issueDate: string;
    readonly issueTime: string;
  };
  readonly vat: VatRate;
  /** KSA-31. */
  readonly taxable: Halalas;
  /** KSA-32. */
  readonly vatAmount: Halalas;
}

/** One row of the VAT breakdown (BG-23): one per category, rate and exemption reason. */
export interface VatSubtotal extends VatRate, Exemption {
  readonly taxable: Halalas;
  readonly vatAmount: Halalas;
}

export interface InvoiceTotals {
  /** BT-106: sum of line nets. */
  readonly lines: Halalas;
  /** BT-107, BT-108: sums of document allowances and charges; undefined when there are none. */
  readonly allowances?: Halalas | undefined;
  readonly charges?: Halalas | undefined;
  /** BT-109. */
  readonly taxExclusive: Halalas;
  /** BT-110, document currency. */
  readonly vat: Halalas;
  /** BT-111, SAR. */
  readonly vatInSar: Halalas;
  /** BT-112. */
  readonly taxInclusive: Halalas;
  /** BT-113; undefined when nothing was paid before. */
  readonly prepaid?: Halalas | undefined;
  /**
   * BT-114: makes the payable amount the sum of the shelf labels, or one that can be paid in coins; undefined when 0.
   */
  readonly rounding?: Halalas | undefined;
  /** BT-115: the amount the customer pays. */
  readonly payable: Halalas;
}

/** The content of a document, before it has a place in the chain. */
export interface Invoice {
  readonly typeCode: InvoiceTypeCode;
  /** Seven positions NNPNESB (KSA-2), for instance 0200000. */
  readonly typeName: string;
  /** ISO 4217 (BT-5). */
  readonly currency: string;
  /** SAR for one unit of another currency, as written; undefined for SAR. */
  readonly exchangeRate?: string | undefined;
  /** BT-22. */
  readonly notes: readonly string[];
  /** BT-13. */
  readonly orderReference?: string | undefined;
  /** BT-12. */
  readonly contractReference?: string | undefined;
  /** BG-3. */
  readonly corrects: readonly { number: string; uuid?: string | undefined; issueDate?: string | undefined }[];
  readonly seller: Seller;
  readonly buyer?: Party | undefined;
  /** KSA-5, KSA-24: dates `YYYY-MM-DD`; undefined = the day of issue on a standard invoice. */
  readonly supplyDate?: string | undefined;
  readonly supplyEndDate?: string | undefined;
  readonly payments: readonly Payment[];
  readonly allowanceCharges: readonly AllowanceCharge[];
  readonly vatBreakdown: readonly VatSubtotal[];
  readonly totals: InvoiceTotals;
  readonly lines: readonly InvoiceLine[];
  /** Written after the lines. */
  readonly prepayments: readonly PrepaymentLine[];
}

/** BG-16. */
export interface Payment {
  /** UNTDID 4461 (BT-81). */
  readonly code: string;
  /** KSA-10: the reason of a credit or debit note; text for the buyer on other documents. */
  readonly instruction?: string | undefined;
  /** BT-84. */
  readonly account?: string | undefined;
  /** BT-20, at the authority's place for it (KSA-22). */
  readonly terms?: string | undefined;
}

/** The values a document gets with its place in the chain. */
export interface Placement {
  /** The number for people (BT-1). */
  readonly number: string;
  readonly uuid: string;
  /** Milliseconds since 1970; written as Riyadh time (UTC+3, no daylight saving). */
  readonly issuedAt: number;
  /** Invoice counter value (KSA-16), from 1. */
  readonly icv: number;
  /** Previous invoice hash (KSA-13), Base64. */
  readonly previousHash: string;
}

/**
 * The exact UBL text in the three parts around the stamp's blocks. The joined parts are the canonical form (C14N 1.1)
 * that is hashed: head + [UBLExtensions] + opening + [QR, Signature] + rest.
 */
export interface Document<Rest extends string | Uint8Array = string> {
  readonly placement: Placement;
  /** The root start tag. */
  readonly head: string;
  /** From ProfileID to the previous-hash reference. */
  readonly opening: string;
  /** From AccountingSupplierParty to the root end tag. */
  readonly rest: Rest;
  /** Seller and amounts for the QR: exactly the texts of the document. */
  readonly qr: {
    readonly sellerName: string;
    readonly vatNumber: string;
    /** Riyadh time `YYYY-MM-DDTHH:mm:ss`. */
    readonly issuedAt: string;
    readonly payable: string;
    readonly vat: string;
  };
  /** True for a simplified document, whose QR contains the certificate's own signature (tag 9). */
  readonly simplified: boolean;
}
