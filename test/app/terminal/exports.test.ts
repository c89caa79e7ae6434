import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { buyer } from '../../document/invoice/fixtures.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { manager } from '../../support/run/callers.ts';

/* Tests the names of the files that commands write, what is in them, and their lines in the audit log. */

let terminal: Terminal;

async function ask<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal.call(name, input, manager);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}
const textOf = ({ base64 }: { base64: string }) => Buffer.from(base64, 'base64').toString('utf8');
const key = `number ${buyer.vatNumber}`;
const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
const period = { from: today, to: today };
const csv = { format: 'csv', language: 'en' } as const;

beforeAll(async () => {
  terminal = await openTerminal({ folder: await onboardedFolder('exports'), version: '0' });
  await terminal.ready();
  await ask('shift.open', { id: randomUUID(), float: 0 });
  await ask('article.save', { article: { nameEn: 'Desk', codes: ['10023'], price: '115' } });
  await ask('sale.issue', {
    customer: 'business',
    buyer: { ...buyer, name: 'Desks / "Chairs": <Najd>' },
    payments: [{ means: 'onAccount' }],
    lines: [{ name: 'Desk', barcode: '10023', quantity: 1, unitPrice: '115.00' }],
  });
});
afterAll(() => terminal.close());

test('a report is a file of its kind and days', async () => {
  const file = await ask('report.export', { report: 'articles', ...period, ...csv });
  expect(file.fileName).toBe(`Sales by article ${today} ${today}.csv`);
  expect(textOf(file)).toContain('Desk');
  const arabic = { report: 'vatReturn', ...period, format: 'pdf', language: 'ar' } as const;
  const paper = await ask('report.export', arabic);
  expect(paper.fileName).toBe(`الإقرار الضريبي ${today} ${today}.pdf`);
  expect(textOf(paper)).toMatch(/^%PDF-/);
});

test('a statement is a file of its buyer, without signs that a file’s name cannot have', async () => {
  const file = await ask('account.export', { key, ...period, ...csv });
  expect(file.fileName).toBe(`Statement of account · Desks    Chairs    Najd  ${today} ${today}.csv`);
  expect(textOf(file)).toContain('115.00');
});

test('what was done is a file of its days, where days were asked for', async () => {
  const file = await ask('activity.export', { ...period, ...csv });
  expect(file.fileName).toBe(`Activity ${today} ${today}.csv`);
  expect((await ask('activity.export', csv)).fileName).toBe('Activity.csv');
  expect((await ask('activity.export', { from: today, ...csv })).fileName).toBe(`Activity ${today}.csv`);
});

test('articles and buyers are files of their language', async () => {
  const [articles, buyers] = [await ask('article.export', csv), await ask('buyer.export', csv)];
  expect([articles.fileName, buyers.fileName]).toEqual(['articles.csv', 'customers.csv']);
  expect(textOf(articles)).toContain('Desk');
  expect(textOf(buyers)).toContain(buyer.vatNumber);
  const arabic = { format: 'xlsx', language: 'ar' } as const;
  const inArabic = [await ask('article.export', arabic), await ask('buyer.export', arabic)];
  expect(inArabic.map(({ fileName }) => fileName)).toEqual(['الأصناف.xlsx', 'العملاء.xlsx']);
  for (const file of inArabic) expect(textOf(file)).toMatch(/^PK/);
});

test('a document is a file of the seller’s VAT number, the time and its own number', async () => {
  const { rows } = await ask('invoice.list', { limit: 1 });
  const [{ uuid, number }] = rows as [(typeof rows)[0]];
  const name = new RegExp(`^3\\d{13}3_\\d{8}T\\d{6}_${number}\\.xml$`);
  const issued = await ask('invoice.xml', { uuid });
  expect(issued.fileName).toMatch(name);
  expect(issued.xml).toContain(number);
  expect((await ask('receipt.pdf', { uuid })).fileName).toBe(issued.fileName.replace(/xml$/, 'pdf'));
  const strange = { uuid: randomUUID(), which: 'cleared' } as const;
  expect(await terminal.call('invoice.xml', strange, manager)).toMatchObject({
    failure: { code: 'not-found' },
  });
});

test('a printed statement is a page for its buyer', async () => {
  const printed = await ask('account.printStatement', { key, ...period });
  expect(printed.by === 'page' && printed.html).toContain('Najd');
});

test('each has its line in the audit log', async () => {
  const { lines } = await ask('activity.list', { ...period });
  const written = lines
    .filter(({ action }) => /export|printed/.test(action))
    .map(({ action, detail }) => `${action} ${detail}`);
  const days = `"from":"${today}","to":"${today}"`;
  expect(written.toReversed()).toEqual([
    `exported {"report":"articles","format":"csv",${days}}`,
    `exported {"report":"vatReturn","format":"pdf",${days}}`,
    `exported {"report":"account","format":"csv",${days}}`,
    `exported {"report":"activity","format":"csv",${days}}`,
    `exported {"report":"activity","format":"csv"}`,
    `exported {"report":"activity","format":"csv","from":"${today}"}`,
    `article.exported {"format":"csv"}`,
    `buyer.exported {"format":"csv"}`,
    `article.exported {"format":"xlsx"}`,
    `buyer.exported {"format":"xlsx"}`,
    `statement-printed {${days}}`,
  ]);
});
