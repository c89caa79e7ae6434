import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import writeWorkbook from 'write-excel-file/universal';
import { createArticleFiles } from '../../../main/till/catalogue/article-files.ts';
import { openGuardedCatalogue } from '../../../main/till/catalogue/open-catalogue.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/* The forms that spreadsheets give to codes, prices and letters, as people sent them to other programs. */

const code = '6281007009003';
const utf8 = (text: string) => new TextEncoder().encode(text);
const bytesIn = (encoding: string) => {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte]),
  );
  return (text: string) => new Uint8Array(Array.from(text, (letter) => bytes.get(letter) ?? 63));
};

let files: ReturnType<typeof createArticleFiles>;
beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-forms-'));
  const guarded = openGuardedCatalogue({ folder, clock: new FakeClock(), onError: () => undefined });
  guarded.open();
  files = createArticleFiles(folder, new FakeClock());
  return async () => {
    await files.close();
    guarded.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

/** Returns what the preview of a file says. */
async function read(file: Uint8Array) {
  const preview = await files.preview(file, undefined);
  return {
    rows: preview.rows,
    faults: preview.faults.map(({ row, code: fault }) => [row, fault]),
    articles: preview.sample,
    names: preview.sample.map(({ name }) => name),
  };
}

/** Reads one cell of a CSV file, whatever is in it. */
const readCell = (column: string, cell: string) =>
  read(utf8(`name,${column}\r\nWater,"${cell.replaceAll('"', '""')}"\r\n`));
const codesIn = async (cell: string) => {
  const { articles, faults } = await readCell('codes', cell);
  return faults[0]?.[1] ?? articles[0]?.codes;
};
const priceIn = async (cell: string) => {
  const { articles, faults } = await readCell('price', cell);
  return faults[0]?.[1] ?? articles[0]?.price;
};

describe('a code that a spreadsheet changed', () => {
  test.each([
    '6281007009003.0',
    '6281007009003.00',
    '6281007009003,00',
    '٦٢٨١٠٠٧٠٠٩٠٠٣٫٠٠',
    `="${code}"`,
    `=${code}`,
    `'${code}`,
    `’${code}`,
    `"${code}"`,
    '6,281,007,009,003',
    '6,281,007,009,003.00',
    '6.281.007.009.003',
    '6.281.007.009.003,00',
    '6 281 007 009 003',
    '6\u00a0281\u00a0007\u00a0009\u00a0003',
    '6\u202f281\u202f007\u202f009\u202f003',
    "6'281'007'009'003",
    '٦٬٢٨١٬٠٠٧٬٠٠٩٬٠٠٣',
    '٦،٢٨١،٠٠٧،٠٠٩،٠٠٣',
    '62,81,00,70,09,003',
    '6.281007009003E+12',
    '6,281007009003e12',
    '٦٫٢٨١٠٠٧٠٠٩٠٠٣E+١٢',
    '6.281007009003 x 10^12',
    '0.6281007009003E+0013',
    `SAR ${code}`,
    '6,281,007,009,003.00 ر.س.',
    '\ufeff6281007009003.0',
  ])('is restored from %s', async (cell) => {
    expect(await codesIn(cell)).toEqual([code]);
  });

  test('stays as it was written, apart from marks that nobody sees', async () => {
    expect(await codesIn(`\u200e${code}\u00a0`)).toEqual([code]);
    expect(await codesIn('٦٢٨١٠٠٧٠٠٩٠٠٣')).toEqual(['٦٢٨١٠٠٧٠٠٩٠٠٣']);
    for (const plain of ['10023', 'SR12', '4E2', 'AB-12', '1.5', '-7', 'A 12'])
      expect(await codesIn(plain)).toEqual([plain]);
  });

  test.each([
    ['6.28101E+12', 'code-rounded'],
    ['6,28101E+12', 'code-rounded'],
    ['6.28101E12', 'code-rounded'],
    ['6.28E+12', 'code-rounded'],
    ['628.101E+10', 'code-rounded'],
    ['٦٫٢٨١٠١E+١٢', 'code-rounded'],
    ['6.28101×10^12', 'code-rounded'],
    ['6281010E+6', 'code-rounded'],
    ['6281010000000', 'code-rounded'],
    ['6281007009003.5', 'code-rounded'],
    ['62810070090030001', 'code-rounded'],
    ['628,100', 'code-unclear'],
    ['10,023', 'code-unclear'],
    ['628100700900300%', 'code-unclear'],
    ['=A1&B1', 'code-unclear'],
    ['2026-05-01', 'code-date'],
    ['5-May', 'code-date'],
    ['#N/A', 'formula-error'],
    ['#######', 'formula-error'],
  ])('%s is refused', async (cell, fault) => {
    expect(await codesIn(cell)).toBe(fault);
  });

  test('gets back its zeros where its check digit proves them', async () => {
    for (const cell of ['12345678905', '12,345,678,905', '12345678905.00', '1.2345678905E+10'])
      expect(await codesIn(cell)).toEqual(['012345678905']);
    expect(await codesIn('12345678904')).toEqual(['12345678904']);
  });

  test('is several codes only where they are told apart', async () => {
    const other = '6281007009010';
    for (const list of [`${code},${other}`, `${code} | ${other}`, `${code}، ${other}`, `${code} / ${other}`])
      expect(await codesIn(list)).toEqual([code, other]);
  });

  test('in more cells than there are headings is refused, and so is a list without a heading', async () => {
    const { faults } = await read(utf8('name,codes,price\nWater,6,281,007,009,003,1.00\nTea,5,3'));
    expect(faults).toEqual([[2, 'cells-too-many']]);
  });

  test('in a workbook has the digits that its cell has', async () => {
    const rows = [
      ['Item', 'Barcode'].map((value) => ({ value, type: String })),
      [
        { value: 'Water', type: String },
        { value: Number(code), type: Number },
      ],
      [
        { value: 'Tea', type: String },
        { value: `="${code.replace('9003', '9010')}"`, type: String },
      ],
      [
        { value: 'Pen', type: String },
        { value: 6281010000000, type: Number },
      ],
    ];
    const blob = await writeWorkbook(rows).toBlob();
    const { faults } = await read(new Uint8Array(await blob.arrayBuffer()));
    expect(faults).toEqual([[4, 'code-rounded']]);
  });
});

describe('a price', () => {
  test.each([
    ['1.234,50', '1234.5'],
    ['1,234.50', '1234.5'],
    ['١٬٢٣٤٫٥٠', '1234.5'],
    ['1 234,50', '1234.5'],
    ['1\u202f234,50', '1234.5'],
    ["1'234.50", '1234.5'],
    ['1,23,450.00', '123450'],
    ['1.234.567', '1234567'],
    ['SAR 12', '12'],
    ['12.5 ر.س', '12.5'],
    ['\u200fر.س.\u200f\u00a012.50', '12.5'],
    ['12,50 SR', '12.5'],
    ['S.R. 12.50', '12.5'],
    ['12.50 ريال سعودي', '12.5'],
    ['﷼ ١٢٫٥', '12.5'],
    ['١٢،٥', '12.5'],
    ['.5', '0.5'],
    ["'12.50", '12.5'],
    ['="12.50"', '12.5'],
  ])('is read from %s', async (cell, price) => {
    expect(await priceIn(cell)).toBe(price);
  });

  test.each([
    ['1,250', 'number-unclear'],
    ['1.2E+2', 'not-a-number'],
    ['$12', 'not-a-number'],
    ['12 USD', 'not-a-number'],
    ['1SR2', 'not-a-number'],
    ['(12.50)', 'not-a-number'],
    ['12.50-', 'not-a-number'],
    ['12/50', 'not-a-number'],
    ['12½', 'not-a-number'],
    ['#VALUE!', 'formula-error'],
  ])('%s is refused', async (cell, fault) => {
    expect(await priceIn(cell)).toBe(fault);
  });

  test('with a point before three digits is refused in a list that writes fractions with commas', async () => {
    expect((await read(utf8('name;price\nA;12,50\nB;1.250\n'))).faults).toEqual([[3, 'number-unclear']]);
  });
});

describe('a list in another encoding', () => {
  const list = 'الاسم,الباركود,السعر\r\nحليب كامل الدسم,1,6.50\r\nقهوة عربية,2,3\r\n';
  const names = ['حليب كامل الدسم', 'قهوة عربية'];
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  const twice = (encoding: string) => utf8(new TextDecoder(encoding).decode(utf8(list)));

  test.each([
    ['UTF-8 with a mark', utf8(`\ufeff${list}`)],
    ['UTF-16', utf16(`\ufeff${list}`)],
    ['UTF-16 without a mark', utf16(list)],
    ['UTF-16 of the other order', utf16(`\ufeff${list}`).swap16()],
    ['UTF-16 of the other order without a mark', utf16(list).swap16()],
    ['Windows-1256', bytesIn('windows-1256')(list)],
    ['ISO 8859-6', bytesIn('iso-8859-6')(list)],
    ['UTF-8 twice, by Windows-1252', twice('windows-1252')],
    ['UTF-8 twice, by Windows-1256', twice('windows-1256')],
    ['UTF-8 twice, by Latin 1', utf8(Buffer.from(list).toString('latin1'))],
    ['UTF-8 with zeros at the end', utf8(`${list}\0\0\u001a`)],
  ])('is read: %s', async (_, file) => {
    const list = await read(new Uint8Array(file));
    expect(list).toMatchObject({ faults: [], names });
  });

  test('of the West keeps its accents', async () => {
    const file = bytesIn('windows-1252')('name,price\nCrème brûlée,3\nBär,4\n');
    expect((await read(file)).names).toEqual(['Crème brûlée', 'Bär']);
  });

  const line = 'عصير تفاح,3,3.00\r\n';
  test.each([
    ['one odd byte', Buffer.from('Juice\xa0apple,3,3.00\r\n', 'latin1')],
    ['a row of Windows-1256', bytesIn('windows-1256')(line)],
    ['a row that was encoded twice', utf8(new TextDecoder('windows-1256').decode(utf8(line)))],
    ['a row whose letters are lost', utf8('???? ????,3,3.00\r\n')],
    ['a row with the mark of lost letters', utf8('عص\ufffdر,3,3.00\r\n')],
    ['a row with a zero', utf8('Ju\0ice,3,3.00\r\n')],
    ['a row that is cut in the middle of a letter', utf8('عصير').slice(0, -1)],
  ])('keeps its rows but %s, which is named', async (_, row) => {
    const { rows, faults } = await read(new Uint8Array([...utf8(list), ...row]));
    expect(rows).toBe(3);
    expect(faults).toEqual([[4, 'text-broken']]);
  });

  test('of Windows-1256 names a row of UTF-8', async () => {
    const file = [...bytesIn('windows-1256')(`${list}شاي,4,1\r\nتمر سكري,5,1\r\n`), ...utf8(line)];
    expect((await read(new Uint8Array(file))).faults).toEqual([[6, 'text-broken']]);
  });
});

describe('a stray quotation mark', () => {
  const rows = (text: string) => read(utf8(`name,codes,price\r\n${text}`));

  test.each([
    ['at the start of two names', '"24 monitor,1,5\r\nMouse,2,2\r\n"32 monitor,3,9\r\nPad,4,3\r\n', [2, 4]],
    ['at the start of the last name', 'Mouse,2,2\r\n"32 monitor,3,9', [3]],
    ['that a later name seems to close', '"24 monitor,1,5\r\nMouse,2,2\r\nCable 5",3,9\r\nPad,4,3', [2, 4]],
    ['in the middle of a name', 'Monitor 24" wide,1,5\r\nMouse,2,2\r\n', [2]],
    ['in the middle of a quoted name', '"Monitor 24" wide",1,5\r\nMouse,2,2\r\n', [2]],
    ['at the end of a name', 'Monitor 24",1,5\r\nMouse,2,2\r\n', [2]],
    ['that is doubled wrongly', '""24"" monitor,1,5\r\nMouse,2,2\r\n"24"" pad,3,5\r\nKeys,4,2', [2, 4]],
    ['after a backslash', '"24\\" monitor",1,5\r\nMouse,2,2\r\n', [2]],
    ['around a whole row', '"24 monitor,1,5"\r\nMouse,2,2\r\n', [2]],
  ])('%s is named with its row, and no row is lost', async (_, text, faulty) => {
    const { rows: count, faults } = await rows(text);
    expect(faults).toEqual(faulty.map((row) => [row, 'quote-stray']));
    expect(count).toBe(text.trim().split('\r\n').length);
  });

  test('is none where a spreadsheet puts it', async () => {
    const file = '"24"" monitor","1",5\r\n"قهوة\r\nعربية","2",3\r\n "Tea, green" , "3" ,2\r\nPen,="4",1\r\n';
    const { faults, articles } = await rows(file);
    expect(faults).toEqual([]);
    expect(articles.map(({ name, codes }) => `${codes} ${name}`)).toEqual([
      '1 24" monitor',
      '2 قهوة\nعربية',
      '3 Tea, green',
      '4 Pen',
    ]);
  });

  test('around every line is taken away', async () => {
    const { articles } = await read(utf8('"name,price"\r\n"Tea,3"\r\n"""Coffee, black"",5"\r\n'));
    expect(articles).toMatchObject([
      { name: 'Tea', price: '3' },
      { name: 'Coffee, black', price: '5' },
    ]);
  });
});
