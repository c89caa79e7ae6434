import * as z from 'zod';
import { boundedText, own, pattern, text } from './fields.ts';
import { saleLimits } from './sale-limits.ts';

/* The seller and the buyer, as a sale or a company's settings name them. */

export const vatNumberSchema = pattern(
  /^3\d{13}3$/,
  'vat-number',
  'must have 15 digits, the first and the last a 3',
);

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
  country: pattern(/^[A-Z]{2}$/, 'country', 'must be a country code such as SA').default('SA'),
});
export type Address = z.output<typeof addressSchema>;

/** A seller's address has every part (rules BR-KSA-09, BR-KSA-37, BR-KSA-66). */
export const sellerAddressSchema = addressSchema
  .refine((address) => /^\d{4}$/.test(address.building ?? ''), {
    ...own('building', 'must have four digits'),
    path: ['building'],
  })
  .refine((address) => /^\d{5}$/.test(address.postalCode ?? ''), {
    ...own('postal-code', 'must have five digits'),
    path: ['postalCode'],
  })
  .refine((address) => address.district !== undefined, {
    ...own('required', 'is needed'),
    path: ['district'],
  });

/** Ways a seller is identified besides the VAT number (rule BR-KSA-08). */
export const sellerSchemes = ['CRN', 'MOM', 'MLS', '700', 'SAG', 'OTH'] as const;

export const sellerIdentificationSchema = z.strictObject({
  scheme: z.enum(sellerSchemes),
  value: pattern(/^[\p{L}\p{N}]{1,127}$/u, 'identification', 'must be letters and digits'),
});

/** The registered name; the QR limits its length. */
export const sellerNameSchema = boundedText(saleLimits.text, saleLimits.qrNameBytes);

/** A seller other than the terminal's own company, with every part the authority requires. */
export const supplierSchema = z.strictObject({
  name: sellerNameSchema,
  vatNumber: vatNumberSchema,
  identification: sellerIdentificationSchema,
  address: sellerAddressSchema,
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

export const buyerSchema = z.strictObject({
  name: text(saleLimits.text),
  /** Saudi VAT number; omit it when the buyer is not registered, and give an identification instead. */
  vatNumber: vatNumberSchema.optional(),
  identification: z
    .strictObject({ scheme: z.enum(buyerSchemes), value: text(saleLimits.reference) })
    .optional(),
  address: addressSchema.optional(),
});
export type Buyer = z.output<typeof buyerSchema>;

type Refuse = (path: string[], code: string, message: string) => void;

/** Finds what a tax invoice needs of its buyer and this one has not. */
export function checkBusinessBuyer(buyer: Buyer, refuse: Refuse): void {
  if (buyer.vatNumber === undefined && buyer.identification === undefined)
    refuse(['vatNumber'], 'buyer-id-missing', 'must have a VAT number or another identification');
  if (buyer.address === undefined)
    refuse(['address'], 'address-missing', 'must have an address on a business sale');
  else if (buyer.address.country === 'SA') checkSaudiAddress(buyer.address, refuse);
}

function checkSaudiAddress({ building, district, postalCode }: Address, refuse: Refuse): void {
  if (building === undefined) refuse(['address', 'building'], 'required', 'is needed in Saudi Arabia');
  if (district === undefined) refuse(['address', 'district'], 'required', 'is needed in Saudi Arabia');
  if (postalCode === undefined || !/^\d{5}$/.test(postalCode))
    refuse(['address', 'postalCode'], 'postal-code', 'must have five digits');
}

/** A buyer to whom a tax invoice can be issued. */
export const businessBuyerSchema = buyerSchema.superRefine((buyer, context) =>
  checkBusinessBuyer(buyer, (path, code, message) =>
    context.addIssue({ code: 'custom', path, message, params: { code } }),
  ),
);
