import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { test } from 'vitest';
import { saleExamples } from '../../main/integration/api/openapi/openapi-examples.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { cashier } from '../support/run/callers.ts';
import { openCommandLine, soldOnce } from './command-line.ts';
import { corpusOf } from './keep.ts';
import { asText, type Play } from './play.ts';

/* Stories of the command line on the folder of a till that has sold. */

const keep = corpusOf('programs-command-line');
const sales = [
  saleExamples.consumer.value,
  saleExamples.business.value,
  saleExamples.split.value,
  saleExamples.export.value,
  saleExamples.advance.value,
];

/** Sells on two days in one shift, and lets the authority answer. */
async function sellForDays({ ask, clock, terminal, id }: Play): Promise<void> {
  await ask('shift.open', { id: id(), float: 10_000 }, cashier);
  for (const sale of sales) {
    await ask('sale.issue', saleSchema.parse({ saleId: id(), ...sale }));
    await clock.advance(60_000);
    await terminal.idle();
  }
  clock.sleep(24 * 3600_000);
  await ask('shift.move', { id: id(), kind: 'out', amount: 2_000, reason: 'Milk' }, cashier);
  await ask('shift.close', { number: 1, count: [{ value: 5_000, count: 2 }] }, cashier);
}

const daysSold = soldOnce('days', sellForDays);
const nothingSold = soldOnce('nothing', async () => undefined);

/** Writes a file of a sale, or of several, beside the till's folder. */
function fileOf(folder: string, name: string, content: object | string): string {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();

/** Keeps each file of a folder, and those of its ZIP files, whose compression is not ours. */
function keepFiles(story: string, folder: string): void {
  for (const name of filesIn(folder)) keepFile(`${story}/${name}`, readFileSync(path.join(folder, name)));
}

function keepFile(name: string, bytes: Uint8Array): void {
  if (name.endsWith('.xlsx')) keep(name, partsOf(bytes));
  else if (name.endsWith('SHA256SUMS'))
    keep(name, strFromU8(bytes).replace(/^\w{64}(?=.*\.xlsx$)/gm, 'DIGEST'));
  else if (!name.endsWith('.zip')) keep(name, bytes);
  else
    for (const [part, content] of Object.entries(unzipSync(bytes)))
      if (!part.endsWith('/')) keepFile(`${name}/${part}`, content);
}

/** Returns the parts of a workbook as one text. */
const partsOf = (workbook: Uint8Array) =>
  Object.entries(unzipSync(workbook))
    .map(([name, content]) => `${name}\n${strFromU8(content)}\n`)
    .join('');

test('sales are issued from files', async () => {
  const { folder, khatm, recorded } = await openCommandLine('issue', nothingSold);
  const one = fileOf(folder, 'one.json', saleExamples.consumer.value);
  const other = fileOf(folder, 'other.json', saleExamples.split.value);
  const out = `${folder}-issued`;
  await khatm('issue', '--data', folder, '--no-wait', '--out', out, one, other);
  await khatm('issue', '--data', folder, '--no-wait', one);
  const bad = fileOf(folder, 'bad.json', { lines: [], colour: 'red' });
  await khatm('issue', '--data', folder, one, bad);
  await khatm('issue', '--data', folder, fileOf(folder, 'half.json', '{"lines": ['));
  await khatm('issue', '--data', folder, '--wait', 'long', one);
  await khatm('issue');
  keep('issue.txt', recorded());
  keepFiles('issue', out);
});

test('a call waits for the answer of the authority', async () => {
  const { folder, khatm, recorded } = await openCommandLine('issue and wait', nothingSold);
  const file = fileOf(folder, 'trade.json', saleExamples.business.value);
  await khatm('issue', '--data', folder, '--wait', '60', file);
  keep('issue-wait.txt', recorded());
});

test('sales are checked before the first is issued', async () => {
  const { folder, khatm, recorded } = await openCommandLine('issue from', nothingSold);
  const id = (number: number) => `c0de0000-0000-4000-8000-00000000000${number}`;
  const line = (sale: object) => JSON.stringify(sale);
  const many = fileOf(
    folder,
    'many.ndjson',
    [
      line({ ...saleExamples.split.value, saleId: id(1) }),
      line({ ...saleExamples.consumer.value, saleId: id(1) }),
      line(saleExamples.advance.value),
      'no JSON',
      line({ ...saleExamples.advance.value, saleId: id(2) }),
      line({ ...saleExamples.split.value, saleId: id(3), discount: { amount: '99' } }),
      line({ ...saleExamples.otherAdvance.value, saleId: id(4) }),
      line({
        kind: 'creditNote',
        corrects: [{ number: 'T1-9' }],
        reason: 'x',
        lines: saleExamples.split.value.lines,
        saleId: id(5),
      }),
    ].join('\n'),
  );
  await khatm('issue', '--data', folder, '--no-wait', '--from', many);
  await khatm('issue', '--data', folder, '--no-wait', '--keep-going', '--other-systems', '--from', many);
  await khatm('issue', '--data', folder, '--no-wait', '--keep-going', '--other-systems', '--from', many);
  await khatm('issue', '--schema');
  keep('issue-from.txt', recorded());
});

test('a ledger is checked, exported and listed', async () => {
  const { folder, khatm, recorded } = await openCommandLine('ledger', daysSold);
  for (const json of [[], ['--json']]) {
    await khatm('ledger', 'check', '--data', folder, ...json);
    await khatm('ledger', 'check', '--all', '--data', folder, ...json);
  }
  await khatm('ledger', 'takings', '--data', folder);
  const out = `${folder}-exported`;
  await khatm('ledger', 'export', '--data', folder, '--out', out);
  await khatm('ledger', 'export', '--data', folder, '--out', out);
  await khatm('ledger', 'export', '--csv', '--data', folder);
  await khatm('ledger', 'export', '--csv', '--data', folder, '--from', '2026-11-21');
  await khatm('ledger', 'export', '--csv', '--data', folder, '--from', 'yesterday');
  await khatm('ledger', 'check', '--data', path.join(folder, 'nothing'));
  keep('ledger.txt', recorded());
  keepFiles('exported', out);
});

test('documents are verified', async () => {
  const { folder, khatm, recorded } = await openCommandLine('verify', daysSold);
  const out = `${folder}-exported`;
  await khatm('ledger', 'export', '--data', folder, '--out', out);
  const files = filesIn(out)
    .filter((name) => name.endsWith('.xml'))
    .map((name) => path.join(out, name));
  await khatm('verify', ...files);
  await khatm('verify', '--json', ...files);
  const [first = ''] = files;
  const changed = readFileSync(first, 'utf8').replace('>2026-11-20<', '>2026-11-21<');
  await khatm('verify', fileOf(folder, 'changed.xml', changed), fileOf(folder, 'none.xml', '<x/>'));
  await khatm('verify', path.join(folder, 'gone.xml'));
  keep('verify.txt', recorded());
});

test('the audit log is checked and listed', async () => {
  const { folder, khatm, recorded } = await openCommandLine('audit', daysSold);
  for (const json of [[], ['--json']]) {
    await khatm('audit', 'check', '--data', folder, ...json);
    await khatm('audit', 'list', '--data', folder, ...json);
  }
  await khatm('audit', 'list', '--data', folder, '--csv', '--person', 'Sami', '--from', '2026-11-21');
  keep('audit.txt', recorded());
});

test.each(['en', 'ar'])('a month is one file for the accountant: %s', async (language) => {
  const { folder, khatm, recorded } = await openCommandLine('month', daysSold);
  const to = `${folder}-months`;
  mkdirSync(to);
  const ofMonth = ['--data', folder, '--to', to, '--language', language];
  const made = await khatm('ledger', 'month', '2026-11', ...ofMonth, '--json');
  await khatm('ledger', 'month', '2027-11', ...ofMonth);
  const { bytes, ...rest }: { bytes: number } = JSON.parse(made);
  keep(`month-${language}.txt`, recorded().replace(String(bytes), 'BYTES'));
  keep(`month-${language}.json`, asText(rest).replaceAll(folder, 'FOLDER'));
  keepFiles(`month-${language}`, to);
});

test('a till is looked at', async () => {
  const { folder, khatm } = await openCommandLine('diagnose', daysSold);
  const { steps }: { steps: { step: string; finding: string }[] } = JSON.parse(
    await khatm('diagnose', '--data', folder, '--json'),
  );
  // These steps examine the machine and not the till.
  const ofMachine = ['disk', 'policy', 'update', 'proxy', 'name', 'connection', 'tls', 'answer'];
  const stable = steps.filter(({ step }) => !ofMachine.includes(step));
  keep(
    'diagnose.json',
    asText({ all: steps.map(({ step }) => step), stable }, 'system').replaceAll(folder, 'FOLDER'),
  );
});

test('what other programs may do is set', async () => {
  const { folder, khatm, recorded } = await openCommandLine('integration', nothingSold);
  const on = (...args: string[]) => khatm('integration', ...args, '--data', folder, '--json');
  await on('api', 'status');
  await on('client', 'add', '--name', 'Till', '--scope', 'invoices.write');
  await on('client', 'list');
  await on('webhook', 'add', 'https://127.0.0.1/events', '--allow-private');
  await on('webhook', 'list');
  await on('folder', 'status');
  await khatm('credential', 'status', '--data', folder, '--json');
  await khatm('office', 'status', '--data', folder, '--json');
  await khatm('policy', 'schema');
  await khatm('onboard', '--example');
  keep('programs.txt', recorded());
});
