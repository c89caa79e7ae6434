import type { KnownItem } from '../../../../shared/contract/till/items.ts';
import { standardRates } from '../../../../shared/sale/vat.ts';
import type { Draft, DraftLine } from '../../../../shared/stored/basket/draft.ts';
import { withLatinNumbers } from '../../../../shared/values/arabic-digits.ts';
import { Exact } from '../../../../shared/values/money.ts';
import { withHalalas } from '../../../ui/language/read-amount.ts';
import { changeLine, currencyOf, isBlank, newLine } from '../../cart/draft.ts';
import { has } from '../../cart/draft-advanced.ts';

/** Fills a line with an item of an earlier sale; its quantity stays. */
export function takeItem(draft: Draft, key: string, item: KnownItem): Draft {
  return changeLine(draft, key, lineOfItem(draft, item));
}

export interface Scan {
  readonly barcode: string;
  readonly item: KnownItem | undefined;
  /** The number of pieces scanned at once, in digits. */
  readonly pieces: string;
  readonly line?: DraftLine;
}

/**
 * Adds the scanned item at the entry line `key`, or at the last one if that is gone. An entry line with only a price
 * takes the barcode. A known item gets a new line before the entry line, or is added to a line that already has it, so
 * that the next scan goes to the entry line too. An unknown item takes a blank entry line and waits for its name.
 */
export function takeScan(
  draft: Draft,
  key: string | undefined,
  { barcode, item, pieces, line: fresh = newLine() }: Scan,
): Draft {
  const found = draft.lines.findIndex((line) => line.key === key);
  const at = found === -1 ? draft.lines.length - 1 : found;
  const entry = draft.lines[at];
  if (entry === undefined) return draft;
  // A label states the content of one package, so three packages contain three times as much.
  const packed = item?.quantity === undefined ? undefined : new Exact(item.quantity).times(pieces).toFixed();
  const quantity = packed ?? (pieces === '1' ? entry.quantity : pieces);
  if (isPricedFirst(entry))
    return changeLine(draft, entry.key, {
      ...(item && lineOfItem(draft, item)),
      barcode,
      quantity,
      price: entry.price,
    });
  const scanned = {
    ...fresh,
    barcode,
    ...(item && lineOfItem(draft, item)),
    quantity: packed ?? pieces,
  };
  // The next package with the same label is another line.
  const same = draft.lines.find(
    (line) => packed === undefined && isMoreOf(line, scanned, item !== undefined),
  );
  if (same !== undefined) return changeLine(draft, same.key, { quantity: sum(same.quantity, pieces) });
  if (item === undefined && isFree(entry)) return changeLine(draft, entry.key, { barcode, quantity });
  return insertLine(draft, at, scanned);
}

export interface Taken {
  readonly draft: Draft;
  readonly key: string;
  readonly missing: 'quantity' | 'price' | undefined;
}

/**
 * Adds one piece of an article: to the line that has it, or as a new line before a blank last one. A weighed or
 * measured article gets a new line each time, and waits for its quantity.
 */
export function takeTile(draft: Draft, item: KnownItem): Taken {
  const isCounted = item.unit === undefined || item.unit === 'PCE';
  const line = { ...newLine(), ...lineOfItem(draft, item), ...(!isCounted && { quantity: '' }) };
  const same = draft.lines.find(
    (one) => isCounted && one.name === line.name && one.unit === line.unit && isMoreOf(one, line, true),
  );
  if (same !== undefined)
    return {
      draft: changeLine(draft, same.key, { quantity: sum(same.quantity, '1') }),
      key: same.key,
      missing: undefined,
    };
  const missing = isCounted ? (line.price === '' ? 'price' : undefined) : 'quantity';
  return { draft: insertBeforeBlank(draft, line), key: line.key, missing };
}

/** Adds a line before a blank last one, which stays where the next item is typed. */
export function insertBeforeBlank(draft: Draft, line: DraftLine): Draft {
  const last = draft.lines.at(-1);
  return insertLine(draft, draft.lines.length - (last !== undefined && isBlank(last) ? 1 : 0), line);
}

/** Returns the pieces of `3 ×` or `3*`, typed as a name before a scan; undefined for any other text. */
export function piecesOf(name: string): string | undefined {
  const pieces = /^(\d{1,6})\s*[*×xX]$/.exec(withLatinNumbers(name).trim())?.[1];
  return pieces === undefined || Number(pieces) === 0 ? undefined : String(Number(pieces));
}

function insertLine(draft: Draft, at: number, line: DraftLine): Draft {
  return { ...draft, lines: draft.lines.toSpliced(at, 0, line) };
}

function lineOfItem(draft: Draft, item: KnownItem): Partial<DraftLine> {
  const { article, name, barcode, unitPrice, unit, quantity, vat } = item;
  // The known price is in riyals with VAT; for any other sale, it must be typed.
  const isPriceKnown = currencyOf(draft) === 'SAR' && !has(draft.advanced, 'netPrices');
  return {
    name,
    barcode,
    unit,
    ...(quantity !== undefined && { quantity }),
    ...(isPriceKnown && unitPrice !== undefined && { price: withHalalas(unitPrice) }),
    // A package keeps the price on its label.
    ...(isPriceKnown &&
      article !== undefined &&
      item.scanned === undefined && { listed: unitPrice && withHalalas(unitPrice) }),
    ...vatOfLine(vat),
  };
}

export function vatOfLine({
  category,
  rate,
  reason,
  reasonText,
}: KnownItem['vat']): Pick<DraftLine, 'exemption' | 'exemptionText' | 'rate'> {
  return {
    exemption: category === 'S' ? '' : (reason ?? ''),
    exemptionText: reasonText ?? '',
    rate: standardRates.find((each) => each === rate) ?? '15',
  };
}

/** Returns true for a line without input; a line with only digits is the next barcode being scanned. */
const isFree = (line: DraftLine) =>
  isBlank(/^\d+$/.test(withLatinNumbers(line.name)) ? { ...line, name: '' } : line);

/** Returns true for a line that has only a price: the barcode names its item. */
const isPricedFirst = ({ name, price, barcode }: DraftLine) =>
  name.trim() === '' && price.trim() !== '' && barcode === undefined;

/**
 * Returns true when a scan adds to this line. The VAT of a known item must be equal; an unknown item has the VAT that
 * the cashier chose.
 */
function isMoreOf(line: DraftLine, scanned: DraftLine, isKnown: boolean): boolean {
  const vat = ['exemption', 'exemptionText', 'rate'] as const;
  return (
    line.barcode === scanned.barcode &&
    line.discount === undefined &&
    /^\d{1,6}$/.test(withLatinNumbers(line.quantity)) &&
    (!isKnown || vat.every((part) => line[part] === scanned[part])) &&
    // Without a known price, any price that the cashier typed is accepted.
    (scanned.price === '' || line.price === scanned.price)
  );
}

const sum = (quantity: string, pieces: string) => String(Number(withLatinNumbers(quantity)) + Number(pieces));
