import { test } from 'vitest';
import writeWorkbook from 'write-excel-file/universal';
import { corpusOf } from './keep.ts';
import { asText, numberIds, type Play, play, textOf } from './play.ts';
import { sheetsOf } from './till-papers.ts';
import { coffee } from './till-sales.ts';

/* Lists of articles and buyers that come from files, and leave as files. */

const keep = corpusOf('till-lists');

const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64');
const csvOf = (...lines: string[]) => base64(lines.join('\r\n'));
const place = 'صلاح الدين,1111,المروج,الرياض,12222';

/** The shop's articles, in the headings and digits of either language. */
const articleFiles: Readonly<Record<string, string>> = {
  'arabic-csv': csvOf(
    '\ufeffالاسم بالعربية;Name in English;الباركود;السعر شامل الضريبة;الوحدة;المجموعة;مفضل;Shelf',
    'قهوة;Coffee;٦٢٨١٠٠٠٠٠٠٠١٧;١٤٫٥٠ ر.س;حبة;مشروبات | Drinks;نعم;3',
    'تمر;;"77|AB12-77";38,5;كجم;مشروبات;لا;4',
  ),
  'english-csv': csvOf('name,code,price,group', 'Pen,12345678905,2.50,Office', 'Ink,10023,40,Office'),
  'tabs-utf16': base64('\ufeffname\tcode\tprice\r\nشاي | Tea\t10024\t3.25', 'utf16le'),
  changed: csvOf('name,code,price', 'Pen,012345678905,2.75', 'Ink,10023,40'),
};
const faultyArticles = csvOf('name,code,price', 'A,6.281E+12,1', ',10030,2', 'B,10031,x', 'C,10031,-1');

async function keepArticles({ ask }: Play, name: string): Promise<void> {
  const unnumbered = numberIds();
  for (const language of ['ar', 'en'] as const) {
    const csv = await ask('article.export', { format: 'csv', language });
    keep(`${name}/export-${language}.csv`, unnumbered(textOf(csv)));
    const xlsx = await ask('article.export', { format: 'xlsx', language });
    keep(`${name}/export-${language}.json`, unnumbered(await sheetsOf(xlsx)));
  }
  keep(`${name}/list.json`, unnumbered(asText(await ask('article.list', { language: 'ar' }))));
  keep(`${name}/groups.json`, unnumbered(asText(await ask('article.groups', {}))));
}

test('articles from files', async () => {
  const till = await play('articles');
  for (const [name, file] of Object.entries(articleFiles)) {
    const { import: id, ...preview } = await till.ask('article.previewImport', { base64: file });
    keep(
      `articles/${name}.json`,
      asText({ preview, done: await till.ask('article.import', { import: id }) }),
    );
  }
  const faulty = await till.ask('article.previewImport', { base64: faultyArticles });
  keep('articles/faulty.json', asText(faulty, 'import'));
  await keepArticles(till, 'articles');
});

test('articles from a workbook with prices of a later day, and from what was sold', async () => {
  const till = await play('workbook');
  const rows = [
    ['name', 'code', 'price', 'vat'],
    ['ماء | Water', '6281000000024', 1.5, 15],
    ['كتاب | Book', '10025', 52.5, 5],
  ];
  const workbook = await writeWorkbook(rows.map((row) => row.map((value) => ({ value })))).toBlob();
  const file = Buffer.from(await workbook.arrayBuffer()).toString('base64');
  const seen = await till.ask('article.previewImport', { base64: file, priceFrom: '2026-12-01' });
  await till.ask('article.import', { import: seen.import });
  await till.ask('sale.issue', { lines: [coffee] });
  const { import: id, ...sold } = await till.ask('article.previewSold', {});
  await till.ask('article.import', { import: id });
  keep('workbook/previews.json', asText({ seen, sold }, 'import'));
  await keepArticles(till, 'workbook');
});

test('labels of scales', async () => {
  const { ask, refused } = await play('scales');
  const codes = ['12345', '54321'];
  await ask('article.save', {
    article: { nameAr: 'تمر سكري', nameEn: 'Dates', codes, price: '38', unit: 'KGM' },
  });
  await ask('article.save', {
    article: { nameEn: 'Saffron', codes: ['00777'], price: '12.75', unit: 'GRM' },
  });
  const rule = { articleDigits: 5, hasValueCheck: false, valueDigits: 5, unit: 'KGM' as const };
  const rules = [
    { ...rule, prefix: '21', kind: 'weight' as const, decimals: 3 },
    { ...rule, prefix: '22', kind: 'price' as const, decimals: 2 },
    { ...rule, prefix: '23', kind: 'weight' as const, decimals: 0, unit: 'GRM' as const },
  ];
  await ask('article.setLabels', { rules });
  const answers: Record<string, unknown> = {};
  for (const code of ['2112345003456', '2254321012996', '2100777001507', '2300777000157', '2212345000006']) {
    const digits = withCheckDigit(code.slice(0, 12));
    answers[digits] = [
      await ask('article.tryLabel', { rules, code: digits }),
      // The last label has no weight.
      code.startsWith('2212')
        ? await refused('item.find', { text: digits })
        : await ask('item.find', { text: digits }),
    ];
  }
  keep('scales/answers.json', numberIds()(asText(answers)));
});

function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

test('buyers from files', async () => {
  const till = await play('buyers');
  const heading = 'Name,VAT number,Street,Building number,District,City,Postal code';
  const files = {
    new: csvOf(
      `${heading},Phone`,
      `شركة الأمل,310000000000003,${place},055`,
      `Najd,310000000100003,${place},`,
    ),
    abroad: csvOf(
      `${heading},Kind of other number,Other number,Country`,
      'Gulf Trading,,Main,,,Dubai,,Passport,A77,ae',
      `Clinic,,${place},CRN,1010010000,SA`,
    ),
    changed: csvOf('Name,VAT number,City', 'Najd LLC,310000000100003,Jeddah'),
  };
  for (const [name, file] of Object.entries(files)) {
    const { import: id, ...preview } = await till.ask('buyer.previewImport', { base64: file });
    keep(`buyers/${name}.json`, asText({ preview, done: await till.ask('buyer.import', { import: id }) }));
  }
  const faulty = csvOf(heading, `Short,3103,${place}`, 'Part,310000000200003,King Fahd,,,Riyadh,123');
  keep('buyers/faulty.json', asText(await till.ask('buyer.previewImport', { base64: faulty }), 'import'));
  for (const language of ['ar', 'en'] as const) {
    keep(
      `buyers/export-${language}.csv`,
      textOf(await till.ask('buyer.export', { format: 'csv', language })),
    );
    keep(
      `buyers/export-${language}.json`,
      await sheetsOf(await till.ask('buyer.export', { format: 'xlsx', language })),
    );
  }
  keep('buyers/list.json', asText(await till.ask('buyer.list', {})));
  keep('buyers/found.json', asText(await till.ask('buyer.find', { text: 'الامل' })));
});
