import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import writeWorkbook from 'write-excel-file/universal';
import { type ArticleFiles, createArticleFiles } from '../../../main/till/catalogue/article-files.ts';
import type { Catalogue } from '../../../main/till/catalogue/catalogue.ts';
import { readTable } from '../../../main/till/catalogue/tables/read-table.ts';
import { tableLimits } from '../../../main/till/catalogue/tables/table-row.ts';
import { failing } from '../../books/ledger/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { actor, add, dataFolder, edit, openIn, refusing } from './support.ts';

interface Shop {
  readonly catalogue: Catalogue;
  readonly files: ArticleFiles;
}

function openShop(): Shop {
  const folder = dataFolder();
  const clock = new FakeClock();
  const catalogue = openIn(folder, clock).open();
  const files = createArticleFiles(folder, clock);
  onTestFinished(() => files.close());
  return { catalogue, files };
}

const bytes = (text: string) => new TextEncoder().encode(text);
const lines = (...all: string[]) => bytes(all.join('\r\n'));
const page = { text: '', show: 'active', language: 'en', start: 0 } as const;

/** Imports a file without faults. */
async function take({ catalogue, files }: Shop, file: Uint8Array) {
  const preview = await files.preview(file, undefined);
  expect(preview.faults).toEqual([]);
  await files.import(preview.import, actor);
  return { preview, articles: catalogue.list(page).articles };
}

const faultsOf = async ({ files }: Shop, file: Uint8Array) =>
  (await files.preview(file, undefined)).faults.map(({ row, column, code }) => [row, column, code]);

describe('a CSV file', () => {
  test('is read with headings in either language, semicolons, Arabic digits and a byte order mark', async () => {
    const { preview, articles } = await take(
      openShop(),
      lines(
        '\ufeffالاسم بالعربية;Name in English;الباركود;السعر شامل الضريبة;الوحدة;المجموعة;مفضل;Shelf',
        'قهوة;Coffee;٦٢٨١٠٠٠٠٠٠٠١٧;١٤٫٥٠ ر.س;حبة;مشروبات;نعم;3',
        'تمر;;"77|AB12-77";38,5;كجم;مشروبات;لا;4',
      ),
    );
    expect(preview).toMatchObject({ rows: 2, added: 2, groups: ['مشروبات'], unread: ['Shelf'] });
    expect(articles).toMatchObject([
      { nameEn: 'Coffee', price: '14.5', unit: 'PCE', favourite: true, codes: ['٦٢٨١٠٠٠٠٠٠٠١٧'] },
      { nameAr: 'تمر', price: '38.5', unit: 'KGM', favourite: false, codes: ['77', 'AB12-77'] },
    ]);
  });

  test('brings groups with the names that its text has, as an export writes them', async () => {
    const shop = openShop();
    await take(shop, lines('name,group', 'Tea,مشروبات | Drinks', 'Bread,Bakery', 'Juice,drinks'));
    const drinks = { nameAr: 'مشروبات', nameEn: 'Drinks' };
    expect(shop.catalogue.groups()).toMatchObject([drinks, { nameEn: 'Bakery' }]);
    const { bytes: file } = await shop.files.export({ format: 'csv', language: 'en' });
    expect(await faultsOf(shop, file)).toEqual([]);
    await take(shop, lines('name,group', 'Water,DRINKS', 'Laban,مشروبات'));
    expect(shop.catalogue.groups()).toHaveLength(2);
  });

  test('is read in the encodings that spreadsheets write, and after their line sep=', async () => {
    const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    // The name is قهوة in Windows-1256.
    const old = new Uint8Array([...bytes('name,price\r\n'), 0xde, 0xe5, 0xe6, 0xc9, ...bytes(',3')]);
    for (const file of [utf16('name\tprice\r\nقهوة\t3'), old, lines('sep=;', 'name;price', 'قهوة;3')])
      expect((await take(openShop(), file)).articles).toMatchObject([{ nameAr: 'قهوة', price: '3' }]);
  });

  test('gets back the zeros that a spreadsheet dropped, and refuses what it rounded', async () => {
    const shop = openShop();
    const { preview, articles } = await take(shop, lines('name,code', 'Pen,12345678905', 'Ink,10023'));
    expect(preview.warnings).toMatchObject([{ code: 'code-restored', count: 1 }]);
    expect(articles.map(({ codes }) => codes)).toEqual([['10023'], ['012345678905']]);
    expect(await faultsOf(shop, lines('name,code', 'A,6.281E+12', 'B,62810000000001700'))).toEqual([
      [2, 'codes', 'code-rounded'],
      [3, 'codes', 'code-rounded'],
    ]);
  });
});

describe('faults', () => {
  test('are told by row and column, and only rows without one are written', async () => {
    const shop = openShop();
    add(shop.catalogue, { nameEn: 'Known', codes: ['1', '2'] });
    add(shop.catalogue, { nameEn: 'Other', codes: ['3'] });
    const file = lines(
      'Name in English,Codes,Price,Unit,VAT,VAT reason,Favourite',
      'Good,9,10,pc,15,,yes',
      ',10,10,pc,15,,',
      'Price,11,cheap,pc,15,,',
      '"Unclear",12,"1,250",pc,15,,',
      'Unit,13,1,bushel,15,,',
      'Rate,14,1,pc,17,,',
      'Reason,15,1,pc,Z,,',
      'Twice,9,1,pc,15,,',
      'Several,1|3,1,pc,15,,',
      'Favourite,16,1,pc,15,,perhaps',
      '',
      'Negative,17,-5,pc,15,,',
    );
    expect(await faultsOf(shop, file)).toEqual([
      [3, 'nameAr', 'name-missing'],
      [4, 'price', 'not-a-number'],
      [5, 'price', 'number-unclear'],
      [7, 'vat', 'vat-rate'],
      [8, 'vatReason', 'reason-missing'],
      [9, 'codes', 'row-twice'],
      [10, 'codes', 'codes-of-several'],
      [11, 'favourite', 'yes-or-no'],
      [13, 'price', 'not-a-number'],
    ]);
    const { import: id } = await shop.files.preview(file, undefined);
    expect(await shop.files.import(id, actor)).toEqual({ added: 2, changed: 0, refused: 9 });
    await expect(shop.files.import(id, actor)).rejects.toEqual(failing('article-missing'));
    expect(shop.catalogue.list(page).articles.map(({ nameEn }) => nameEn)).toEqual([
      'Good',
      'Known',
      'Other',
      'Unit',
    ]);
  });

  test('that came after the preview undo the whole import', async () => {
    const shop = openShop();
    const file = lines('name,code,group', 'A,1,New', 'B,2,New');
    const { import: id } = await shop.files.preview(file, undefined);
    const other = add(shop.catalogue, { nameEn: 'Other', codes: ['1', '2'] });
    await expect(shop.files.import(id, actor)).rejects.toEqual(refusing('row-twice'));
    expect(shop.catalogue.list(page).articles).toMatchObject([{ id: other.id }]);
    expect(shop.catalogue.groups()).toEqual([]);
  });

  test('of the file as a whole are one message', async () => {
    const { files } = openShop();
    const tooMany = `name\n${'a\n'.repeat(tableLimits.rows + 1)}`;
    for (const [file, code] of [
      [bytes(tooMany), 'too-many-rows'],
      [bytes('weight;height\n1;2'), 'no-columns'],
      [new Uint8Array(), 'no-columns'],
      [new Uint8Array(tableLimits.bytes + 1), 'file-too-large'],
      [new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]), 'not-a-table'],
      [new Uint8Array([1, 0, 0, 7, 0]), 'not-a-table'],
    ] as const)
      await expect(files.preview(file, undefined), code).rejects.toEqual(refusing(code));
    await expect(files.import('7b0b6f0e-6f6f-4a52-9d43-1f1d0a3f4c11', actor)).rejects.toEqual(
      failing('article-missing'),
    );
  });
});

describe('an import of known articles', () => {
  test('finds them by code or name, leaves what the file does not say, and dates the prices', async () => {
    const { catalogue, files } = openShop();
    const { id } = add(catalogue, {
      nameAr: 'قهوة',
      nameEn: 'Coffee',
      codes: ['1'],
      price: '14',
      unit: 'KGM',
      favourite: true,
    });
    const tea = add(catalogue, { nameEn: 'Tea', price: '3' });
    const file = lines('code,name,price', '1|2,,15', ',Tea,3', ',Juice,8');
    const preview = await files.preview(file, '2026-11-22');
    expect(preview).toMatchObject({ added: 1, changed: 1, unchanged: 1, faultCount: 0 });
    expect(preview.sample).toEqual([
      { row: 2, kind: 'changed', name: 'قهوة | Coffee', codes: ['1', '2'], price: '15', before: '14' },
      { row: 4, kind: 'added', name: 'Juice', codes: [], price: '8' },
    ]);
    expect(await files.import(preview.import, actor)).toEqual({ added: 1, changed: 1, refused: 0 });
    expect(catalogue.get(id)).toMatchObject({
      nameAr: 'قهوة',
      codes: ['1', '2'],
      unit: 'KGM',
      favourite: true,
      price: '14',
      next: { price: '15', from: '2026-11-21T21:00:00.000Z' },
    });
    expect(catalogue.get(tea.id).price).toBe('3');
  });

  test('of what was sold takes every name and code that no article has', async () => {
    const { catalogue, files } = openShop();
    const sold = [
      { key: 'a', name: 'قهوة | Coffee', unitPrice: '14.5', vat: { category: 'S', rate: '15' }, sold: 4 },
      { key: 'b', name: 'Water', barcode: '77', unitPrice: '1', vat: { category: 'S', rate: '15' }, sold: 2 },
    ] as const;
    const preview = await files.previewSold(catalogue.proposals(sold));
    await files.import(preview.import, actor);
    expect(catalogue.list(page).articles).toMatchObject([
      { nameAr: 'قهوة', nameEn: 'Coffee', price: '14.5' },
      { nameEn: 'Water', codes: ['77'] },
    ]);
    expect(catalogue.proposals(sold)).toEqual([]);
  });

  test('of what was sold gives back what cannot go in', async () => {
    const { catalogue, files } = openShop();
    add(catalogue, { nameEn: 'Tea', codes: ['1'] });
    add(catalogue, { nameEn: 'tea', codes: ['2'] });
    const vat = { category: 'S', rate: '15' } as const;
    const { import: id, refused } = await files.previewSold([
      { key: 'a', name: 'Tea', price: '3', vat, sold: 1 },
    ]);
    expect(refused).toBe(1);
    const [heading, row] = await readTable((await files.refusedRows(id, 'en')).bytes);
    expect(heading?.cells).toEqual(['Name', 'Codes', 'Price with VAT', 'What is wrong']);
    expect(row?.cells).toEqual(['Tea', '', '3', expect.stringContaining('Several articles have this name')]);
  });
});

describe.each(['csv', 'xlsx'] as const)('an export as %s', (format) => {
  test('is read back without a change, whatever is in it', async () => {
    const { catalogue, files } = openShop();
    const [group] = catalogue.saveGroup({ group: { nameAr: 'أدوية', nameEn: 'Medicine' } });
    const names = fc.stringMatching(/^[A-Za-z=+@'"-][A-Za-z0-9 ,;'"=+@-]{0,20}[a-z]$/);
    for (const nameEn of new Set(fc.sample(names, { numRuns: 40, seed: 7 })))
      add(catalogue, {
        nameEn,
        codes: [nameEn.length > 3 ? `C-${catalogue.all().length}` : `0${catalogue.all().length}`],
      });
    const { id } = add(catalogue, {
      nameAr: 'شراب "سعال"',
      codes: ['0012', '٧٧', 'AB12'],
      shortCode: '5',
      price: '1250.123456',
      unit: 'MTK',
      group: group?.id,
      vat: { category: 'O', rate: '0', reason: 'VATEX-SA-OOS', reasonText: 'خارج النطاق' },
    });
    catalogue.setActive(id, false);
    for (const language of ['ar', 'en'] as const) {
      const { bytes: file } = await files.export({ format, language });
      const preview = await files.preview(file, undefined);
      expect(preview.faults).toEqual([]);
      expect(preview).toMatchObject({ added: 0, changed: 0, rows: catalogue.all().length, refused: 0 });
      expect(preview.unchanged).toBe(preview.rows);
    }
    edit(catalogue, id, { price: '1' });
  });

  test('holds no formula', async () => {
    const { catalogue, files } = openShop();
    add(catalogue, { nameEn: '=HYPERLINK("http://x.example")', nameAr: '+966 خدمة', codes: ['@1', '-7'] });
    add(catalogue, { nameEn: "Tea; =cmd|calc;'=1", nameAr: "＝شاي;-1;'-2" });
    const { bytes: file } = await files.export({ format, language: 'en' });
    if (format === 'csv') {
      const [, ...rows] = new TextDecoder().decode(file).split('\r\n');
      // Excel on an Arabic Windows ends a cell at a semicolon, even inside quotes.
      for (const row of rows) expect(row).not.toMatch(/(^|,|; *)"?[=＝+@-]/);
    }
    const preview = await files.preview(file, undefined);
    expect(preview).toMatchObject({ unchanged: 2, changed: 0 });
  });
});

test('an XLSX file of a spreadsheet is read: numbers as codes and prices, percents, dates', async () => {
  const shop = openShop();
  const heading = ['Item', 'Barcode', 'Price', 'VAT'].map((value) => ({ value, type: String }));
  const row = [
    { value: 'Coffee', type: String },
    { value: 6281000000017, type: Number },
    { value: 0.1 + 0.2, type: Number },
    { value: 0.15, type: Number, format: '0%' },
  ];
  const blob = await writeWorkbook([heading, row]).toBlob();
  const { articles } = await take(shop, new Uint8Array(await blob.arrayBuffer()));
  expect(articles).toMatchObject([
    { nameEn: 'Coffee', codes: ['6281000000017'], price: '0.3', vat: { category: 'S', rate: '15' } },
  ]);
});
