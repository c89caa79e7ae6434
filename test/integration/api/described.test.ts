import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalHash } from '../../../main/document/stamp/verify/canonical.ts';
import { saleExamples } from '../../../main/integration/api/openapi/openapi-examples.ts';
import { standardNames } from '../../../shared/contract/programs/webhook-events.ts';
import { openShop, post, type Shop } from './shop.ts';

/*
 * Tests that the description of the API explains each field, and that its examples are sales that the server accepts.
 */

let shop: Shop;
let schemas: { [name: string]: Schema; Sale?: Schema };
beforeAll(async () => {
  shop = await openShop();
  const answer = await fetch(`${shop.base}/openapi.json`);
  ({ schemas } = ((await answer.json()) as { components: { schemas: typeof schemas } }).components);
});
afterAll(() => shop.close());

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  pattern?: string;
  maxLength?: number;
}

const saleSchema = (): Schema => schemas.Sale ?? {};

/** Returns the properties of a schema, at any depth, each with its path. */
function propertiesOf(schema: Schema, where = ''): [string, Schema][] {
  const inner = [schema.items, ...(schema.anyOf ?? [])].filter((each) => each !== undefined);
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, Schema][] => {
      const path = where === '' ? name : `${where}.${name}`;
      return [[path, property], ...propertiesOf(property, path)];
    }),
    ...inner.flatMap((each) => propertiesOf(each, where)),
  ];
}

/** Returns the paths of all fields of a value. */
function fieldsOf(value: unknown, where = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => fieldsOf(each, where));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const path = where === '' ? name : `${where}.${name}`;
    return [path, ...fieldsOf(field, path)];
  });
}

test('each field of each body is described', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    const bare = propertiesOf(schema).filter(([, { description = '' }]) => description.trim().length < 3);
    expect(bare.map(([path]) => `${name}.${path}`)).toEqual([]);
  }
});

test('the hash is what its description says, and not a checksum of the file', async () => {
  // The examples below come from the first documents of another shop.
  const other = await openShop();
  const token = await other.token();
  const headers = { prefer: 'return=representation' };
  const sale = { lines: [{ name: 'Tea', quantity: 1, unitPrice: '3.00' }] };
  const { xml, hash } = (await (await post(other.base, token, sale, headers)).json()) as Record<
    string,
    string
  >;
  const bytes = Buffer.from(xml ?? '');
  expect(canonicalHash(bytes)).toBe(hash);
  expect(createHash('sha256').update(bytes).digest('base64')).not.toBe(hash);
  const hashes = propertiesOf({ properties: schemas }).filter(([path]) => /\.hash$/.test(path));
  expect(hashes.length).toBeGreaterThan(2);
  for (const [path, { description }] of hashes)
    expect([path, description]).toEqual([
      path,
      expect.stringMatching(/canonical form.* without .*UBLExtensions/),
    ]);
  expect(JSON.stringify(schemas)).not.toMatch(/of the document, Base64|bytes are what was hashed/);
  await other.close();
});

test('limits, forms and code lists are there for programs', () => {
  const fields = new Map(propertiesOf(saleSchema()));
  const flat = (path: string): Schema[] => {
    const all = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? []).flatMap(all)];
    return all(fields.get(path) ?? {});
  };
  const listed = (path: string) => flat(path).flatMap(({ enum: values = [] }) => values);
  expect(listed('currency')).toContain('USD');
  expect(listed('lines.vat.reason')).toContain('VATEX-SA-32');
  expect(listed('charges.reasonCode')).toContain('DL');
  expect(listed('payments.means')).toEqual(expect.arrayContaining(['cash', 'onAccount', '30']));
  expect(flat('lines.name').map(({ maxLength }) => maxLength)).toContain(1000);
  expect(flat('buyer.vatNumber').map(({ pattern }) => pattern)).toContain('^3\\d{13}3$');
  const [price] = flat('lines.unitPrice').flatMap(({ pattern = [] }) => pattern);
  const form = new RegExp(price ?? 'none', 'u');
  for (const taken of ['12.50', '0', '007.1234560']) expect(form.test(taken), taken).toBe(true);
  for (const not of ['12,50', '1e3', '.5', '1.', '0.1234567', '']) expect(form.test(not), not).toBe(false);
});

test('every example is issued by a new terminal, and together they show every field', async () => {
  const token = await shop.token(['invoices.write', 'notes.other-systems']);
  for (const [name, { value }] of Object.entries(saleExamples)) {
    const answer = await post(shop.base, token, value);
    expect([name, answer.status, answer.status === 201 ? '' : await answer.text()]).toEqual([name, 201, '']);
  }
  const shown = new Set(Object.values(saleExamples).flatMap(({ value }) => fieldsOf(value)));
  const hidden = propertiesOf(saleSchema()).map(([path]) => path);
  // No example can know the id of a document that is not issued yet, or a line of it; lines of another system are unknown.
  const unknowable = [
    'lines.correctsLine',
    'lines.goodsBack',
    'prepayments.uuid',
    'corrects.uuid',
    'replaces',
  ];
  expect([...new Set(hidden)].filter((path) => !shown.has(path) && !isAdjustmentPart(path))).toEqual(
    unknowable,
  );
});

test('each operation has a name of its own and a chapter that is described', async () => {
  const answer = await fetch(`${shop.base}/openapi.json`);
  interface Operation {
    operationId?: string;
    tags?: string[];
    parameters?: { name: string; description?: string; schema: { type?: string } }[];
  }
  const document = (await answer.json()) as {
    tags: { name: string }[];
    servers: { url: string }[];
    paths: Record<string, Record<string, Operation>>;
    webhooks: Record<string, Record<string, Operation>>;
  };
  const both = [...Object.values(document.paths), ...Object.values(document.webhooks)];
  const operations = both.flatMap((path) => Object.values(path));
  const names = operations.map(({ operationId }) => operationId);
  expect(names.every((name) => /^[a-z][A-Za-z]+$/.test(name ?? ''))).toBe(true);
  expect(new Set(names).size).toBe(names.length);
  const chapters = document.tags.map(({ name }) => name);
  for (const { tags = [] } of operations) expect(chapters).toEqual(expect.arrayContaining(tags));
  expect(operations.every(({ tags = [] }) => tags.length === 1)).toBe(true);
  expect(document.servers).toMatchObject([{ url: shop.base }]);
  const [limit] =
    document.paths['/v2/invoices']?.get?.parameters?.filter(({ name }) => name === 'limit') ?? [];
  expect(limit).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 200 } });
  expect(Object.keys(document.webhooks)).toEqual([...Object.values(standardNames), 'webhook.test']);
});

test('a method that a path does not take is answered with those that it takes', async () => {
  const answers: [string, string, number, string | null][] = [
    ['DELETE', '/v2/invoices', 405, 'GET, HEAD, POST'],
    ['PUT', '/v2/invoices/none/returns?x=1', 405, 'GET, HEAD, POST'],
    ['GET', '/oauth/token', 405, 'POST'],
    ['POST', '/openapi.json', 405, 'GET, HEAD'],
    ['GET', '/v2/invoice', 404, null],
    ['GET', '/openapixjson', 404, null],
  ];
  for (const [method, path, status, allow] of answers) {
    const answer = await fetch(`${shop.base}${path}`, { method });
    expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, status, allow]);
  }
});

/** Returns true for a part of a discount, charge or VAT. Other examples of the same schema show those. */
function isAdjustmentPart(path: string): boolean {
  return /(^|\.)(discounts?|charges|vat)\.(amount|percent|reason|reasonText|vat|category|rate)(\.|$)/.test(
    path,
  );
}

test('what is dangerous is said where it is read', async () => {
  interface Parameter {
    name: string;
    description?: string;
  }
  interface Document {
    info: { description: string; version: string };
    paths: Record<string, Record<string, { description?: string; parameters?: Parameter[] }>>;
  }
  const document = (await (await fetch(`${shop.base}/openapi.json`)).json()) as Document;
  const field = (body: string, path: string): string =>
    new Map(propertiesOf(schemas[body] ?? {})).get(path)?.description ?? '';
  const operation = (path: string, method: string) => document.paths[path]?.[method] ?? {};
  const key = (path: string) =>
    operation(path, 'post').parameters?.find(({ name }) => name === 'Idempotency-Key')?.description ?? '';
  const { description: introduction } = document.info;
  const places: [string, string, RegExp[]][] = [
    ['introduction', introduction, [/`qr`.*as it stands/, /dated now/, /corrected sale.*new id/]],
    ['introduction', introduction, [/`parked`.*manager/, /Idempotency-Key.*your client.*30 days/]],
    ['introduction', introduction, [/5,000 lines and 4 MiB/, /512 KiB/, /Retry-After/]],
    ['introduction', introduction, [/may be added at any time/, /Deprecation.*RFC 9745.*Sunset.*RFC 8594/]],
    ['Invoice.qr', field('Invoice', 'qr'), [/as it stands/, /do not decode/]],
    ['IssuedInvoice.qr', field('IssuedInvoice', 'qr'), [/as it stands/]],
    ['Sale.saleId', field('Sale', 'saleId'), [/corrected sale needs a new id/, /never issues twice/]],
    ['Sale.supplyDate', field('Sale', 'supplyDate'), [/always dated now/]],
    ['Sale.lines', field('Sale', 'lines'), [/at most 5,000/]],
    [
      'Invoice.status',
      field('Invoice', 'status'),
      [/parked: .*manager must look/, /rejected.*issues it again/],
    ],
    ['Invoice.status', field('Invoice', 'status'), [/more may be added/]],
    ['key of a sale', key('/v2/invoices'), [/your client/, /30 days/, /one for each sale/]],
    ['key of a return', key('/v2/invoices/{uuid}/returns'), [/your client/, /30 days/]],
    ['a sale', operation('/v2/invoices', 'post').description ?? '', [/dated now/, /4 MiB/]],
    ['an invoice', operation('/v2/invoices/{uuid}', 'get').description ?? '', [/`parked` needs a person/]],
    ['a picture', operation('/v2/invoices/{uuid}/qr.png', 'get').description ?? '', [/as it stands/]],
  ];
  for (const [place, text, needed] of places)
    for (const each of needed) expect(text, `${place} ${each}`).toMatch(each);
});

test('the API has a version of its own, and what it answers stays open', async () => {
  const answer = await fetch(`${shop.base}/openapi.json`);
  const { info } = (await answer.json()) as { info: { version: string; 'x-program-version': string } };
  expect(info.version).toMatch(/^2\.\d+\.\d+$/);
  expect(info['x-program-version']).toBe('1.2.3');
  for (const path of ['/openapi.json', '/v2/invoices', '/nothing'])
    expect((await fetch(`${shop.base}${path}`)).headers.get('x-api-version')).toBe(info.version);
  const requests = ['Sale', 'ReturnRequest', 'ReissueRequest'];
  for (const [name, schema] of Object.entries(schemas)) {
    if (requests.includes(name) || name === 'TokenRequest') continue;
    const text = JSON.stringify(schema);
    expect([name, text.includes('"additionalProperties":false')]).toEqual([name, false]);
    expect([name, text.includes('"enum":')]).toEqual([name, false]);
  }
  for (const name of requests) expect(schemas[name]).toMatchObject({ additionalProperties: false });
});
