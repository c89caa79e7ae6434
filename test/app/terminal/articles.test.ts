import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { TerminalEvent } from '../../../shared/contract/events.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { eanCheckDigit } from '../../../shared/sale/article-label.ts';
import { units } from '../../../shared/sale/units.ts';
import { newFolder } from '../../support/khatm.ts';
import { cashier, manager } from '../../support/run/callers.ts';

const folder = newFolder('articles');
const events: TerminalEvent[] = [];
let terminal: Terminal;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>, caller = manager) {
  const result = await terminal.call(name, input, caller);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
const list = (text: string) => ask('article.list', { text, language: 'en' }, cashier);

beforeAll(async () => {
  // Tests that a damaged list of articles does not stop the terminal from opening.
  writeFileSync(path.join(folder, 'catalogue.db'), 'damaged');
  terminal = await openTerminal({ folder, version: '1' });
  terminal.onEvent((event) => events.push(event));
  await terminal.ready();
});
afterAll(() => terminal.close());

test('a manager writes the list, a cashier reads it, and the audit log and the screens learn of it', async () => {
  const article = { nameAr: 'قهوة', nameEn: 'Coffee', codes: ['10023'], price: '14' };
  expect(await terminal.call('article.save', { article }, cashier)).toMatchObject({
    failure: { code: 'not-allowed' },
  });
  const { id } = await ask('article.save', { article });
  expect(events.filter(({ type }) => type === 'articles')).toHaveLength(1);
  expect(await list('10023')).toMatchObject({ articles: [{ id, price: '14' }], total: 1 });
  await ask('article.setActive', { id, active: false });
  expect((await list('10023')).articles).toMatchObject([{ active: false }]);
  await ask('article.setActive', { id, active: true });
  expect(await terminal.call('article.save', { article: { codes: ['5'] } }, manager)).toMatchObject({
    failure: { code: 'bad-input', issues: [{ path: ['article', 'nameAr'], code: 'name-missing' }] },
  });
});

test('the damage is told until a manager acknowledges it', async () => {
  expect((await list('')).setAside).toMatch(/^catalogue\.db\.damaged-/);
  await ask('article.acknowledge', {});
  expect((await list('')).setAside).toBeUndefined();
});

test('a name typed at the till is a proposal', async () => {
  await ask('sale.issue', { lines: [{ name: 'شاي | Tea', quantity: 1, unitPrice: '3.00' }] }, cashier);
  const { proposals } = await ask('article.proposals', {});
  expect(proposals).toMatchObject([{ nameAr: 'شاي', nameEn: 'Tea', price: '3' }]);
  const [{ key, nameAr, nameEn, price }] = proposals as [(typeof proposals)[0]];
  await ask('article.take', { key, article: { nameAr, nameEn, price } });
  expect(await ask('article.proposals', {})).toEqual({ proposals: [], total: 0 });
  expect((await list('tea')).articles).toMatchObject([{ nameAr: 'شاي', price: '3' }]);
});

test('the till finds articles before what was sold, and nothing that was withdrawn', async () => {
  const find = async (text: string) => (await ask('item.find', { text }, cashier)).items;
  for (const line of [
    { name: 'Mint tea', barcode: '6281000000024' },
    { name: 'Mint sweets' },
    { name: 'Mint gum', barcode: 'AB12-77' },
  ])
    await ask('sale.issue', { lines: [{ ...line, quantity: 1, unitPrice: '3.00' }] }, cashier);
  expect((await find('mint')).map(({ name, article }) => [name, article])).toEqual([
    ['Mint gum', undefined],
    ['Mint sweets', undefined],
    ['Mint tea', undefined],
  ]);
  const { id } = await ask('article.save', {
    article: { nameAr: 'نعناع', nameEn: 'Mint', codes: ['رمز-٧', 'AB12-77'], price: '45', unit: 'KGM' },
  });
  const mint = {
    article: id,
    name: 'نعناع | Mint',
    nameAr: 'نعناع',
    nameEn: 'Mint',
    unitPrice: '45',
    unit: 'KGM',
  };
  expect(await find('ab12-77')).toMatchObject([{ ...mint, barcode: 'ab12-77' }]);
  expect(await find('رمز-7')).toMatchObject([mint]);
  // The remembered gum has the article's code, so it is the same article.
  expect((await find('mint')).map(({ name }) => name)).toEqual(['نعناع | Mint', 'Mint sweets', 'Mint tea']);
  expect((await find('6281000000024')).map(({ name }) => name)).toEqual(['Mint tea']);
  await ask('article.save', { article: { nameEn: 'Asked', codes: ['77'] } });
  expect((await find('77'))[0]).toMatchObject({ name: 'Asked' });
  expect((await find('77'))[0]).not.toHaveProperty('unitPrice');
  await ask('article.setActive', { id, active: false });
  expect(await terminal.call('item.find', { text: 'AB12-77' }, cashier)).toMatchObject({
    failure: { issues: [{ code: 'item-withdrawn', params: { value: mint.name } }] },
  });
  expect((await find('mint')).map(({ name }) => name)).toEqual(['Mint sweets', 'Mint tea']);
});

test('a file is imported and exported through the contract, by managers alone', async () => {
  const base64 = Buffer.from('name,code,price\nSoap,991,4').toString('base64');
  expect(await terminal.call('article.previewImport', { base64 }, cashier)).toMatchObject({
    failure: { code: 'not-allowed' },
  });
  const preview = await ask('article.previewImport', { base64 });
  const before = events.length;
  // While an import writes, other changes wait, but the till still finds everything.
  const importing = ask('article.import', { import: preview.import });
  const meanwhile = [
    ask('article.save', { article: { nameEn: 'Meanwhile', codes: ['992'] } }),
    ask('article.setLabels', { rules: [] }),
  ];
  expect((await list('10023')).total).toBe(1);
  await Promise.all(meanwhile);
  expect((await list('soap')).total).toBe(1);
  expect((await list('992')).total).toBe(1);
  expect(await importing).toEqual({ added: 1, changed: 0, refused: 0 });
  expect(events.slice(before).map(({ type }) => type)).toContain('articles');
  expect((await ask('item.find', { text: '991' }, cashier)).items).toMatchObject([{ name: 'Soap' }]);
  const file = await ask('article.export', { format: 'csv', language: 'en' });
  expect(file.fileName).toBe('articles.csv');
  expect(Buffer.from(file.base64, 'base64').toString()).toContain('Soap');
});

test('a label of the shop is its article with weight or price, once the shop has a rule', async () => {
  const find = async (text: string) => (await ask('item.find', { text }, cashier)).items;
  const { id } = await ask('article.save', {
    article: { nameEn: 'Dates', codes: ['123'], unit: 'KGM', price: '38' },
  });
  expect(await find('2100123003501')).toEqual([]);
  const rule = { articleDigits: 5, hasValueCheck: false, valueDigits: 5, unit: 'KGM' as const };
  const rules = [
    { ...rule, prefix: '21', kind: 'weight' as const, decimals: 3 },
    { ...rule, prefix: '23', kind: 'price' as const, decimals: 2 },
  ];
  expect(await ask('article.tryLabel', { rules, code: '2100123003501' })).toMatchObject({
    kind: 'weight',
    digits: '00123',
    value: '0.35',
    article: { id },
  });
  expect(await find('2100123003501')).toEqual([]);
  await ask('article.setLabels', { rules });
  const dates = { article: id, name: 'Dates' };
  expect(await find('2100123003501')).toMatchObject([
    { ...dates, barcode: '2100123003501', quantity: '0.35', unit: 'KGM', unitPrice: '38' },
  ]);
  expect(await find('2300123012507')).toMatchObject([
    { ...dates, quantity: '1', unit: 'PCE', unitPrice: '12.5' },
  ]);
  // An article's own code is not a scale label.
  await ask('article.save', { article: { nameEn: 'Poster', codes: ['2100123003501'] } });
  expect(await find('2100123003501')).toMatchObject([{ name: 'Poster' }]);
});

test('a weight is sold in the unit of its article, whatever the scale prints', async () => {
  const find = async (text: string) => (await ask('item.find', { text }, cashier)).items;
  const rule = {
    kind: 'weight' as const,
    articleDigits: 5,
    hasValueCheck: false,
    valueDigits: 5,
    unit: 'KGM' as const,
  };
  const rules = [
    { ...rule, prefix: '20', decimals: 3 },
    { ...rule, prefix: '22', decimals: 0, unit: 'GRM' as const },
    { ...rule, prefix: '24', decimals: 2, unit: 'GRM' as const },
    { ...rule, prefix: '25', decimals: 0 },
  ];
  await ask('article.setLabels', { rules });
  await ask('article.save', { article: { nameEn: 'Saffron', codes: ['401'], unit: 'GRM', price: '500' } });
  await ask('article.save', { article: { nameEn: 'Figs', codes: ['402'], unit: 'KGM', price: '38' } });
  for (const [digits, item] of [
    ['200040100025', { unit: 'GRM', quantity: '25' }],
    ['220040100025', { unit: 'GRM', quantity: '25' }],
    ['240040100025', { unit: 'GRM', quantity: '0.25' }],
    ['250040100025', { unit: 'GRM', quantity: '25000' }],
    ['200040200025', { unit: 'KGM', quantity: '0.025' }],
    ['220040200025', { unit: 'KGM', quantity: '0.025' }],
    ['240040200025', { unit: 'KGM', quantity: '0.00025' }],
    ['250040200025', { unit: 'KGM', quantity: '25' }],
  ] as const) {
    const code = digits + eanCheckDigit(digits);
    expect(await find(code), code).toMatchObject([{ ...item, barcode: code }]);
  }
  // The field that tries a rule shows what the scale printed.
  const printed = `200040100025${eanCheckDigit('200040100025')}`;
  expect(await ask('article.tryLabel', { rules, code: printed })).toMatchObject({
    value: '0.025',
    unit: 'KGM',
    article: { unit: 'GRM' },
  });
});

test('25 g of an article at 0.50 a gram are sold for 12.50', async () => {
  const rule = {
    prefix: '20',
    articleDigits: 5,
    hasValueCheck: false,
    valueDigits: 5,
    decimals: 3,
    unit: 'KGM' as const,
  };
  await ask('article.setLabels', { rules: [{ ...rule, kind: 'weight' }] });
  await ask('article.save', { article: { nameEn: 'Cardamom', codes: ['403'], unit: 'GRM', price: '0.5' } });
  const text = `200040300025${eanCheckDigit('200040300025')}`;
  const [found] = (await ask('item.find', { text }, cashier)).items;
  const { name, quantity = '', unit, unitPrice = '', barcode } = found ?? { name: '' };
  const line = { name, quantity, unit, unitPrice, barcode };
  expect(await ask('sale.price', { lines: [line] }, cashier)).toMatchObject({ payable: 1_250 });
});

test('a weight is refused for an article that is not sold by weight, with its name', async () => {
  const rule = {
    prefix: '20',
    articleDigits: 5,
    hasValueCheck: false,
    valueDigits: 5,
    decimals: 3,
    unit: 'KGM' as const,
  };
  await ask('article.setLabels', { rules: [{ ...rule, kind: 'weight' }] });
  for (const [index, unit] of units.filter((one) => one !== 'KGM' && one !== 'GRM').entries()) {
    const number = String(500 + index);
    await ask('article.save', { article: { nameEn: `Oil ${unit}`, codes: [number], unit, price: '9' } });
    const digits = `2000${number}00350`;
    const text = digits + eanCheckDigit(digits);
    expect(await terminal.call('item.find', { text }, cashier), unit).toMatchObject({
      ok: false,
      failure: {
        code: 'bad-input',
        issues: [{ path: ['text'], code: 'label-not-weighed', params: { value: `Oil ${unit}` } }],
      },
    });
  }
});

describe('a code that cannot be sold', () => {
  const rule = {
    prefix: '20',
    kind: 'weight' as const,
    articleDigits: 5,
    hasValueCheck: false,
    valueDigits: 5,
    decimals: 3,
    unit: 'KGM' as const,
  };
  const labelOf = (digits: string) => digits + eanCheckDigit(digits);
  const refusal = (code: string, value?: string) => ({
    ok: false,
    failure: {
      code: 'bad-input',
      issues: [{ path: ['text'], code, ...(value !== undefined && { params: { value } }) }],
    },
  });
  const find = (text: string) => terminal.call('item.find', { text }, cashier);

  test('of a withdrawn article is refused with its name, however it is read', async () => {
    await ask('article.setLabels', { rules: [rule] });
    const { id } = await ask('article.save', {
      article: { nameEn: 'Recalled ham', codes: ['6281000900017', '9071'], price: '5', unit: 'KGM' },
    });
    await ask('article.setActive', { id, active: false });
    for (const code of [
      '6281000900017',
      ']E06281000900017',
      '9071',
      labelOf('200907100350'),
      ']C10106281000900017',
    ])
      expect(await find(code), code).toMatchObject(refusal('item-withdrawn', 'Recalled ham'));
    // A part of the name finds nothing, as before.
    expect(await find('Recalled h')).toMatchObject({ ok: true, value: { items: [] } });
  });

  test('of a label that no scale prints is refused with the reason', async () => {
    await ask('article.setLabels', { rules: [rule] });
    await ask('article.save', { article: { nameEn: 'Cheese', codes: ['9072'], price: '5', unit: 'KGM' } });
    const good = labelOf('200907200350');
    const misread = good.slice(0, -1) + String((Number(good.at(-1)) + 1) % 10);
    expect(await find(good)).toMatchObject({ ok: true, value: { items: [{ quantity: '0.35' }] } });
    expect(await find(misread)).toMatchObject(refusal('label-misread'));
    expect(await find(labelOf('200907200000'))).toMatchObject(refusal('label-zero'));
    expect(await find(labelOf('200009900350'))).toMatchObject(refusal('label-unknown', '00099'));
  });

  test('of a package without weight is refused if its article is weighed', async () => {
    await ask('article.save', {
      article: { nameEn: 'Ham', codes: ['6281000900024'], price: '5', unit: 'KGM' },
    });
    expect(await find(']C101062810009000243103000000')).toMatchObject(refusal('label-zero'));
  });
});

test('a withdrawn article is in no sale of a person, by its code or its name', async () => {
  const { id } = await ask('article.save', {
    article: { nameEn: 'Recalled', codes: ['6281000900031'], price: '5' },
  });
  const lines = [{ name: 'Milk', quantity: '1', unitPrice: '5' }];
  const recalled = { name: 'Recalled', quantity: '1', unitPrice: '5' };
  const coded = { ...recalled, name: 'Another name', barcode: '6281000900031' };
  await ask('article.setActive', { id, active: false });
  for (const line of [recalled, coded])
    for (const command of ['sale.price', 'sale.issue'] as const)
      expect(await terminal.call(command, { lines: [...lines, line] }, cashier)).toMatchObject({
        ok: false,
        failure: {
          code: 'bad-input',
          issues: [{ path: ['lines', 1, 'name'], code: 'item-withdrawn', params: { value: line.name } }],
        },
      });
  await ask('article.setActive', { id, active: true });
  expect(await ask('sale.price', { lines: [recalled, coded] }, cashier)).toMatchObject({ payable: 1_000 });
});

test('a code with several facts finds its article with the weight, count or price inside', async () => {
  const find = async (text: string) => (await ask('item.find', { text }, cashier)).items;
  const gtin = '9506000134352';
  await ask('article.save', {
    article: { nameEn: 'Halloumi', codes: [gtin], price: '60', unit: 'KGM' },
  });
  await ask('article.save', {
    article: { nameEn: 'Truffle', codes: ['4006381333931'], price: '12', unit: 'GRM' },
  });
  await ask('article.save', { article: { nameEn: 'Honey', codes: ['96385074'], price: '45' } });
  const cheese = { barcode: gtin, name: 'Halloumi' };
  for (const [code, item] of [
    [`]C101${`0${gtin}`}3103000195`, { ...cheese, unit: 'KGM', quantity: '0.195', unitPrice: '60' }],
    [
      `01${`0${gtin}`}39222550`,
      { ...cheese, barcode: `01${`0${gtin}`}3921255`, unit: 'PCE', quantity: '1', unitPrice: '25.5' },
    ],
    [`01${`0${gtin}`}`, { ...cheese, unit: 'KGM', unitPrice: '60' }],
    [
      '01040063813339313103000025',
      { barcode: '4006381333931', name: 'Truffle', unit: 'GRM', quantity: '25', unitPrice: '12' },
    ],
    // The weight is ignored for an article that is sold in jars.
    ['01000000963850743103000450', { barcode: '96385074', name: 'Honey', unit: 'PCE', unitPrice: '45' }],
  ] as const) {
    const [found] = await find(code);
    expect(found).toEqual({
      ...item,
      scanned: code,
      article: expect.any(String),
      nameEn: item.name,
      vat: found?.vat,
    });
  }
});
