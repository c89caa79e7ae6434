import type { SaleLine } from '../../../../shared/sale/sale-line.ts';

/*
 * A document that is issued again is the same sale, although its lines may stand elsewhere. Each line keeps its identity:
 * the new line that says the same of it, or the most.
 */

const likenesses: readonly ((line: SaleLine, place: number) => string)[] = [
  (line, place) => JSON.stringify([line, place]),
  (line) => JSON.stringify(line),
  ({ name, unit, unitPrice, vat, barcode, sellerItemId }) =>
    JSON.stringify([name, unit, unitPrice, vat, barcode, sellerItemId]),
  ({ name, unit, vat, barcode, sellerItemId }) => JSON.stringify([name, unit, vat, barcode, sellerItemId]),
  ({ barcode, vat }, place) => JSON.stringify(barcode === undefined ? [place] : [barcode, vat]),
  ({ sellerItemId, vat }, place) =>
    JSON.stringify(sellerItemId === undefined ? [place] : [sellerItemId, vat]),
  ({ name, vat }) => JSON.stringify([name, vat]),
  // Its name was corrected.
  ({ unit, vat }, place) => JSON.stringify([unit, vat, place]),
];

/** Returns for each line of a document the place, from 1, of the line of another document that stands for it. */
export function sameLines(
  lines: readonly SaleLine[],
  others: readonly SaleLine[],
): readonly (number | undefined)[] {
  const places: (number | undefined)[] = lines.map(() => undefined);
  const free = new Set(others.keys());
  for (const likeness of likenesses) {
    const candidates = Map.groupBy(free, (place) => likeness(others[place] as SaleLine, place));
    for (const [place, line] of lines.entries()) {
      if (places[place] !== undefined) continue;
      const found = candidates.get(likeness(line, place))?.shift();
      if (found === undefined) continue;
      places[place] = found + 1;
      free.delete(found);
    }
    if (free.size === 0) break;
  }
  return places;
}
