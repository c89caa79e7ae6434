import * as z from 'zod';
import { codedIssue, decimal, text } from '../fields.ts';
import { chargeReasonCodes } from './codes.ts';
import { saleLimits } from './sale-limits.ts';
import { exemptionReason, exemptionReasons, vatCategories } from './vat.ts';

/* Goods and prices: lines, discounts and charges, in the till's own terms. */

/** The VAT of a line: `S` needs a rate (15 by default); `Z`, `E` and `O` need the reason why no VAT is charged. */
export const vatSchema = z
  .strictObject({
    category: z.enum(vatCategories).describe('S standard; Z zero, E exempt and O out of scope need a reason'),
    rate: decimal(2, 'notNegative').optional().describe('Percent. S: 15 or 5; others 0. 15 or 0 if left out'),
    reason: z
      .string()
      .meta({ enum: exemptionReasons.map(({ code }) => code) })
      .optional()
      .describe('Why no VAT is charged: the official code, for instance VATEX-SA-35'),
    reasonText: text(saleLimits.text)
      .optional()
      .describe('The reason in words, where its code has none (VATEX-SA-OOS)'),
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

/** Either `amount` (document currency, with or without VAT like the prices) or `percent`. */
const size = {
  amount: decimal(saleLimits.amountDecimals, 'positive')
    .optional()
    .describe('In the document’s currency, with or without VAT as prices says. Either this or percent'),
  percent: decimal(2, 'positive')
    .refine((percent) => Number(percent) <= 100, codedIssue('percent', 'must be at most 100'))
    .optional()
    .describe('Above 0, up to 100: of quantity × unitPrice, or of the sum of the lines for the whole basket'),
};
const hasOneSize = (size: { amount?: unknown; percent?: unknown }) =>
  (size.amount === undefined) !== (size.percent === undefined);
const oneSize = codedIssue('amount-or-percent', 'must have either an amount or a percent');

const discountFields = { ...size, reason: text(saleLimits.text).optional().describe('Why; on the document') };

const chargeFields = {
  ...size,
  reasonCode: z
    .string()
    .meta({ enum: [...chargeReasonCodes] })
    .refine(
      (code) => chargeReasonCodes.has(code),
      codedIssue('charge-reason', 'must be a code of UNTDID 7161'),
    )
    .describe('UNTDID 7161: DL delivery, FC freight, ABK miscellaneous'),
  reason: text(saleLimits.text).describe('What is charged, in words'),
};

/** A discount on a line; a percent is of quantity × unit price. */
export const discountSchema = z.strictObject(discountFields).refine(hasOneSize, oneSize);

/** A charge on a line; a percent is of quantity × unit price. */
export const chargeSchema = z.strictObject(chargeFields).refine(hasOneSize, oneSize);

/**
 * A discount on the whole basket, divided among its VAT rates in proportion to their amounts or, with `vat`, only for
 * that rate. A percent is of the sum of the lines.
 */
export const basketDiscountSchema = z
  .strictObject({
    ...discountFields,
    vat: vatSchema.optional().describe('Off this VAT rate alone; shared among all if left out'),
  })
  .refine(hasOneSize, oneSize);

/** A charge on the basket, for instance for delivery; divided like a discount or, with `vat`, taxed at that rate. */
export const basketChargeSchema = z
  .strictObject({
    ...chargeFields,
    vat: vatSchema.optional().describe('Taxed so; shared among the rates of the lines if left out'),
  })
  .refine(hasOneSize, oneSize);

/** The schemas of adjustments, in which an amount of 0 means that there is none. */
export const adjustmentSchemas: ReadonlySet<z.ZodType> = new Set([
  discountSchema,
  chargeSchema,
  basketDiscountSchema,
  basketChargeSchema,
]);

const several = <S extends z.ZodType>(schema: S) => z.array(schema).max(saleLimits.adjustments);

export const lineSchema = z.strictObject({
  name: text(saleLimits.text).describe(
    'What it is, as on the receipt; both languages with " | " between them',
  ),
  quantity: decimal(saleLimits.quantityDecimals, 'positive').describe(
    'Above zero, up to 6 decimals (a weight: 0.345). A text or a number',
  ),
  unit: text(saleLimits.reference)
    .default('PCE')
    .describe('UN/ECE Recommendation 20, for instance KGM for a kilogram; PCE, a piece, if left out'),
  unitPrice: decimal(saleLimits.priceDecimals, 'notNegative').describe(
    'Of one unit, up to 6 decimals, with or without VAT as prices says. A text such as "12.50" is safest',
  ),
  vat: vatSchema.default(standardVat).describe('15 % if left out'),
  discount: discountSchema.optional().describe('Off this line'),
  discounts: several(discountSchema).optional().describe('Further discounts of this line'),
  charges: several(chargeSchema).optional().describe('On top of this line'),
  barcode: text(saleLimits.reference).optional().describe('GTIN or another standard number'),
  sellerItemId: text(saleLimits.reference).optional().describe('Your own number of the article'),
  buyerItemId: text(saleLimits.reference).optional().describe('The buyer’s number of the article'),
  correctsLine: z
    .int()
    .min(1)
    .max(saleLimits.lines)
    .optional()
    .describe(
      'Notes only: the line, from 1, of the corrected document, which keeps count of what is left of it',
    ),
  goodsBack: z
    .boolean()
    .optional()
    .describe(
      'Notes only: whether the goods of this line came back. Left out, they did if the line gives back the whole price of its quantity; a line below that takes off money alone',
    ),
});

export const basketAdjustments = {
  discount: basketDiscountSchema.optional().describe('Off the whole basket'),
  discounts: several(basketDiscountSchema).optional().describe('Further discounts of the basket'),
  charges: several(basketChargeSchema).optional().describe('On top of the basket, for instance delivery'),
};

export type Vat = z.output<typeof vatSchema>;
export type SaleLine = z.output<typeof lineSchema>;
export type Discount = z.output<typeof discountSchema>;
export type Charge = z.output<typeof chargeSchema>;
