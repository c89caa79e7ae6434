import readWorkbook from 'read-excel-file/universal';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createArticleFiles } from '../../../main/till/catalogue/article-files.ts';
import { readTable } from '../../../main/till/catalogue/tables/read-table.ts';
import type { ImportPreview } from '../../../shared/contract/till/articles.ts';
import type { ImportChoice } from '../../../shared/sale/import-choices.ts';
import { unitWords } from '../../../shared/words/article-files.ts';
import { failing } from '../../books/ledger/support.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { actor, add, dataFolder, openIn } from './support.ts';

/* A manager decides about the faults of a list in a few steps, and gets back what could not go in. */

function openShop() {
  const folder = dataFolder();
  const clock = new FakeClock();
  const catalogue = openIn(folder, clock).open();
  const files = createArticleFiles(folder, clock);
  onTestFinished(() => files.close());
  const preview = (...lines: string[]) =>
    files.preview(new TextEncoder().encode(lines.join('\n')), undefined);
  return {
    catalogue,
    files,
    preview,
    decide(
      { import: id, faultGroups, warnings }: ImportPreview,
      code: string,
      choice: ImportChoice,
      word?: string,
    ) {
      const notice = [...faultGroups, ...warnings].find((one) => one.code === code && one.word === word);
      return files.decide({ import: id, code, choice, column: notice?.column, ...(word && { word }) });
    },
  };
}

const codesOf = (notices: ImportPreview['warnings']) => notices.map(({ code, count }) => [code, count]);

describe('an import', () => {
  test('takes what is right, and gives the rest back with its reasons, to be imported once more', async () => {
    const { catalogue, files, preview } = openShop();
    const good = Array.from(
      { length: 380 },
      (_, index) => `Article ${index},C-${index},${index + 1}.50,Shelf`,
    );
    const bad = Array.from(
      { length: 20 },
      (_, index) => `Faulty ${index},D-${index},"${index + 1},000",Shelf`,
    );
    const seen = await preview('Item,Code,Price,Place', ...good.slice(0, 200), ...bad, ...good.slice(200));
    expect(seen).toMatchObject({ rows: 400, added: 380, refused: 20, faultCount: 20 });
    expect(seen.faultGroups).toMatchObject([
      { column: 'price', code: 'number-unclear', count: 20, values: ['1,000', '2,000', '3,000'] },
    ]);
    expect(seen.faults[0]).toMatchObject({ row: 202, name: 'Faulty 0', value: '1,000' });
    expect(await files.import(seen.import, actor)).toEqual({ added: 380, changed: 0, refused: 20 });

    const { bytes, fileName } = await files.refusedRows(seen.import, 'en');
    expect(fileName).toBe('rows-not-imported.xlsx');
    const [heading, first, ...more] = await readTable(bytes);
    expect(heading?.cells).toEqual(['Item', 'Code', 'Price', 'Place', 'What is wrong']);
    expect(first?.cells.slice(0, 4)).toEqual(['Faulty 0', 'D-0', '1,000', 'Shelf']);
    expect(first?.cells[4]).toMatch(/^Price with VAT: 1,000 may be thousands or a fraction/);
    expect(more).toHaveLength(19);

    const again = await files.preview(bytes, undefined);
    expect(again).toMatchObject({ rows: 20, refused: 20, unread: ['Place'] });
    const decided = await files.decide({
      import: again.import,
      column: 'price',
      code: 'number-unclear',
      choice: 'thousands',
    });
    expect(decided).toMatchObject({ added: 20, refused: 0 });
    await files.import(decided.import, actor);
    expect(catalogue.list({ text: 'D-4', show: 'active', language: 'en', start: 0 }).articles).toMatchObject([
      { nameEn: 'Faulty 4', price: '5000' },
    ]);
  });

  test('reads a separator as somebody decided, for all rows at once', async () => {
    const { preview, decide } = openShop();
    const list = ['name,price', 'A,"1,250"', 'B,"2,500 SR"', 'C,"١،٧٥٠"'];
    const prices = async (choice: ImportChoice) =>
      (await decide(await preview(...list), 'number-unclear', choice)).sample.map(({ price }) => price);
    expect(await prices('thousands')).toEqual(['1250', '2500', '1750']);
    expect(await prices('fraction')).toEqual(['1.25', '2.5', '1.75']);
    expect(await prices('leave-out')).toEqual([undefined, undefined, undefined]);
  });

  test('takes a stray quotation mark as it stands, if somebody says so', async () => {
    const { preview, decide } = openShop();
    const seen = await preview('name,codes,price', '"24 monitor,1,500', 'Mouse,2,20', '"32 monitor,3,900');
    const decided = await decide(seen, 'quote-stray', 'as-is');
    expect(decided).toMatchObject({ added: 3, refused: 0 });
    expect(decided.sample.map(({ name }) => name)).toEqual(['"24 monitor', 'Mouse', '"32 monitor']);
  });

  test('knows the units of the trade in both languages, and asks about each other word once', async () => {
    const { preview, decide, files, catalogue } = openShop();
    const words = [
      'carton',
      'كرتون',
      'Box',
      'علبة',
      'bag',
      'كيس',
      'bundle',
      'ربطة',
      'tray',
      'صينية',
      'bottle',
      'قارورة',
    ];
    const trade = await preview('name,unit', ...words.map((word, index) => `Article ${index},${word}`));
    expect(codesOf(trade.warnings)).toEqual([]);
    await files.import(trade.import, actor);
    const units = catalogue.list({ text: '', show: 'active', language: 'en', start: 0 }).articles;
    expect(new Set(units.map(({ unit }) => unit))).toEqual(
      new Set(['XCT', 'XBX', 'XBG', 'XBE', 'XPU', 'XBO']),
    );

    const seen = await preview('name,unit', 'A,bushel', 'B,bushel', 'C,ell', 'D,pack');
    expect(seen).toMatchObject({ added: 4, refused: 0 });
    expect(seen.warnings).toMatchObject([
      { code: 'unit-unknown', word: 'bushel', count: 2, rows: [2, 3] },
      { code: 'unit-unknown', word: 'ell', count: 1, rows: [4] },
    ]);
    await files.import(seen.import, actor);
    const article = (name: string) => [...catalogue.all()].find(({ nameEn }) => nameEn === name);
    expect(article('C')).toMatchObject({ unit: 'PCE', unitWord: 'ell' });
    const { bytes } = await files.export({ format: 'csv', language: 'ar' });
    expect(new TextDecoder().decode(bytes)).toContain(',ell,');
    expect(await files.preview(bytes, undefined)).toMatchObject({ changed: 0 });
    const again = await preview('name,unit', 'A,bushel', 'B,bushel', 'C,ell', 'D,pack');
    const decided = await decide(again, 'unit-unknown', 'XBG', 'bushel');
    expect(decided.warnings).toMatchObject([{ word: 'ell' }]);
    await files.import(decided.import, actor);
    expect(article('A')).toMatchObject({ unit: 'XBG' });
    expect(article('A')).not.toHaveProperty('unitWord');
  });
});

describe('a list', () => {
  test('may have titles above its headings', async () => {
    const { preview } = openShop();
    const seen = await preview(
      'Al Noor grocery,,',
      ',,',
      'Prices of May,2026,',
      'Item,Barcode,Price',
      'Tea,1,3',
      'Pen,2,1',
    );
    expect(seen).toMatchObject({ rows: 2, added: 2, refused: 0 });
    expect(seen.sample).toMatchObject([
      { row: 5, name: 'Tea', price: '3' },
      { row: 6, name: 'Pen' },
    ]);
  });

  test('with two columns of prices is imported once somebody chose one', async () => {
    const { preview, files } = openShop();
    const seen = await preview('Item,السعر,Sale price', 'Tea,3,2.50', 'Pen,,1');
    expect(seen.priceColumns).toEqual([
      { at: 1, heading: 'السعر', examples: ['3'] },
      { at: 2, heading: 'Sale price', examples: ['2.50', '1'] },
    ]);
    await expect(files.import(seen.import, actor)).rejects.toEqual(failing('article-missing'));
    const chosen = await files.choosePrices({ import: seen.import, at: 2 });
    expect(chosen).toMatchObject({ priceColumns: [], unread: ['السعر'] });
    expect(chosen.sample.map(({ price }) => price)).toEqual(['2.5', '1']);
    await files.import(chosen.import, actor);
  });

  test('begins as a template that explains its columns', async () => {
    const { files } = openShop();
    for (const language of ['en', 'ar'] as const) {
      const { bytes } = await files.template(language);
      expect(await files.preview(bytes, undefined)).toMatchObject({ rows: 0, unread: [], faultCount: 0 });
      const sheets = await readWorkbook(bytes.slice().buffer);
      expect(sheets).toHaveLength(2);
      expect(JSON.stringify(sheets[1]?.data)).toContain(unitWords[language].names.XCT);
    }
  });
});

describe('a warning names', () => {
  const warned = async (...lines: string[]) => {
    const { preview } = openShop();
    return (await preview(...lines)).warnings;
  };

  test('a price of zero, one of three decimals, and an old rate of VAT', async () => {
    const warnings = await warned('name,price,vat', 'A,0,15', 'B,1.255,15', 'C,3,5%', 'D,4.5,15');
    expect(warnings).toMatchObject([
      { code: 'price-zero', column: 'price', rows: [2] },
      { code: 'price-decimals', column: 'price', rows: [3] },
      { code: 'vat-old', column: 'vat', rows: [4] },
    ]);
  });

  test('the same name twice, in the file or in the list', async () => {
    const { preview, catalogue } = openShop();
    add(catalogue, { nameEn: 'Coffee', codes: ['1'] });
    const { warnings } = await preview('name,codes', 'Tea,2', 'TEA,3', 'coffee,4');
    expect(warnings).toMatchObject([{ code: 'name-twice', count: 2, rows: [3, 4] }]);
  });

  test('names that another program cut', async () => {
    const names = [
      'Sunflower oil 1.5 l, glass',
      'Sunflower oil 750 ml, glas',
      'Olive oil extra virgin, Al',
      'Salt',
    ];
    expect(
      await warned('name', ...names.map((name) => `"${name}"`), 'Sugar brown…', `"${'x'.repeat(210)}"`),
    ).toMatchObject([{ code: 'name-cut' }]);
    expect(codesOf(await warned('name', ...names.map((name) => `"${name}"`)))).toEqual([['name-cut', 3]]);
    expect(codesOf(await warned('name', 'Tea', 'Pen', 'Ink', 'Sugar brown…'))).toEqual([['name-cut', 1]]);
  });

  test('a wrong check digit, and a code that was restored', async () => {
    expect(await warned('name,codes', 'A,6281007009004', 'B,6281007009003.00')).toMatchObject([
      { code: 'check-digit', values: ['6281007009004'] },
      { code: 'code-restored', values: ['6281007009003.00 → 6281007009003'] },
    ]);
  });

  test('an article that a row would become a part of, which can be left out', async () => {
    const { preview, decide, catalogue } = openShop();
    add(catalogue, { nameEn: 'Coffee', codes: ['1'], price: '14' });
    add(catalogue, { nameEn: 'Milk', codes: ['2'], price: '6' });
    const seen = await preview('name,codes,price', 'Screws,1,3', 'milk,2,7', 'Tea,3,4');
    expect(seen).toMatchObject({ added: 1, changed: 2 });
    expect(seen.warnings).toMatchObject([{ code: 'into-other', rows: [2], values: ['Screws → Coffee'] }]);
    const decided = await decide(seen, 'into-other', 'skip');
    expect(decided).toMatchObject({ added: 1, changed: 1, refused: 1, warnings: [] });
  });
});
