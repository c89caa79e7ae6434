import type { PaddedField } from '../components/pad-dock.tsx';

/** The field for the number of the document. */
export const numberField = 'return-find';

/** The id of the field for the quantity of a line that comes back. */
export const quantityField = (index: number) => `return-line-${index}`;

/** The number pad types the number of the document, and the quantities that come back. */
export const padded: PaddedField = (id) => {
  if (id === numberField) return 'number';
  return /^return-line-\d+$/.test(id) ? { decimals: 3 } : undefined;
};
