import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../api/shop.ts';
import { readmeSale } from './readme-sale.ts';

/*
 * Tests that a client which a third-party tool generates from the API's description compiles and sends the sample of
 * the README.
 */

const root = path.resolve(import.meta.dirname, '../../..');
let shop: Shop;
let folder: string;
beforeAll(async () => {
  shop = await openShop();
  // The file is next to the libraries that the client imports.
  const cache = path.join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(path.join(cache, 'khatm-client-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await shop.close();
});

const program = (sale: string) => `
import createClient from 'openapi-fetch';
import type { paths } from './khatm.ts';

const [baseUrl = '', token = ''] = process.argv.slice(2);
const khatm = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
const sale = ${sale};
const header = { 'Idempotency-Key': sale.saleId };
const { data, error } = await khatm.POST('/v2/invoices', { params: { header }, body: sale });
if (data === undefined) throw new Error(error?.code);
const path = { uuid: data.uuid };
const read = await khatm.GET('/v2/invoices/{uuid}', { params: { path } });
const query = { limit: 1, status: ['accepted', 'waiting'], kind: ['invoice' as const, 'creditNote' as const] };
const page = await khatm.GET('/v2/invoices', { params: { query } });
const back = await khatm.POST('/v2/invoices/{uuid}/returns', {
  params: { path, header: { 'Idempotency-Key': 'back' } },
  body: { everything: true, reason: 'Stale' },
});
const refused = await khatm.POST('/v2/invoices', { params: { header }, body: { ...sale, note: 'x' } });
console.log(JSON.stringify([
  data.payable, read.data?.number, page.data?.invoices.length, back.data?.paidBack, refused.error?.document?.number,
]));
`;

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

test('TypeScript: openapi-typescript and openapi-fetch', async () => {
  const document = await (await fetch(`${shop.base}/openapi.json`)).json();
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'khatm.ts'), astToString(await openapiTypescript(document)));
  const file = path.join(folder, 'send.ts');
  writeFileSync(file, program(readmeSale()));
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options));
  expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  // Node does not strip types from files in `node_modules`.
  const { outputText } = ts.transpileModule(program(readmeSale()), {
    fileName: 'send.mts',
    compilerOptions: options,
  });
  writeFileSync(path.join(folder, 'send.js'), outputText);
  const sent = [path.join(folder, 'send.js'), shop.base, await shop.token()];
  const { stdout } = await promisify(execFile)(process.execPath, sent);
  expect(JSON.parse(stdout)).toEqual(['28.00', 'T1-000001', 1, '28.00', 'T1-000001']);
});
