import * as z from 'zod';
import { chargeReasonCodes } from './codes.ts';
import { decimal, own, text } from './fields.ts';
import { saleLimits } from './sale-limits.ts';
import { exemptionReason, vatCategories } from './vat.ts';

/* Goods and prices: lines, discounts and charges, in the till's own words. */

/** `S` needs a rate (15 unless said otherwise); `Z`, `E` and `O` need the reason why no VAT is charged. */
export const vatSchema = z
  .strictObject({
    category: z.enum(vatCategories),
    /** Percent. S: 15 or 5. Others: 0, may be left out. */
    rate: decimal(2, 'notNegative').optional(),
    /** Official code, for instance VATEX-SA-35. */
    reason: z.string().optional(),
    /** Words for the reason where the code has none (VATEX-SA-OOS). */
    reasonText: text(saleLimits.text).optional(),
  })
  .superRefine((vat, context) => {
    const refuse = (path: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message, params: { code } });
    const rate = Number(vat.rate ?? (vat.category === 'S' ? 15 : 0));
    if (vat.category === 'S') {
      if (rate !== 15 && rate !== 5) refuse('rate', 'vat-rate', 'must be 15 or 5');
      if (vat.reason !== undefined) refuse('reason', 'reason-not-allowed', 'is only for sales without VAT');
      return;
    }
    if (rate !== 0) refuse('rate', 'vat-rate', 'must be 0 for this category');
    const reason = vat.reason === undefined ? undefined : exemptionReason(vat.reason);
    if (vat.reason === undefined) refuse('reason', 'reason-missing', 'must say why no VAT is charged');
    else if (reason?.category !== vat.category)
      refuse('reason', 'reason-unknown', 'is not a reason of this category');
    else if (reason.en === '' && vat.reasonText === undefined)
      refuse('reasonText', 'reason-text-missing', 'must say in words why no VAT is charged');
  })
  .transform((vat) => ({ ...vat, rate: vat.rate ?? (vat.category === 'S' ? '15' : '0') }));

/** The VAT of a line that names none. */
export const standardVat = { category: 'S', rate: '15' } as const;

/** Either `amount` (document currency, with or without VAT as the prices) or `percent`. */
const size = {
  amount: decimal(saleLimits.amountDecimals, 'positive').optional(),
  /** 0–100, of the amount named at the field. */
  percent: decimal(2, 'positive')
    .refine((percent) => Number(percent) <= 100, own('percent', 'must be at most 100'))
    .optional(),
};
const hasOneSize = (size: { amount?: unknown; percent?: unknown }) =>
  (size.amount === undefined) !== (size.percent === undefined);
const oneSize = own('amount-or-percent', 'must have either an amount or a percent');

const discountFields = { ...size, reason: text(saleLimits.text).optional() };

const chargeFields = {
  ...size,
  /** UNTDID 7161: DL delivery, FC freight, ABK miscellaneous … (shared/codes.ts). */
  reasonCode: z
    .string()
    .refine((code) => chargeReasonCodes.has(code), own('charge-reason', 'must be a code of UNTDID 7161')),
  reason: text(saleLimits.text),
};

/** Off a line; a percent is of quantity × unit price. */
export const discountSchema = z.strictObject(discountFields).refine(hasOneSize, oneSize);

/** On top of a line; a percent is of quantity × unit price. */
export const chargeSchema = z.strictObject(chargeFields).refine(hasOneSize, oneSize);

/**
 * Off the whole basket: shared among its VAT rates in proportion to their amounts or, with `vat`, off that rate alone.
 * A percent is of the sum of the lines.
 */
export const basketDiscountSchema = z
  .strictObject({ ...discountFields, vat: vatSchema.optional() })
  .refine(hasOneSize, oneSize);

/** On top of the basket, for instance delivery; shared as a discount is or, with `vat`, taxed at that rate. */
export const basketChargeSchema = z
  .strictObject({ ...chargeFields, vat: vatSchema.optional() })
  .refine(hasOneSize, oneSize);

/** Schemas of adjustments, of which an amount of 0 means none. */
export const adjustmentSchemas: ReadonlySet<z.ZodType> = new Set([
  discountSchema,
  chargeSchema,
  basketDiscountSchema,
  basketChargeSchema,
]);

const several = <S extends z.ZodType>(schema: S) => z.array(schema).max(saleLimits.adjustments);

export const lineSchema = z.strictObject({
  name: text(saleLimits.text),
  /** Up to 6 decimals, above zero (weights: 0.345). */
  quantity: decimal(saleLimits.quantityDecimals, 'positive'),
  /** UN/ECE Recommendation 20; PCE = piece, KGM = kilogram. */
  unit: text(saleLimits.reference).default('PCE'),
  /** For one unit, in the document's currency, up to 6 decimals, with or without VAT as the sale's `prices` states. */
  unitPrice: decimal(saleLimits.priceDecimals, 'notNegative'),
  vat: vatSchema.default(standardVat),
  /** Off this line. */
  discount: discountSchema.optional(),
  /** Further discounts of this line. */
  discounts: several(discountSchema).optional(),
  /** On top of this line. */
  charges: several(chargeSchema).optional(),
  /** Item numbers: GTIN or another standard number (barcode), the seller's own, the buyer's own. */
  barcode: text(saleLimits.reference).optional(),
  sellerItemId: text(saleLimits.reference).optional(),
  buyerItemId: text(saleLimits.reference).optional(),
  /** Credit and debit notes: the number, from 1, of the corrected document's line, so that returns can be counted. */
  correctsLine: z.int().min(1).max(saleLimits.lines).optional(),
});

export const basketAdjustments = {
  discount: basketDiscountSchema.optional(),
  /** Further discounts of the basket. */
  discounts: several(basketDiscountSchema).optional(),
  charges: several(basketChargeSchema).optional(),
};

export type Vat = z.output<typeof vatSchema>;
export type SaleLine = z.output<typeof lineSchema>;
export type Discount = z.output<typeof discountSchema>;
export type Charge = z.output<typeof chargeSchema>;
