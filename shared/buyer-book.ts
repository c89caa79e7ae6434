/* The book of buyers, which managers maintain. */

export const bookLimits = {
  /** The number of buyers on one page of the list. */
  page: 50,
  /** The number of rows of an imported file. */
  rows: 20_000,
} as const;

/** The columns of a file with buyers. */
export const buyerColumns = [
  'name',
  'vatNumber',
  'scheme',
  'number',
  'street',
  'additionalStreet',
  'building',
  'district',
  'city',
  'postalCode',
  'province',
  'country',
] as const;
export type BuyerColumn = (typeof buyerColumns)[number];
