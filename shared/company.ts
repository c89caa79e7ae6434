import * as z from 'zod';
import { boundedText, codedIssue, pattern } from './fields.ts';
import {
  sellerAddressSchema,
  sellerIdentificationSchema,
  sellerNameSchema,
  vatNumberSchema,
} from './sale/party.ts';

/**
 * A field of the certificate request: at most 64 characters and 127 bytes, without the characters that the authority's
 * own tool refuses. Source: facts on the certificate request (SDK inputs).
 */
const certificateName = boundedText(64, 127)
  .refine(
    (value) => !/[\t\n\r]/.test(value),
    codedIssue('control-character', 'must not contain control characters'),
  )
  .refine(
    (value) => !/[<>|"&;$%@#^*~`]/.test(value),
    codedIssue('special-character', 'must not contain special characters'),
  );

/** The 11th digit of a group's VAT number is 1. Source: facts on the certificate request. */
export function isVatGroup(vatNumber: string): boolean {
  return vatNumber[10] === '1';
}

/** The ten digits by which the authority identifies a member of a VAT group. */
export const memberNumber = /^\d{10}$/;

const companyFields = z.strictObject({
  /** The name, printed on every document and in its QR. */
  name: sellerNameSchema,
  vatNumber: vatNumberSchema,
  identification: sellerIdentificationSchema,
  address: sellerAddressSchema,
  certificate: z.strictObject({
    organization: certificateName,
    /** The branch; for a VAT group the member's ten-digit tax number. */
    organizationUnit: certificateName,
    address: certificateName,
    category: certificateName,
    /** The kinds of documents, standard and simplified: 1000, 0100 or 1100. */
    documentTypes: z.enum(['1000', '0100', '1100']).default('1100'),
  }),
  terminal: z.strictObject({
    /** The start of every document number: T1 makes T1-000001. */
    numberPrefix: pattern(/^[A-Za-z0-9]{1,12}$/, 'number-prefix', 'must be 1 to 12 letters and digits'),
    /** The machine's serial number, unique for the taxpayer; the program's name shares its 64 characters. */
    serial: pattern(/^[A-Za-z0-9-]{1,43}$/, 'serial', 'must be 1 to 43 letters, digits and hyphens'),
  }),
});

/** The seller and its terminal: the seller of every document and the subject of the certificate. */
export const companySchema = companyFields.refine(
  ({ vatNumber, certificate }) => !isVatGroup(vatNumber) || memberNumber.test(certificate.organizationUnit),
  {
    ...codedIssue('vat-group-unit', 'must be the ten-digit number of the VAT group’s member'),
    path: ['certificate', 'organizationUnit'],
  },
);
export type CompanyInput = z.input<typeof companySchema>;
export type Company = z.output<typeof companySchema>;
