import type { KnownItem } from '../../../shared/contract/items.ts';
import { standardRates } from '../../../shared/vat.ts';
import { changeLine, currencyOf, type Draft, type DraftLine, isBlank, newLine } from '../../cart/draft.ts';
import { has } from '../../cart/draft-advanced.ts';
import { latinDigits } from '../../language/format.ts';

/** Fills a line with an item of an earlier sale; its quantity stays. */
export function takeItem(draft: Draft, key: string, item: KnownItem): Draft {
  return changeLine(draft, key, lineOfItem(draft, item));
}

/**
 * Adds a scanned barcode at the entry line `key`. An entry line with only a price takes the barcode. A known item gets
 * a new line before the entry line, or one more on a line that has it already, so that the next scan goes to the entry
 * line too. An unknown item takes a blank entry line and waits for its name.
 */
export function takeScan(
  draft: Draft,
  key: string | undefined,
  barcode: string,
  item: KnownItem | undefined,
): Draft {
  const at = draft.lines.findIndex((line) => line.key === key);
  const entry = draft.lines[at];
  if (entry === undefined) return draft;
  if (isPricedFirst(entry))
    return changeLine(draft, entry.key, {
      ...(item && lineOfItem(draft, item)),
      barcode,
      price: entry.price,
    });
  const scanned = { ...newLine(), barcode, ...(item && lineOfItem(draft, item)) };
  // A label names one package, and the next package with the same label is another line.
  const isLabel = item?.quantity !== undefined;
  const same = draft.lines.find((line) => !isLabel && isOneMoreOf(line, scanned, item !== undefined));
  if (same !== undefined) return changeLine(draft, same.key, { quantity: oneMore(same) });
  if (item === undefined && isFree(entry)) return changeLine(draft, entry.key, { barcode });
  return insertLine(draft, at, scanned);
}

function insertLine(draft: Draft, at: number, line: DraftLine): Draft {
  return { ...draft, lines: draft.lines.toSpliced(at, 0, line) };
}

function lineOfItem(draft: Draft, item: KnownItem): Partial<DraftLine> {
  const { name, barcode, unitPrice, unit, quantity, vat } = item;
  // The known price is in riyals with VAT; any other sale needs a typed one.
  const isPriceKnown = currencyOf(draft) === 'SAR' && !has(draft.more, 'netPrices');
  return {
    name,
    barcode,
    unit,
    ...(quantity !== undefined && { quantity }),
    ...(isPriceKnown && unitPrice !== undefined && { price: withHalalas(unitPrice) }),
    exemption: vat.category === 'S' ? '' : (vat.reason ?? ''),
    exemptionText: vat.reasonText ?? '',
    rate: standardRates.find((rate) => rate === vat.rate) ?? '15',
  };
}

/** True for a line without input; digits alone are the next barcode being scanned. */
const isFree = (line: DraftLine) =>
  isBlank(/^\d+$/.test(latinDigits(line.name)) ? { ...line, name: '' } : line);

/** True for a line that has only a price: the barcode names its item. */
const isPricedFirst = ({ name, price, barcode }: DraftLine) =>
  name.trim() === '' && price.trim() !== '' && barcode === undefined;

/**
 * True when a scan adds one to this line. The VAT of a known item must be equal; an unknown item has the one that the
 * cashier typed.
 */
function isOneMoreOf(line: DraftLine, scanned: DraftLine, isKnown: boolean): boolean {
  const vat = ['exemption', 'exemptionText', 'rate'] as const;
  return (
    line.barcode === scanned.barcode &&
    line.discount === undefined &&
    /^\d{1,6}$/.test(latinDigits(line.quantity)) &&
    (!isKnown || vat.every((part) => line[part] === scanned[part])) &&
    // Without a known price, any price that the cashier typed will do.
    (scanned.price === '' || line.price === scanned.price)
  );
}

const oneMore = ({ quantity }: DraftLine) => String(Number(latinDigits(quantity)) + 1);

/** Returns a price with at least two decimals: 15.5 as 15.50; further decimals stay. */
export function withHalalas(price: string): string {
  const [whole = '', decimals = ''] = price.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}
