import type { BuyerColumn } from '../../sale/buyer-book.ts';
import type { buyerSchemes } from '../../sale/party.ts';

/** The files with buyers. `others`: further headings that are understood, separated by commas. */
export const en = {
  columns: {
    name: 'Name',
    vatNumber: 'VAT number',
    scheme: 'Kind of other number',
    number: 'Other number',
    street: 'Street',
    additionalStreet: 'Additional street',
    building: 'Building no.',
    district: 'District',
    city: 'City',
    postalCode: 'Postal code',
    province: 'Province',
    country: 'Country',
  },
  others: {
    name: 'customer, customer name, company, company name, buyer, business, client',
    vatNumber: 'vat, vat no, vat no., trn, tax number, tax no, vat registration number',
    scheme: 'id type, identification type, scheme, kind of number',
    number: 'id, id number, identification, other id',
    street: 'street name, address, address 1',
    additionalStreet: 'additional number, address 2',
    building: 'building, building number',
    district: 'neighborhood, neighbourhood',
    city: 'town',
    postalCode: 'zip, zip code, postcode, postal',
    province: 'region, state',
    country: 'country code',
  },
  /** Further names of the kinds of numbers. */
  schemes: {
    TIN: 'tax identification number',
    CRN: 'cr, cr number, commercial registration',
    MOM: 'municipal licence, municipal license',
    MLS: 'labour ministry licence, labor license',
    '700': '700 number, unified number',
    SAG: 'investment licence, sagia',
    NAT: 'national id',
    GCC: 'gcc id',
    IQA: 'iqama, residence permit',
    PAS: 'passport',
    OTH: 'other, other number',
  },
  fileName: 'customers',
} as const satisfies {
  columns: Record<BuyerColumn, string>;
  schemes: Record<(typeof buyerSchemes)[number], string>;
  [key: string]: unknown;
};
