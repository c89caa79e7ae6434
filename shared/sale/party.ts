import * as z from 'zod';
import { boundedText, codedIssue, pattern, text } from '../fields.ts';
import { foldDigits, foldIfNumber } from '../values/arabic-digits.ts';
import { saleLimits } from './sale-limits.ts';

/* The seller and the buyer, as a sale or a company's settings name them. */

/** Digits of any keyboard, with blanks as people write them, are the number. */
export const vatNumberSchema = pattern(
  /^3\d{13}3$/,
  'vat-number',
  'must have 15 digits, the first and the last a 3',
  foldDigits,
);

const numberText = text(saleLimits.reference, foldIfNumber);

export const addressSchema = z.strictObject({
  street: text(saleLimits.text).describe('Street'),
  additionalStreet: text(saleLimits.reference).optional().describe('Second line of the street'),
  building: numberText.optional().describe('Building number; four digits in Saudi Arabia'),
  district: text(saleLimits.reference).optional().describe('District; needed in Saudi Arabia'),
  city: text(saleLimits.reference).describe('City'),
  postalCode: numberText.optional().describe('Five digits in Saudi Arabia'),
  province: text(saleLimits.reference).optional().describe('Province'),
  country: pattern(/^[A-Z]{2}$/, 'country', 'must be a country code such as SA')
    .default('SA')
    .describe('ISO 3166-1, two capitals; SA if left out'),
});
export type Address = z.output<typeof addressSchema>;

/** A seller's address has every part (rules BR-KSA-09, BR-KSA-37, BR-KSA-66). */
export const sellerAddressSchema = addressSchema
  .refine((address) => /^\d{4}$/.test(address.building ?? ''), {
    ...codedIssue('building', 'must have four digits'),
    path: ['building'],
  })
  .refine((address) => /^\d{5}$/.test(address.postalCode ?? ''), {
    ...codedIssue('postal-code', 'must have five digits'),
    path: ['postalCode'],
  })
  .refine((address) => address.district !== undefined, {
    ...codedIssue('required', 'is needed'),
    path: ['district'],
  });

/** The ways to identify a seller in addition to the VAT number (rule BR-KSA-08). */
export const sellerSchemes = ['CRN', 'MOM', 'MLS', '700', 'SAG', 'OTH'] as const;

export const sellerIdentificationSchema = z.strictObject({
  scheme: z
    .enum(sellerSchemes)
    .describe('CRN commercial registration; MOM, MLS, 700, SAG licences; OTH another'),
  value: pattern(
    /^[\p{L}\p{N}]{1,127}$/u,
    'identification',
    'must be letters and digits',
    foldIfNumber,
  ).describe('Letters and digits of any script, at most 127'),
});

/** The registered name; the QR limits its length. */
export const sellerNameSchema = boundedText(saleLimits.text, saleLimits.qrNameBytes);

/** A seller other than the terminal's own company, with every part the authority requires. */
export const supplierSchema = z.strictObject({
  name: sellerNameSchema.describe('Registered name'),
  vatNumber: vatNumberSchema.describe('15 digits, the first and the last a 3'),
  identification: sellerIdentificationSchema.describe('Its number besides the VAT number'),
  address: sellerAddressSchema.describe('National address; every part is needed'),
});

/** The ways to identify a buyer other than by a VAT number (rule BR-KSA-14). */
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
  name: text(saleLimits.text).describe('Name of the company or person'),
  vatNumber: vatNumberSchema
    .optional()
    .describe(
      'Saudi VAT number, 15 digits; left out where the buyer has none, with an identification in its place',
    ),
  identification: z
    .strictObject({
      scheme: z
        .enum(buyerSchemes)
        .describe(
          'TIN, CRN, MOM, MLS, 700 or SAG of a company; NAT, GCC, IQA or PAS of a person; OTH another',
        ),
      value: numberText.describe('The number'),
    })
    .optional()
    .describe('Its number besides, or in place of, the VAT number'),
  address: addressSchema.optional().describe('National address; a business sale needs it'),
});
export type Buyer = z.output<typeof buyerSchema>;

type Refuse = (path: string[], code: string, message: string) => void;

/** Finds the facts that a tax invoice needs and that this buyer lacks. */
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
