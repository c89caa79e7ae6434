import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder } from '../../support/khatm.ts';
import { openShop, type Shop } from '../api/shop.ts';
import { readmeSale } from './readme-sale.ts';

/*
 * Tests clients in other languages, generated with tools from npm. They must compile and send the sample of the README.
 */

const packages = path.resolve(import.meta.dirname, '../../../node_modules');
const nswag = path.join(packages, 'nswag/bin/binaries/Win');
const openapiGenerator = path.join(packages, '@openapitools/openapi-generator-cli/bin/openapi-generator.jar');

const run = promisify(execFile);
const folder = newFolder('clients');
const input = path.join(folder, 'openapi.json');
let shop: Shop;
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  shop = await openShop();
  writeFileSync(input, await (await fetch(`${shop.base}/openapi-3.0.json`)).text());
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await shop.close();
});

/** Returns the sale of the README with a new ID. */
const sale = () => JSON.stringify({ ...JSON.parse(readmeSale()), saleId: crypto.randomUUID() });

/** The output of a client that has sold something and read its document. */
const sold = ['28.00', expect.stringMatching(/^T1-\d{6}$/)];

const csharp = `
using System; using System.Net.Http; using System.Net.Http.Headers;
static class Send {
  static void Main(string[] args) {
    var http = new HttpClient();
    http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", args[0]);
    var khatm = new Khatm.Client(http);
    var sale = Newtonsoft.Json.JsonConvert.DeserializeObject<Khatm.Sale>(args[1]);
    var issuedOne = khatm.IssueInvoiceAsync(sale.SaleId, null, sale).Result;
    var read = khatm.GetInvoiceAsync(Guid.Parse(issuedOne.Uuid.ToString())).Result;
    Console.WriteLine("[\\"" + issuedOne.Payable + "\\", \\"" + read.Number + "\\"]");
  }
}`;

const libraries = [
  'System.Net.Http',
  'System.ComponentModel.DataAnnotations',
  'System.Runtime.Serialization',
];

/** The programs and libraries that a C# client needs and this machine lacks. */
const lackingForCsharp = ['mono', 'mcs']
  .filter((program) => spawnSync(program, ['--version']).status !== 0)
  .concat(
    [...libraries, 'System.Data', 'System.Xml.Linq'].filter(
      (name) => !existsSync(`/usr/lib/mono/4.5/${name}.dll`),
    ),
  )
  .concat(existsSync(nswag) ? [] : ['nswag']);

test.skipIf(lackingForCsharp.length > 0)(`C#: NSwag ${lackingForCsharp.join(' ')}`, async () => {
  const [client, program] = [path.join(folder, 'Khatm.cs'), path.join(folder, 'Send.cs')];
  const generate = ['openapi2csclient', `/input:${input}`, `/output:${client}`, '/namespace:Khatm'];
  await run('mono', [path.join(nswag, 'NSwag.exe'), ...generate]);
  writeFileSync(program, csharp);
  const json = path.join(folder, 'Newtonsoft.Json.dll');
  copyFileSync(path.join(nswag, 'Newtonsoft.Json.dll'), json);
  const references = [json, ...libraries].map((library) => `-r:${library}`);
  const out = `-out:${folder}/Send.exe`;
  await run('mcs', ['-langversion:7', '-nowarn:0162', ...references, out, client, program]);
  const { stdout } = await run('mono', [`${folder}/Send.exe`, await shop.token(), sale()]);
  expect(JSON.parse(stdout)).toEqual(sold);
});

const python = `
import json, sys
import openapi_client
khatm = openapi_client.ApiClient(openapi_client.Configuration(host=sys.argv[1]))
khatm.configuration.access_token = sys.argv[2]
sale = json.loads(sys.argv[3])
issued = openapi_client.SalesApi(khatm).issue_invoice(idempotency_key=sale["saleId"], sale=sale)
read = openapi_client.InvoicesApi(khatm).get_invoice(uuid=issued.uuid)
print(json.dumps([issued.payable, read.number]))
`;

const lackingForPython = [
  ...(spawnSync('java', ['-version']).status === 0 ? [] : ['java']),
  ...(spawnSync('python3', ['-c', 'import certifi, dateutil, six, urllib3']).status === 0 ? [] : ['python3']),
  ...(existsSync(openapiGenerator) ? [] : ['openapi-generator']),
];

test.skipIf(lackingForPython.length > 0)(
  `Python: openapi-generator ${lackingForPython.join(' ')}`,
  async () => {
    const client = path.join(folder, 'python');
    await run('java', ['-jar', openapiGenerator, 'generate', '-g', 'python', '-i', input, '-o', client]);
    writeFileSync(path.join(client, 'send.py'), python);
    const { stdout } = await run('python3', ['send.py', shop.base, await shop.token(), sale()], {
      cwd: client,
    });
    expect(JSON.parse(stdout)).toEqual(sold);
  },
);
