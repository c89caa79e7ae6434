import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiScopes } from '../../../shared/contract/integration.ts';
import { openShop, type Shop } from '../api/shop.ts';

/* The files for tools, read and sent as those tools do. */

let shop: Shop;
let client: { id: string; secret: string };
beforeAll(async () => {
  shop = await openShop({ pdf: async () => Buffer.from('%PDF-1.7') });
});
afterAll(() => shop.close());

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** Sends the requests in their order, with the variables as a person sets them, and says what was answered. */
async function sendAll(requests: Sent[], variables: Record<string, string>): Promise<string[]> {
  client = shop.client([...apiScopes]);
  Object.assign(variables, { clientId: client.id, clientSecret: client.secret });
  const filled = (text: string): string =>
    text.replace(/\{\{([^}]+)\}\}/g, (_all, name: string) => {
      if (name === '$guid') return crypto.randomUUID();
      const value = variables[name] ?? variables[name.split('.')[0] ?? ''];
      if (value === undefined) throw new Error(`no variable ${name}`);
      return filled(value);
    });
  const answers: string[] = [];
  for (const { method, url, headers, body } of requests) {
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
    const answer = await fetch(filled(url), { method, headers: named, ...(body && { body: filled(body) }) });
    const where = `${method} ${url.replace('{{address}}', '')}`;
    answers.push(`${where} ${answer.status}`);
    const json = answer.headers.get('content-type')?.startsWith('application/json');
    const text = await answer.text();
    const { access_token: token, uuid } = json && text !== '' ? JSON.parse(text) : {};
    if (token !== undefined) variables.token = token;
    if (where === 'POST /v2/invoices') variables.uuid = uuid;
  }
  return answers;
}

/** Expects success of each call but of those that name something of the reader's own, which is not there. */
function expectAnswers(answers: string[]): void {
  const refused = answers.filter((line) => !/ 2\d\d$/.test(line));
  expect(refused.filter((line) => !/\{\{(?!uuid)\w+\}\}.* 404$/.test(line))).toEqual([]);
  for (const call of ['POST /oauth/token', 'POST /v2/invoices', 'POST /v2/invoices/{{uuid}}/returns'])
    expect(answers.some((line) => line.startsWith(`${call} 20`))).toBe(true);
}

test('the .http file is sent from top to bottom', async () => {
  const answer = await fetch(`${shop.base}/docs/khatm.http`);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const [head = '', ...parts] = (await answer.text()).split(/^### .*\n/m);
  const variables = Object.fromEntries(
    [...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(variables.address).toBe(shop.base);
  const requests = parts.map((part): Sent => {
    const [top = '', ...body] = part
      .replace(/^# .*\n/gm, '')
      .trim()
      .split('\n\n');
    const [line = '', ...headers] = top.split('\n');
    const [method = '', url = ''] = line.split(' ');
    const named = headers.map((header) => header.split(/: (.*)/s) as [string, string]);
    return { method, url, headers: Object.fromEntries(named), body: body.join('\n\n') };
  });
  expectAnswers(await sendAll(requests, variables as Record<string, string>));
});

interface Item {
  name: string;
  item?: Item[];
  event?: { script: { exec: string[] } }[];
  request?: {
    method: string;
    auth?: { type: string };
    header: { key: string; value: string }[];
    url: { raw: string; host: string[]; path: string[] };
    body?: { mode: string; raw?: string; urlencoded?: { key: string; value: string }[] };
  };
}

test('the collection is sent folder by folder, the token first', async () => {
  const answer = await fetch(`${shop.base}/docs/khatm.postman_collection.json`);
  const collection = (await answer.json()) as {
    info: { schema: string };
    item: Item[];
    variable: { key: string; value: string }[];
  };
  expect(collection.info.schema).toContain('/v2.1.0/');
  const flat = (items: Item[]): Item[] => items.flatMap((each) => (each.item ? flat(each.item) : [each]));
  const items = flat(collection.item);
  const getsToken = ({ event = [] }: Item) => JSON.stringify(event).includes("set('token'");
  const revokes = ({ request }: Item) => request?.url.raw.endsWith('/revoke') === true;
  const order = (item: Item) => (getsToken(item) ? 0 : revokes(item) ? 2 : 1);
  const requests = items
    .toSorted((a, b) => order(a) - order(b))
    .flatMap(({ request }): Sent[] => {
      if (request === undefined) return [];
      const { method, auth, header, url, body } = request;
      expect(`${url.host.join('')}/${url.path.join('/')}`).toBe(url.raw);
      const headers = Object.fromEntries(header.map(({ key, value }) => [key, value]));
      if (auth?.type !== 'noauth') headers.authorization = 'Bearer {{token}}';
      const form = body?.urlencoded?.map(({ key, value }) => `${key}=${value}`).join('&');
      const text = body?.raw ?? form;
      return [{ method, url: url.raw, headers, ...(text !== undefined && { body: text }) }];
    });
  const variables = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
  expectAnswers(await sendAll(requests, variables));
});
