import * as z from 'zod';
import { decimal, own, text } from './fields.ts';
import { exemptionReason, vatCategories } from './vat.ts';

/*
 * A sale in the till's own words: the first stage of the way of one sale. No tax document term appears here but
 * the VAT category; main/invoice turns it into an invoice. Amounts are decimal texts in riyals (`"12.50"`); JSON
 * numbers are taken by their shortest decimal text, so 12.5 is 12.50 exactly.
 */

/** Limits of one sale, each stated when it refuses. */
export const saleLimits = {
  lines: 5000,
  quantityDecimals: 6,
  priceDecimals: 6,
  amountDecimals: 2,
  text: 1000,
  reference: 127,
} as const;

const date = z.iso
  .date({ error: 'must be a date such as 2026-11-20' })
  .refine((day) => day >= '2000', own('date-too-early', 'must be 2000 or later')); // rule BR-KSA-F-01

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

/** Exactly one of `amount` (riyals, in the same sense as the prices: with or without VAT) and `percent` (0–100). */
export const discountSchema = z
  .strictObject({
    amount: decimal(saleLimits.amountDecimals, 'positive').optional(),
    percent: decimal(2, 'positive')
      .refine((percent) => Number(percent) <= 100, own('percent', 'must be at most 100'))
      .optional(),
    reason: text(saleLimits.text).optional(),
  })
  .refine(
    (discount) => (discount.amount === undefined) !== (discount.percent === undefined),
    own('amount-or-percent', 'must have either an amount or a percent'),
  );

export const lineSchema = z.strictObject({
  name: text(saleLimits.text),
  /** Up to 6 decimals, above zero (weights: 0.345). */
  quantity: decimal(saleLimits.quantityDecimals, 'positive'),
  /** UN/ECE Recommendation 20; PCE = piece, KGM = kilogram. */
  unit: text(saleLimits.reference).default('PCE'),
  /** For one unit, in riyals, up to 6 decimals, with or without VAT as the sale's `prices` says. */
  unitPrice: decimal(saleLimits.priceDecimals, 'notNegative'),
  vat: vatSchema.default({ category: 'S', rate: '15' }),
  /** Off this line. */
  discount: discountSchema.optional(),
});

/** Ways a buyer can be identified besides a VAT number (rule BR-KSA-14). */
export const buyerSchemes = [
  'TIN',
  'CRN',
  'MOM',
  'MLS',
  '700',
  'SAG',
  'NAT',
  'GCC',
  'IQA',
  'PAS',
  'OTH',
] as const;

export const vatNumberSchema = z
  .string()
  .regex(/^3\d{13}3$/, own('vat-number', 'must have 15 digits, the first and the last a 3'));

export const addressSchema = z.strictObject({
  street: text(saleLimits.text),
  additionalStreet: text(saleLimits.reference).optional(),
  /** Four digits in Saudi Arabia. */
  building: text(saleLimits.reference).optional(),
  district: text(saleLimits.reference).optional(),
  city: text(saleLimits.reference),
  /** Five digits in Saudi Arabia. */
  postalCode: text(saleLimits.reference).optional(),
  province: text(saleLimits.reference).optional(),
  /** ISO 3166-1 alpha-2. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, own('country', 'must be a country code such as SA'))
    .default('SA'),
});

export const buyerSchema = z.strictObject({
  name: text(saleLimits.text),
  /** Saudi VAT number; leave out when the buyer is not registered and give an identification instead. */
  vatNumber: vatNumberSchema.optional(),
  identification: z
    .strictObject({ scheme: z.enum(buyerSchemes), value: text(saleLimits.reference) })
    .optional(),
  address: addressSchema.optional(),
});

/** The till's payment means; main/invoice knows their UNTDID 4461 codes. */
export const paymentMeans = ['cash', 'card', 'bankTransfer', 'bankAccount', 'other'] as const;

export const saleSchema = z
  .strictObject({
    /** The till's own id of this sale (UUID). The same id twice answers with the same document: a retry never doubles. */
    saleId: z.uuid({ error: 'must be a UUID' }).optional(),
    kind: z.enum(['invoice', 'creditNote', 'debitNote']).default('invoice'),
    /** A consumer gets a simplified invoice (reported); a business a tax invoice (cleared). */
    customer: z.enum(['consumer', 'business']).default('consumer'),
    /** Whether `unitPrice` and every discount amount include VAT, as on a shelf label, or not. */
    prices: z.enum(['includeVat', 'excludeVat']).default('includeVat'),
    lines: z
      .array(lineSchema)
      .min(1, 'must have at least one line')
      .max(saleLimits.lines, `must have at most ${saleLimits.lines} lines`),
    /** Off the whole basket; shared out over its VAT categories in proportion. */
    discount: discountSchema.optional(),
    buyer: buyerSchema.optional(),
    payments: z
      .array(z.strictObject({ means: z.enum(paymentMeans) }))
      .min(1)
      .max(20)
      .default([{ means: 'cash' }]),
    /** When goods or services are supplied; for a business sale the day of issue unless said otherwise. */
    supplyDate: date.optional(),
    /** The buyer's purchase order. */
    orderReference: text(saleLimits.reference).optional(),
    note: text(saleLimits.text).optional(),
    /** Credit and debit notes: the documents they correct, and why. */
    corrects: z
      .array(
        z.strictObject({
          number: text(saleLimits.reference),
          uuid: z.uuid().optional(),
          issueDate: date.optional(),
        }),
      )
      .min(1)
      .max(100)
      .optional(),
    reason: text(saleLimits.text).optional(),
  })
  .superRefine((sale, context) => {
    const refuse = (path: (string | number)[], code: string, message: string) =>
      context.addIssue({ code: 'custom', path, message, params: { code } });
    if (sale.customer === 'business') {
      if (sale.buyer === undefined)
        refuse(['buyer'], 'buyer-missing', 'must name the buyer of a business sale');
      else {
        const { buyer } = sale;
        if (buyer.vatNumber === undefined && buyer.identification === undefined)
          refuse(
            ['buyer', 'vatNumber'],
            'buyer-id-missing',
            'must have a VAT number or another identification',
          );
        if (buyer.address === undefined)
          refuse(['buyer', 'address'], 'address-missing', 'must have an address on a business sale');
        else if (buyer.address.country === 'SA') {
          const { building, district, postalCode } = buyer.address;
          if (building === undefined)
            refuse(['buyer', 'address', 'building'], 'required', 'is needed in Saudi Arabia');
          if (district === undefined)
            refuse(['buyer', 'address', 'district'], 'required', 'is needed in Saudi Arabia');
          if (postalCode === undefined || !/^\d{5}$/.test(postalCode))
            refuse(['buyer', 'address', 'postalCode'], 'postal-code', 'must have five digits');
        }
      }
    }
    if (sale.kind !== 'invoice') {
      if (sale.corrects === undefined)
        refuse(['corrects'], 'corrects-missing', 'must name the invoice it corrects');
      if (sale.reason === undefined) refuse(['reason'], 'reason-missing', 'must say why');
    } else if (sale.corrects !== undefined)
      refuse(['corrects'], 'corrects-not-allowed', 'is only for credit and debit notes');
    // One document has one exemption reason per category (rules BR-Z-08, BR-E-08, BR-O-08).
    const reasonOf = new Map<string, string>();
    sale.lines.forEach(({ vat }, index) => {
      if (vat.category === 'S') return;
      const key = `${vat.reason}|${vat.reasonText ?? ''}`;
      const first = reasonOf.get(vat.category) ?? key;
      reasonOf.set(vat.category, first);
      if (first !== key)
        refuse(
          ['lines', index, 'vat', 'reason'],
          'reason-mixed',
          'must be the same on all lines of this category',
        );
    });
  });

/** A sale as a till writes it (defaults may be left out). */
export type SaleInput = z.input<typeof saleSchema>;
/** A sale that was checked and completed. */
export type Sale = z.output<typeof saleSchema>;
export type SaleLine = Sale['lines'][number];
export type Address = z.output<typeof addressSchema>;
export type Buyer = z.output<typeof buyerSchema>;
export type PaymentMeans = (typeof paymentMeans)[number];
