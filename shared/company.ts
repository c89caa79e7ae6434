import * as z from 'zod';
import { own, pattern, text } from './fields.ts';
import { sellerAddressSchema, sellerIdentificationSchema, vatNumberSchema } from './party.ts';

/**
 * A field of the certificate request: at most 64 characters and 127 bytes, without the characters the authority's
 * own tool refuses. Source: facts on the certificate request (SDK inputs).
 */
const certificateName = text(64)
  .refine(
    (value) => new TextEncoder().encode(value).length <= 127,
    own('too-many-bytes', 'must take at most 127 bytes'),
  )
  .refine(
    (value) => !/[<>|"&;$%@#^*~`]/.test(value),
    own('special-character', 'must not contain special characters'),
  );

/** Who sells, and on which terminal: the seller of every document and the subject of the certificate. */
export const companySchema = z.strictObject({
  /** As registered; on every document and in the QR (Arabic counts two bytes a letter; see the QR's limit). */
  name: text(1000),
  vatNumber: vatNumberSchema,
  identification: sellerIdentificationSchema,
  address: sellerAddressSchema,
  /** For the certificate. */
  certificate: z.strictObject({
    organization: certificateName,
    /** The branch; for a VAT group the member's ten-digit tax number. */
    organizationUnit: certificateName,
    /** The branch's short address. */
    address: certificateName,
    /** Line of business. */
    category: certificateName,
    /** Standard and simplified: 1000, 0100 or 1100. */
    documentTypes: z.enum(['1000', '0100', '1100']).default('1100'),
  }),
  terminal: z.strictObject({
    /** Starts every document number: T1 makes T1-000001. */
    numberPrefix: pattern(/^[A-Za-z0-9]{1,12}$/, 'number-prefix', 'must be 1 to 12 letters and digits'),
    /** Of this machine, unique for the taxpayer. */
    serial: pattern(/^[A-Za-z0-9-]{1,50}$/, 'serial', 'must be letters, digits and hyphens'),
  }),
});
export type CompanyInput = z.input<typeof companySchema>;
export type Company = z.output<typeof companySchema>;
