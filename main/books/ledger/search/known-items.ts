import { itemsShown } from '../../../../shared/contract/till/items.ts';
import type { Sale } from '../../../../shared/sale/sale.ts';
import type { Vat } from '../../../../shared/sale/sale-line.ts';
import { isSpecialSale } from '../../../../shared/sale/special-sale.ts';
import type { Database } from '../database/database.ts';
import { createLearned } from '../database/learned.ts';
import { searchText, searchWords } from '../database/search-words.ts';
import { bodiesOf, type Packed } from '../documents/bodies.ts';

export interface SoldItem {
  readonly name: string;
  readonly barcode?: string;
  /** The price of one piece in SAR, with VAT. */
  readonly unitPrice: string;
  readonly vat: Vat;
}

export interface RememberedItem extends SoldItem {
  /** A key that stays the same while the item is remembered. */
  readonly key: string;
  readonly sold: number;
}

/** The number of items to remember, more than a shop has. Names that were typed once long ago are dropped. */
const remembered = 20_000;
/** The number of lines after which one call ends, whatever its limit is: a sale may have a thousand lines. */
const linesPerTick = 500;
/** The number of documents that a search reads first; the rest waits for an idle moment. */
const readBeforeSearch = 20;

interface Row {
  name: string;
  barcode: string | null;
  price: string;
  vat: string;
}

/** The shop's goods, known from its own documents, so that nobody has to maintain a list. */
export function createKnownItems(database: Database) {
  const { saleUnlessDamaged } = bodiesOf(database);
  const learned = createLearned(database, 'items');
  const unread = database.prepare<[number, number], { icv: number; sale: Packed }>(
    'SELECT icv, sale FROM body WHERE icv > ? ORDER BY icv LIMIT ?',
  );
  const keep = database.prepare<[Row & { key: string; folded: string; icv: number }]>(
    `INSERT INTO known_item (key, name, folded, barcode, price, vat, sold, last)
     VALUES (:key, :name, :folded, :barcode, :price, :vat, 1, :icv)
     ON CONFLICT (key) DO UPDATE SET name = :name, folded = :folded, price = :price, vat = :vat,
       sold = sold + 1, last = :icv`,
  );
  const forget = database.prepare<[number]>(
    `DELETE FROM known_item WHERE key IN (
       SELECT key FROM known_item ORDER BY last LIMIT max(0, (SELECT count(*) FROM known_item) - ?))`,
  );
  const byKey = database.prepare<[string], Row>(
    'SELECT name, barcode, price, vat FROM known_item WHERE key = ?',
  );
  const byWords = database.prepare<[string, string, number], Row>(
    `SELECT name, barcode, price, vat FROM known_item
     WHERE NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(folded, value) = 0)
     ORDER BY instr(folded, ?) <> 1, sold DESC, last DESC LIMIT ?`,
  );

  const all = database.prepare<[], Row & { key: string; sold: number }>(
    'SELECT key, name, barcode, price, vat, sold FROM known_item ORDER BY sold DESC, last DESC, key',
  );

  const learnInTransaction = database.transaction((limit: number): number => {
    let read = 0;
    let lines = 0;
    for (const { icv, sale } of unread.all(learned.until(), limit)) {
      read += 1;
      const whole = saleUnlessDamaged(icv, sale);
      for (const item of whole === undefined ? [] : itemsOf(whole)) {
        keep.run({ ...item, key: keyOf(item), folded: searchText(item.name), icv });
        lines += 1;
      }
      learned.set(icv);
      if (lines >= linesPerTick) {
        read = limit;
        break;
      }
    }
    if (lines > 0) forget.run(remembered);
    return read;
  });

  const learn = (limit: number): number =>
    database.readonly || !learned.isBehind() ? 0 : learnInTransaction.immediate(limit);

  return {
    /**
     * Reads up to `limit` unread documents and remembers their items; for idle moments. Returns the number read; if it is
     * less than `limit`, all are read.
     */
    learn,
    /** Finds items, see `item.find` in the contract. It also finds items sold in the last seconds. */
    find: (text: string) => {
      learn(readBeforeSearch);
      const scanned = byKey.get(barcodeKey(text.trim()));
      if (scanned !== undefined) return [toItem(scanned)];
      const words = searchWords(text);
      if (words.length === 0) return [];
      // A text of one or two letters must begin a word; a longer one is also found inside words (قهوة in بالقهوة).
      const parts = words.map((word) => ([...word].length > 2 ? word : ` ${word}`));
      const found = byWords.all(JSON.stringify(parts), ` ${words.join(' ')}`, 2 * itemsShown);
      return found.filter(notTwice(found)).slice(0, itemsShown).map(toItem);
    },
    list: () => {
      learn(readBeforeSearch);
      const found = all.all();
      return found.filter(notTwice(found)).map(({ key, sold, ...row }) => ({ ...toItem(row), key, sold }));
    },
  };
}

/** Only everyday sales count, since exports have another price and VAT than the next customer's sale. */
function itemsOf(sale: Sale): Row[] {
  if (sale.kind !== 'invoice' || sale.prices !== 'includeVat' || isSpecialSale(sale)) return [];
  return sale.lines
    .filter(({ unit, name }) => unit === 'PCE' && searchWords(name).length > 0)
    .map(({ name, barcode, unitPrice, vat }) => ({
      name,
      barcode: barcode ?? null,
      price: unitPrice,
      vat: JSON.stringify(vat),
    }));
}

/** An item typed by name before its barcode was scanned is the same item. */
const notTwice = (found: readonly Row[]) => {
  const scanned = new Set(
    found.filter(({ barcode }) => barcode !== null).map(({ name }) => searchText(name)),
  );
  return ({ name, barcode }: Row) => barcode !== null || !scanned.has(searchText(name));
};

const barcodeKey = (barcode: string) => `barcode ${barcode}`;
const keyOf = ({ name, barcode }: Row) =>
  barcode === null ? `name${searchText(name)}` : barcodeKey(barcode);

const toItem = ({ name, barcode, price, vat }: Row): SoldItem => ({
  name,
  ...(barcode !== null && { barcode }),
  unitPrice: price,
  vat: JSON.parse(vat) as Vat,
});
