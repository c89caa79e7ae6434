import type { PaddedField } from '../../ui/components/pad/pad-dock.tsx';

/** The field for the amount of goods that are on no list; it has its own pad. */
export const openAmountField = 'open-amount';
export const openAmountMessage = 'open-amount-message';

/** The number pad types a quantity, price or discount of a line, or the discount on everything. */
export const padded: PaddedField = (id) => {
  if (!/^(line-.+-(quantity|price|discount)|discount)$/.test(id)) return undefined;
  return { decimals: id.endsWith('-quantity') ? 3 : 2 };
};

/** Moves on from a quantity to a missing price; after any other field the work on the line is done. */
export function leave(field: HTMLInputElement): void {
  const price = document.getElementById(field.id.replace(/-quantity$/, '-price'));
  if (price instanceof HTMLInputElement && price !== field && price.value === '') price.focus();
  else field.blur();
}
