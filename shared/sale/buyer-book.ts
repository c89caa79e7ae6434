export const bookLimits = {
  page: 50,
  rows: 20_000,
} as const;

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
