import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { reportKinds } from '../../shared/contract/till/reports.ts';
import { newFolder } from '../support/khatm.ts';
import { cashier } from '../support/run/callers.ts';
import { corpusOf } from './keep.ts';
import { asText, numberIds, type Play, play, textOf } from './play.ts';
import { pageOf, pdfTextOf, sheetsOf, withoutFonts } from './till-papers.ts';
import { buyer, coffee, saleStories } from './till-sales.ts';

/* Reports, statements, archives and backups of a ledger with documents of every kind. */

const keep = corpusOf('till-reports');
const period = { from: '2026-11-20', to: '2026-11-22' };
const key = `number ${buyer.vatNumber}`;

/** The stories whose documents refer to no others. */
const sold = ['simplified', 'tax-invoice', 'all-rates', 'self-billed', 'payments', 'discounts-and-charges'];

/** Plays a day of a cashier and one of a manager, each with a shift. */
async function playDays(till: Play): Promise<void> {
  const { ask, clock, terminal, id } = till;
  const article = { nameAr: 'قهوة', nameEn: 'Coffee', codes: ['6281000000007'], price: '14' };
  const { groups } = await ask('article.saveGroup', { group: { nameEn: 'Drinks', vat: undefined } });
  await ask('article.save', { article: { ...article, ...(groups[0] && { group: groups[0].id }) } });
  await ask('article.save', {
    article: { nameEn: 'Book', price: '52.5', vat: { category: 'S', rate: '5' } },
  });
  await ask('shift.open', { id: id(), float: 100_00 }, cashier);
  await ask('sale.issue', { lines: [coffee] }, cashier);
  for (const sale of sold.flatMap((name) => saleStories[name] ?? [])) {
    if (sale.kind === undefined) await ask('sale.issue', sale);
    await terminal.idle();
    clock.sleep(40 * 60_000);
  }
  const corrects = [{ number: 'T1-000001' }];
  const back = { ...coffee, quantity: 1 };
  await ask('sale.issue', { kind: 'creditNote', corrects, reason: 'Broken', lines: [back] });
  await ask('shift.close', { number: 1, count: [{ value: 10_000, count: 2 }] });
  clock.sleep(15 * 3_600_000);
  await ask('shift.open', { id: id(), float: 0 });
  await ask('sale.issue', {
    customer: 'business',
    buyer,
    lines: [coffee],
    payments: [{ means: 'onAccount' }],
  });
  await ask('account.pay', { id: id(), key, means: 'card', amount: 100_00, note: 'دفعة | Part' });
  await ask('shift.close', { number: 2 });
  await terminal.idle();
}

test('reports', async () => {
  const till = await play('reports');
  await playDays(till);
  for (const report of reportKinds) {
    keep(`reports/${report}.json`, asText(await till.ask('report.get', { report, ...period })));
    for (const language of ['ar', 'en'] as const) {
      const csv = await till.ask('report.export', { report, ...period, format: 'csv', language });
      keep(`reports/${report}-${language}.csv`, `${csv.fileName}\n${textOf(csv)}`);
    }
  }
  const vatReturn = { report: 'vatReturn', ...period, language: 'ar' } as const;
  keep(
    'reports/vatReturn.txt',
    await pdfTextOf(await till.ask('report.export', { ...vatReturn, format: 'pdf' })),
  );
  const workbook = await till.ask('report.export', { ...vatReturn, format: 'xlsx' });
  keep('reports/vatReturn-sheets.json', await sheetsOf(workbook));
  keep('reports/takings.json', asText(await till.ask('takings.get', period)));
  keep('reports/figures.json', asText(await till.ask('takings.figures', { ...period, before: 9 })));
  await keepActivity(till);
  await keepAccount(till);
});

async function keepActivity({ ask }: Play): Promise<void> {
  keep('reports/activity.json', asText(await ask('activity.list', period)));
  for (const language of ['ar', 'en'] as const)
    keep(`reports/activity-${language}.csv`, textOf(await ask('activity.export', { ...period, language })));
  keep('reports/activity-check.json', asText(await ask('activity.check', {})));
}

async function keepAccount({ ask }: Play): Promise<void> {
  const request = { key, ...period };
  keep('reports/account.json', asText(await ask('account.get', { key })));
  keep('reports/statement.json', asText(await ask('account.statement', request)));
  keep('reports/statement.html', pageOf(await ask('account.printStatement', request)));
  keep('reports/voucher.html', pageOf(await ask('account.printVoucher', { number: 1 })));
  for (const language of ['ar', 'en'] as const) {
    const csv = await ask('account.export', { ...request, format: 'csv', language });
    keep(`reports/statement-${language}.csv`, textOf(csv));
    const pdf = await ask('account.export', { ...request, format: 'pdf', language });
    keep(`reports/statement-${language}.txt`, await pdfTextOf(pdf));
  }
}

test('archives', async () => {
  const till = await play('archives');
  await playDays(till);
  await keepMonth(till);
  const folder = newFolder('corpus-archive');
  keep('archives/export.json', asText(await till.ask('maintenance.export', { folder, ...period }), 'sums'));
  const files = filesOf(folder);
  keep('archives/export.txt', files.map(([name, bytes]) => `${sumOf(bytes)} ${name}`).join('\n'));
  for (const [name, bytes] of files.filter(([each]) => !isDocument(each)))
    keep(`archives/export/${name}`, bytes);
  keep('archives/check.json', asText(await till.ask('maintenance.check', {})));
  await keepBackup(till);
});

/** Makes the file of the month, and keeps its members. */
async function keepMonth({ ask }: Play): Promise<void> {
  const folder = newFolder('corpus-month');
  await ask('month.make', { month: '2026-11', folder, language: 'ar' });
  const made = async () => (await ask('month.get', {})).state;
  await expect.poll(made).toBe('made');
  const month = await ask('month.get', {});
  if (month.state !== 'made') throw new Error('not made');
  const members = Object.entries(unzipSync(readFileSync(month.file)));
  const sums = members.map(([name, bytes]) => (isDocument(name) ? `${sumOf(bytes)} ${name}` : name));
  keep('archives/month.txt', [path.basename(month.file), ...sums].join('\n'));
  for (const [name, bytes] of members.filter(([each]) => !isDocument(each)))
    keep(`archives/month/${name}`, await memberText(name, bytes));
}

const isDocument = (name: string) => name.endsWith('.xml');
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Returns a member as text, without the bytes that depend on a package: workbooks and fonts. */
async function memberText(name: string, bytes: Uint8Array): Promise<string> {
  if (name.endsWith('.xlsx')) return sheetsOf(bytes);
  const text = withoutFonts(Buffer.from(bytes).toString('utf8'));
  return name === 'SHA256SUMS' ? text.replace(/^[\da-f]{64}(?=.*\.(xlsx|html)$)/gm, 'sum') : text;
}

/** Returns the files below a folder, with their contents. */
function filesOf(folder: string): [name: string, bytes: Buffer][] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  return files
    .toSorted()
    .map((file) => [path.relative(folder, file).replaceAll(path.sep, '/'), readFileSync(file)]);
}

/** Makes a backup and keeps what can be read in it. */
async function keepBackup({ ask }: Play): Promise<void> {
  const folder = newFolder('corpus-backup');
  await ask('maintenance.setBackups', { folder });
  await expect.poll(async () => (await ask('maintenance.backups', {})).last).toBeDefined();
  const [backup] = (await ask('backup.files', {})).files;
  if (backup === undefined) throw new Error('no backup');
  const { file } = backup;
  const opened = await ask('backup.open', { file });
  const examined = await ask('backup.examine', { file });
  const { rows } = await ask('backup.documents', { file, query: { limit: 5 } });
  keep('archives/backup.json', numberIds()(asText({ name: path.basename(file), opened, examined, rows })));
  for (const { uuid, number } of rows.slice(0, 1))
    keep(`archives/backup/${number}.xml`, (await ask('backup.document', { file, uuid, paper: 'a4' })).xml);
}
