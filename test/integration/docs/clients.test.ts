import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../api/shop.ts';

/* Clients that others' generators make of the API's description: they compile, and send the sample of the README. */

const root = path.resolve(import.meta.dirname, '../../..');
let shop: Shop;
let folder: string;
beforeAll(async () => {
  shop = await openShop();
  // Beside the libraries that the client imports.
  const cache = path.join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(path.join(cache, 'khatm-client-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await shop.close();
});

/** The sale that the README shows. */
function readmeSale(): string {
  const [, sale = ''] =
    /```json\n(\{\n {2}"saleId".*?)```/s.exec(readFileSync(path.join(root, 'README.md'), 'utf8')) ?? [];
  expect(JSON.parse(sale)).toMatchObject({ lines: [{}] });
  return sale;
}

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
const page = await khatm.GET('/v2/invoices', { params: { query: { limit: 1, status: 'waiting' } } });
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
  // Node takes no types off files beside libraries.
  const { outputText } = ts.transpileModule(program(readmeSale()), {
    fileName: 'send.mts',
    compilerOptions: options,
  });
  writeFileSync(path.join(folder, 'send.js'), outputText);
  const sent = [path.join(folder, 'send.js'), shop.base, await shop.token()];
  const { stdout } = await promisify(execFile)(process.execPath, sent);
  expect(JSON.parse(stdout)).toEqual(['28.00', 'T1-000001', 1, '28.00', 'T1-000001']);
});

/*
 * The generators of other languages come from elsewhere, and with what they need: `test/README.md` says which.
 * NSWAG names NSwag.exe, OPENAPI_GENERATOR its jar.
 */
const { NSWAG, OPENAPI_GENERATOR } = process.env;

const csharp = `
using System; using System.Net.Http; using System.Net.Http.Headers;
static class Send {
  static void Main(string[] args) {
    var http = new HttpClient();
    http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", args[0]);
    var khatm = new Khatm.Client(http);
    var sale = Newtonsoft.Json.JsonConvert.DeserializeObject<Khatm.Sale>(args[1]);
    var sealedOne = khatm.IssueInvoiceAsync(sale.SaleId, null, sale).Result;
    var read = khatm.GetInvoiceAsync(Guid.Parse(sealedOne.Uuid.ToString())).Result;
    Console.WriteLine("[\\"" + sealedOne.Payable + "\\", \\"" + read.Number + "\\"]");
  }
}`;

test.skipIf(NSWAG === undefined)('C#: NSwag (needs NSWAG)', async () => {
  const run = promisify(execFile);
  const input = path.join(folder, 'openapi.json');
  writeFileSync(input, await (await fetch(`${shop.base}/openapi-3.0.json`)).text());
  const client = path.join(folder, 'Khatm.cs');
  const generator = NSWAG ?? '';
  await run('mono', [
    generator,
    'openapi2csclient',
    `/input:${input}`,
    `/output:${client}`,
    '/namespace:Khatm',
  ]);
  const program = path.join(folder, 'Send.cs');
  writeFileSync(program, csharp);
  const json = path.join(path.dirname(generator), 'Newtonsoft.Json.dll');
  copyFileSync(json, path.join(folder, 'Newtonsoft.Json.dll'));
  const libraries = [
    'System.Net.Http',
    'System.ComponentModel.DataAnnotations',
    'System.Runtime.Serialization',
  ];
  const references = [json, ...libraries].map((library) => `-r:${library}`);
  await run('mcs', [
    '-langversion:7',
    '-nowarn:0162',
    ...references,
    `-out:${folder}/Send.exe`,
    client,
    program,
  ]);
  const { stdout } = await run('mono', [`${folder}/Send.exe`, await shop.token(), fresh(readmeSale())]);
  expect(JSON.parse(stdout)).toEqual(['28.00', expect.stringMatching(/^T1-/)]);
});

const python = `
import json, sys
import openapi_client
khatm = openapi_client.ApiClient(openapi_client.Configuration(host=sys.argv[1]))
khatm.configuration.access_token = sys.argv[2]
sale = json.loads(sys.argv[3])
sealed = openapi_client.SalesApi(khatm).issue_invoice(idempotency_key=sale["saleId"], sale=sale)
read = openapi_client.InvoicesApi(khatm).get_invoice(uuid=sealed.uuid)
print(json.dumps([sealed.payable, read.number]))
`;

test.skipIf(OPENAPI_GENERATOR === undefined)(
  'Python: openapi-generator (needs OPENAPI_GENERATOR)',
  async () => {
    const run = promisify(execFile);
    const input = path.join(folder, 'openapi.json');
    writeFileSync(input, await (await fetch(`${shop.base}/openapi-3.0.json`)).text());
    const client = path.join(folder, 'python');
    await run('java', [
      '-jar',
      OPENAPI_GENERATOR ?? '',
      'generate',
      '-g',
      'python',
      '-i',
      input,
      '-o',
      client,
    ]);
    writeFileSync(path.join(client, 'send.py'), python);
    const sent = ['send.py', shop.base, await shop.token(), fresh(readmeSale())];
    const { stdout } = await run('python3', sent, { cwd: client });
    expect(JSON.parse(stdout)).toEqual(['28.00', expect.stringMatching(/^T1-/)]);
  },
);

/** The same sale under an id of its own. */
const fresh = (sale: string): string => JSON.stringify({ ...JSON.parse(sale), saleId: crypto.randomUUID() });
