import type { PaddedField } from '../../ui/components/pad/pad-dock.tsx';
import { partField } from '../pay/use-payment.ts';

export const numberField = 'return-find';

export const quantityField = (index: number) => `return-line-${index}`;

/** The number pad types the number of the document, the returned quantities, and the parts of the repayment. */
export const padded: PaddedField = (id) => {
  if (id === numberField) return 'number';
  if (id.startsWith(partField(''))) return { decimals: 2 };
  return /^return-line-\d+$/.test(id) ? { decimals: 3 } : undefined;
};
