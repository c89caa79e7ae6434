import type { Address } from '../../../shared/sale/party.ts';
import type { VatCategory } from '../../../shared/sale/vat.ts';
import type { Halalas } from '../../../shared/values/money.ts';

/*
 * The invoice is a sale in the authority's terms, before it becomes a document. Every amount is final here; the UBL
 * template only writes them down. Business terms (BT-n, KSA-n) are those of the XML Implementation Standard.
 */

/** UNTDID 1001 codes that the authority knows: 388 invoice, 381 credit note, 383 debit note, 386 prepayment (BT-3). */
export type InvoiceTypeCode = '388' | '381' | '383' | '386';

export interface Party {
  readonly name: string;
  readonly vatNumber?: string | undefined;
  /** The other identification, for instance { scheme: 'CRN', value: '1010010000' }. */
  readonly identification?: { readonly scheme: string; readonly value: string } | undefined;
  readonly address?: Address | undefined;
}

/** A seller registered for VAT; rules BR-KSA-39 and BR-KSA-40 reject a document without the VAT number. */
export interface Seller extends Party {
  readonly vatNumber: string;
}

export interface VatRate {
  readonly category: VatCategory;
  /** The rate in percent with two decimals, for instance `15.00`. */
  readonly rate: string;
}

/** A document-level (BG-20, BG-21) or line-level (BG-27, BG-28) allowance or charge; amounts are never negative. */
export interface AllowanceCharge {
  readonly charge: boolean;
  readonly amount: Halalas;
  readonly reason?: string | undefined;
  /** The code of the reason: UNTDID 5189 for an allowance, 7161 for a charge. */
  readonly reasonCode?: string | undefined;
  /** The VAT; only at document level. */
  readonly vat?: VatRate | undefined;
}

export interface InvoiceLine {
  /** The number of the line: `1`, `2`, … (BT-126). */
  readonly id: string;
  readonly name: string;
  readonly quantity: string;
  readonly unit: string;
  /** The net unit price as written (BT-146), with any number of decimals. */
  readonly price: string;
  readonly allowanceCharges: readonly AllowanceCharge[];
  /** The net amount of the line (BT-131). */
  readonly net: Halalas;
  /** The VAT of the line (KSA-11). */
  readonly vatAmount: Halalas;
  /** The amount with VAT (KSA-12). */
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
  /** The prepayment invoice (KSA-26 to KSA-30); its time is `HH:mm:ss`. */
  readonly document: {
    readonly number: string;
    readonly uuid?: string | undefined;
    readonly issueDate: string;
    readonly issueTime: string;
  };
  readonly vat: VatRate;
  /** The taxable amount of the prepayment (KSA-31). */
  readonly taxable: Halalas;
  /** The VAT of the prepayment (KSA-32). */
  readonly vatAmount: Halalas;
}

/** A row of the VAT breakdown (BG-23), for one category, rate and exemption reason. */
export interface VatSubtotal extends VatRate, Exemption {
  readonly taxable: Halalas;
  readonly vatAmount: Halalas;
}

export interface InvoiceTotals {
  /** The sum of the lines' net amounts (BT-106). */
  readonly lines: Halalas;
  /** The sums of the document's allowances and charges (BT-107, BT-108); undefined when there are none. */
  readonly allowances?: Halalas | undefined;
  readonly charges?: Halalas | undefined;
  /** The total without VAT (BT-109). */
  readonly taxExclusive: Halalas;
  /** The VAT in the document's currency (BT-110). */
  readonly vat: Halalas;
  /** The VAT in riyals (BT-111). */
  readonly vatInSar: Halalas;
  /** The total with VAT (BT-112). */
  readonly taxInclusive: Halalas;
  /** The amount paid before (BT-113); undefined when nothing was. */
  readonly prepaid?: Halalas | undefined;
  /**
   * The rounding (BT-114): it makes the payable amount the sum of the shelf prices, or one that can be paid in coins;
   * undefined when 0.
   */
  readonly rounding?: Halalas | undefined;
  /** The amount that the customer pays (BT-115). */
  readonly payable: Halalas;
}

/** The content of a document, before it has a place in the chain. */
export interface Invoice {
  readonly typeCode: InvoiceTypeCode;
  /** The type in seven positions NNPNESB (KSA-2), for instance 0200000. */
  readonly typeName: string;
  /** The currency as in ISO 4217 (BT-5). */
  readonly currency: string;
  /** The riyals for one unit of another currency, as written; undefined for riyals. */
  readonly exchangeRate?: string | undefined;
  /** The notes (BT-22). */
  readonly notes: readonly string[];
  /** The number of the buyer's order (BT-13). */
  readonly orderReference?: string | undefined;
  /** The number of the contract (BT-12). */
  readonly contractReference?: string | undefined;
  /** The corrected documents (BG-3). */
  readonly corrects: readonly { number: string; uuid?: string | undefined; issueDate?: string | undefined }[];
  readonly seller: Seller;
  readonly buyer?: Party | undefined;
  /** The dates of supply as `YYYY-MM-DD` (KSA-5, KSA-24); if undefined, a standard invoice has its day of issue. */
  readonly supplyDate?: string | undefined;
  readonly supplyEndDate?: string | undefined;
  readonly payments: readonly Payment[];
  readonly allowanceCharges: readonly AllowanceCharge[];
  readonly vatBreakdown: readonly VatSubtotal[];
  readonly totals: InvoiceTotals;
  readonly lines: readonly InvoiceLine[];
  /** The deductions of prepayments, written after the lines. */
  readonly prepayments: readonly PrepaymentLine[];
}

/** A payment (BG-16). */
export interface Payment {
  /** The means as a code of UNTDID 4461 (BT-81). */
  readonly code: string;
  /** The reason of a credit or debit note (KSA-10); on other documents a text for the buyer. */
  readonly instruction?: string | undefined;
  /** The account for the payment (BT-84). */
  readonly account?: string | undefined;
  /** The terms of payment (BT-20), in the authority's own place for them (KSA-22). */
  readonly terms?: string | undefined;
}

/** The values that a document gets with its place in the chain. */
export interface Placement {
  /** The number for people (BT-1). */
  readonly number: string;
  readonly uuid: string;
  readonly issuedAt: number;
  /** The invoice counter value (KSA-16), from 1. */
  readonly icv: number;
  /** The previous invoice hash (KSA-13), Base64. */
  readonly previousHash: string;
}

/**
 * The exact UBL text, in the three parts around the stamp's blocks. The joined parts are the canonical form (C14N 1.1)
 * that is hashed: head + [UBLExtensions] + opening + [QR, Signature] + rest.
 */
export interface Document<Rest extends string | Uint8Array = string> {
  readonly placement: Placement;
  /** The root start tag. */
  readonly head: string;
  /** The text from ProfileID to the previous-hash reference. */
  readonly opening: string;
  /** The text from AccountingSupplierParty to the root end tag. */
  readonly rest: Rest;
  /** The seller and amounts for the QR, exactly as in the document. */
  readonly qr: {
    readonly sellerName: string;
    readonly vatNumber: string;
    /** The time in Riyadh as `YYYY-MM-DDTHH:mm:ss`. */
    readonly issuedAt: string;
    readonly payable: string;
    readonly vat: string;
  };
  /** True for a simplified document, whose QR contains the certificate's own signature (tag 9). */
  readonly simplified: boolean;
}
