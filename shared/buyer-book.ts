/* The book of buyers, as managers keep it. */

export const bookLimits = {
  /** Buyers of one page of the list. */
  page: 50,
  /** Rows of a file that is imported. */
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
