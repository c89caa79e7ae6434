import { afterAll, beforeAll, expect, test } from 'vitest';
import { saleExamples } from '../../../main/integration/api/openapi-examples.ts';
import { standardNames } from '../../../shared/contract/webhook-events.ts';
import { openShop, post, type Shop } from './shop.ts';

/* The description of the API explains each field, and its examples are sales that the server takes. */

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

/** Returns the properties of a schema, however deep, by their paths. */
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

/** Returns the paths of all fields that a value has. */
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

test('every example is sealed by a new terminal, and together they show every field', async () => {
  const token = await shop.token(['invoices.write', 'notes.other-systems']);
  for (const [name, { value }] of Object.entries(saleExamples)) {
    const answer = await post(shop.base, token, value);
    expect([name, answer.status, answer.status === 201 ? '' : await answer.text()]).toEqual([name, 201, '']);
  }
  const shown = new Set(Object.values(saleExamples).flatMap(({ value }) => fieldsOf(value)));
  const hidden = propertiesOf(saleSchema()).map(([path]) => path);
  // No example can know the id of a document that is not issued yet.
  const unknowable = ['prepayments.uuid', 'corrects.uuid'];
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
  expect(document.servers).toMatchObject([{ url: '/' }]);
  const [limit] =
    document.paths['/v2/invoices']?.get?.parameters?.filter(({ name }) => name === 'limit') ?? [];
  expect(limit).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 200 } });
  expect(Object.keys(document.webhooks)).toEqual([...Object.values(standardNames), 'webhook.test']);
});

test('a method that a path does not take is answered with those that it takes', async () => {
  const answers: [string, string, number, string | null][] = [
    ['DELETE', '/v2/invoices', 405, 'GET, POST'],
    ['PUT', '/v2/invoices/none/returns?x=1', 405, 'GET, POST'],
    ['GET', '/oauth/token', 405, 'POST'],
    ['POST', '/openapi.json', 405, 'GET'],
    ['GET', '/v2/invoice', 404, null],
    ['GET', '/openapixjson', 404, null],
  ];
  for (const [method, path, status, allow] of answers) {
    const answer = await fetch(`${shop.base}${path}`, { method });
    expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, status, allow]);
  }
});

/** True for a part of a discount, charge or VAT, which other examples of the same schema show. */
function isAdjustmentPart(path: string): boolean {
  return /(^|\.)(discounts?|charges|vat)\.(amount|percent|reason|reasonText|vat|category|rate)(\.|$)/.test(
    path,
  );
}
