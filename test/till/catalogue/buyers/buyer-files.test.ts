import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '../../../../main/books/ledger/ledger.ts';
import { type BuyerFiles, createBuyerFiles } from '../../../../main/till/catalogue/buyers/buyer-files.ts';
import { readTable } from '../../../../main/till/catalogue/tables/read-table.ts';
import { bookLimits } from '../../../../shared/sale/buyer-book.ts';
import { type Buyer, buyerSchemes } from '../../../../shared/sale/party.ts';
import { failing, testLedger } from '../../../books/ledger/support.ts';
import { refusing } from '../support.ts';

interface Shop {
  readonly ledger: Ledger;
  readonly files: BuyerFiles;
}

function openShop(): Shop {
  const files = createBuyerFiles();
  onTestFinished(() => files.close());
  return { ledger: testLedger(), files };
}

const by = { actor: 'Mona', at: 1 };
const lines = (...all: string[]) => new TextEncoder().encode(all.join('\r\n'));
const number = (digits: string) => `3${digits.padStart(13, '0')}3`;
const heading = 'Name,VAT number,Street,Building no.,District,City,Postal code';
const place = 'King Fahd,1234,Olaya,Riyadh,12345';
const address = {
  street: 'King Fahd',
  building: '1234',
  district: 'Olaya',
  city: 'Riyadh',
  postalCode: '12345',
  country: 'SA',
};

const preview = ({ ledger, files }: Shop, file: Uint8Array) => files.preview(file, ledger.buyerBook);
const faultsOf = async (shop: Shop, file: Uint8Array) =>
  (await preview(shop, file)).faults.map(({ row, column, code }) => [row, column, code]);

/** Imports a file without faults. */
async function take(shop: Shop, file: Uint8Array) {
  const seen = await preview(shop, file);
  expect(seen.faults).toEqual([]);
  shop.files.import(seen.import, shop.ledger.buyerBook, by);
  return seen;
}
const buyersOf = ({ ledger }: Shop) => ledger.buyerBook.all().map(({ buyer }) => buyer);

describe('an import', () => {
  test('is read with headings in either language and digits in either script, and found at the till', async () => {
    const shop = openShop();
    const seen = await take(
      shop,
      lines(
        'اسم العميل;Kind of other number;رقم آخر;الرقم الضريبي;الشارع;رقم المبنى;الحي;المدينة;الرمز البريدي;Phone',
        `شركة الأمل;;;${'٣١٠٠٠٠٠٠٠٠٠٠٠٠٣'};العليا;١٢٣٤;العليا;الرياض;١٢٣٤٥;055`,
        'Najd Trading;سجل تجاري;1010010000;;King Fahd;1234;Olaya;Riyadh;12345;',
      ),
    );
    expect(seen).toMatchObject({ rows: 2, added: 2, unread: ['Phone'] });
    expect(seen.sample).toEqual([
      { row: 2, kind: 'added', name: 'شركة الأمل', number: '310000000000003' },
      { row: 3, kind: 'added', name: 'Najd Trading', number: '1010010000' },
    ]);
    const { buyers } = shop.ledger;
    expect(buyers.find('الامل')).toMatchObject([{ buyer: { vatNumber: '310000000000003' } }]);
    expect(buyers.find('10100100')).toEqual([
      {
        buyer: { name: 'Najd Trading', identification: { scheme: 'CRN', value: '1010010000' }, address },
        lastAt: undefined,
      },
    ]);
  });

  test('changes a buyer with the same number where a cell says something', async () => {
    const shop = openShop();
    await take(shop, lines(heading, `Najd,${number('1')},${place}`, `Hijaz,${number('2')},${place}`));
    const seen = await preview(
      shop,
      lines('Name,VAT number,City', `Najd LLC,${number('1')},`, `,${number('2')},Riyadh`),
    );
    expect(seen).toMatchObject({ added: 0, changed: 1, unchanged: 1, faultCount: 0 });
    expect(shop.files.import(seen.import, shop.ledger.buyerBook, by)).toEqual({ added: 0, changed: 1 });
    expect(buyersOf(shop)).toMatchObject([{ name: 'Hijaz' }, { name: 'Najd LLC', address }]);
  });

  test('tells faults by row and column, by the rules of a sale, and writes nothing', async () => {
    const shop = openShop();
    const more = `${heading},Kind of other number,Other number,Country`;
    const rows: readonly (readonly [row: string, ...faults: (readonly [string | undefined, string])[]])[] = [
      [`Good,${number('1')},${place}`],
      [`,${number('2')},${place}`, ['name', 'blank']],
      [`Short,3103,${place}`, ['vatNumber', 'vat-number']],
      [`Rounded,3.1E+14,${place}`, ['vatNumber', 'code-rounded']],
      [`None,,${place}`, ['vatNumber', 'buyer-id-missing']],
      [
        `Part,${number('3')},King Fahd,,,Riyadh,123`,
        ['building', 'required'],
        ['district', 'required'],
        ['postalCode', 'postal-code'],
      ],
      [`No city,${number('4')},King Fahd,1234,Olaya,,12345`, ['city', 'required']],
      [`Twice,${number('1')},${place}`, [undefined, 'row-twice']],
      [`Kind,,${place},Club,77`, ['scheme', 'scheme-unknown']],
      [`No kind,,${place},,77`, ['scheme', 'scheme-missing']],
      [`Abroad,,Main,,,Dubai,,Passport,A77,ae`],
      [`Where,,Main,,,Dubai,,Passport,A78,Dubai`, ['country', 'country']],
    ];
    expect(await faultsOf(shop, lines(more, ...rows.map(([row]) => row)))).toEqual(
      rows.flatMap(([, ...faults], index) => faults.map((fault) => [index + 2, ...fault])),
    );
    const { import: id } = await preview(shop, lines(more, ...rows.map(([row]) => row)));
    expect(() => shop.files.import(id, shop.ledger.buyerBook, by)).toThrow(failing('bad-input'));
    expect(buyersOf(shop)).toEqual([]);
  });

  test('tells buyers with the same digits under different schemes apart, and asks for the scheme where none is said', async () => {
    const shop = openShop();
    const other = 'Name,Kind of other number,Other number,Street,Building number,District,City,Postal code';
    await take(shop, lines(other, `Shop,CRN,77,${place}`, `Hospital,MOM,77,${place}`));
    expect(buyersOf(shop)).toMatchObject([{ name: 'Hospital' }, { name: 'Shop' }]);
    const seen = await preview(shop, lines('Name,Kind of other number,Other number', 'Clinic,MOM,77'));
    expect(seen).toMatchObject({ added: 0, changed: 1, faultCount: 0 });
    expect(await faultsOf(shop, lines('Name,Other number', 'Clinic,77'))).toEqual([
      [2, 'scheme', 'scheme-missing'],
    ]);
  });

  test('is compared again when it is written, and is for the book of its preview', async () => {
    const shop = openShop();
    const { buyerBook } = shop.ledger;
    const crn = (value: string) => ({ scheme: 'CRN', value }) as const;
    const file = lines(`${heading},Kind of other number,Other number`, `Najd,${number('1')},${place},CRN,77`);
    const { import: id } = await preview(shop, file);
    expect(() => shop.files.import(id, testLedger().buyerBook, by)).toThrow(failing('buyer-missing'));
    const other = buyerBook.save({ buyer: { name: 'A', identification: crn('77'), address } }, by);
    buyerBook.save({ buyer: { name: 'B', vatNumber: number('1'), address } }, by);
    expect(() => shop.files.import(id, buyerBook, by)).toThrow(refusing('buyers-of-two'));
    buyerBook.remove(other.key, by);
    expect(shop.files.import(id, buyerBook, by)).toEqual({ added: 0, changed: 1 });
    expect(buyersOf(shop)).toMatchObject([{ name: 'Najd', identification: crn('77') }]);
    expect(() => shop.files.import(id, buyerBook, by)).toThrow(failing('buyer-missing'));
  });

  test('refuses a file that it cannot read at all', async () => {
    const shop = openShop();
    for (const [file, code] of [
      [lines('weight;height', '1;2'), 'no-columns'],
      [lines('name', ...Array.from({ length: bookLimits.rows + 1 }, () => 'a')), 'too-many-rows'],
      [new Uint8Array([1, 0, 0, 7, 0]), 'not-a-table'],
    ] as const)
      await expect(preview(shop, file), code).rejects.toEqual(refusing(code));
  });
});

describe.each(['csv', 'xlsx'] as const)('an export as %s', (format) => {
  test('is read back without a change, whatever is in it, and holds no formula', async () => {
    const shop = openShop();
    const word = fc.stringMatching(/^[A-Za-z=＝+＋@'"-][A-Za-z0-9 ,;'"=＝+@-]{0,20}[a-z]$/);
    const buyer = fc.record({
      name: word,
      identification: fc.record({
        scheme: fc.constantFrom(...buyerSchemes),
        value: fc.stringMatching(/^[A-Z0-9=+-]{3,15}$/),
      }),
      address: fc.record(
        { street: word, additionalStreet: word, city: word, province: word, country: fc.constant('AE') },
        { requiredKeys: ['street', 'city', 'country'] },
      ),
    });
    const unique = new Map(
      (fc.sample(buyer, { numRuns: 40, seed: 7 }) as Buyer[]).map((one) => [one.identification?.value, one]),
    );
    for (const one of unique.values()) shop.ledger.buyerBook.save({ buyer: one }, by);
    for (const language of ['ar', 'en'] as const) {
      const { bytes: file } = await shop.files.export(shop.ledger.buyerBook, { format, language });
      if (format === 'csv')
        // Excel on an Arabic Windows ends a cell at a semicolon, even inside quotes.
        for (const { cells } of await readTable(file))
          for (const cell of cells) expect(cell).not.toMatch(/^[=＝+＋@-]|;\s*(?:[=＝＋@]|[+-]\S)/);
      expect(await preview(shop, file)).toMatchObject({
        rows: unique.size,
        unchanged: unique.size,
        faultCount: 0,
        unread: [],
      });
    }
  });
});
