import type { KnownItem } from '../../../shared/contract/items.ts';
import { standardRates } from '../../../shared/vat.ts';
import { changeLine, currencyOf, type Draft, type DraftLine, isBlank, newLine } from '../../cart/draft.ts';
import { has } from '../../cart/draft-advanced.ts';
import { latinDigits } from '../../language/format.ts';

/** Fills a line with what was sold before; its quantity stays. */
export function takeItem(draft: Draft, key: string, item: KnownItem): Draft {
  return changeLine(draft, key, lineOfItem(draft, item));
}

/**
 * Takes in a scanned barcode. The line that was typed in, `key`, stays where the next scan goes: what is known gets a
 * line of its own before it, or one more on the line it already has. What is not known waits for its name.
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
  const same = draft.lines.find((line) => isOneMoreOf(line, scanned, item !== undefined));
  if (same !== undefined) return changeLine(draft, same.key, { quantity: oneMore(same) });
  if (item === undefined && isFree(entry)) return changeLine(draft, entry.key, { barcode });
  return insertLine(draft, at, scanned);
}

function insertLine(draft: Draft, at: number, line: DraftLine): Draft {
  return { ...draft, lines: draft.lines.toSpliced(at, 0, line) };
}

function lineOfItem(draft: Draft, { name, barcode, unitPrice, vat }: KnownItem): Partial<DraftLine> {
  // Known is a price in riyals with VAT; for any other sale it must be typed.
  const isPriceKnown = currencyOf(draft) === 'SAR' && !has(draft.more, 'netPrices');
  return {
    name,
    barcode,
    ...(isPriceKnown && { price: withHalalas(unitPrice) }),
    exemption: vat.category === 'S' ? '' : (vat.reason ?? ''),
    exemptionText: vat.reasonText ?? '',
    rate: standardRates.find((rate) => rate === vat.rate) ?? '15',
  };
}

/** Nothing is said of it yet: digits alone are the next barcode on its way. */
const isFree = (line: DraftLine) =>
  isBlank(/^\d+$/.test(latinDigits(line.name)) ? { ...line, name: '' } : line);

/** A line with a price that nothing else was said of: the barcode says what it is. */
const isPricedFirst = ({ name, price, barcode }: DraftLine) =>
  name.trim() === '' && price.trim() !== '' && barcode === undefined;

/** What is not known has on its line what the cashier typed; what is known, what it costs today. */
function isOneMoreOf(line: DraftLine, scanned: DraftLine, isKnown: boolean): boolean {
  const vat = ['exemption', 'exemptionText', 'rate'] as const;
  return (
    line.barcode === scanned.barcode &&
    line.discount === undefined &&
    /^\d{1,6}$/.test(latinDigits(line.quantity)) &&
    (!isKnown || vat.every((part) => line[part] === scanned[part])) &&
    // A price that is not known is the one that the cashier typed.
    (scanned.price === '' || line.price === scanned.price)
  );
}

const oneMore = ({ quantity }: DraftLine) => String(Number(latinDigits(quantity)) + 1);

/** As prices are written: 15.5 as 15.50; more decimals stay. */
export function withHalalas(price: string): string {
  const [whole = '', decimals = ''] = price.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}
