import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookup } from '../../../main/base/network/addresses.ts';
import { ledgerSources } from '../../../main/integration/webhooks/ledger-sources.ts';
import { createWebhookSender, type WebhookSender } from '../../../main/integration/webhooks/sender.ts';
import { apiScopes } from '../../../shared/contract/programs/integration.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { coffee, openShop, post, type Shop } from '../api/shop.ts';
import { LibraryReceiver } from '../webhooks/library-receiver.ts';

/*
 * Tests the files for API tools, which are read and sent as those tools do. Only the ID and the secret must be filled
 * in.
 */

let shop: Shop;
let sender: WebhookSender;
const receiver = new LibraryReceiver();
beforeAll(async () => {
  const url = await receiver.listen();
  shop = await openShop({
    pdf: async () => Buffer.from('%PDF-1.7'),
    webhooks(database, ledger, clock) {
      sender = createWebhookSender({
        database,
        sources: ledgerSources(ledger),
        secrets: memorySecrets(),
        vaultPrefix: 'training',
        clock,
        random: () => 1,
        lookup,
        plainToLoopback: true,
        onChange: () => {},
        onError: (error) => shop.errors.push(error),
      });
      return sender;
    },
  });
  const { secret = '' } = await sender.endpoints.add({ url, kinds: ['issued'], allowPrivate: true });
  receiver.secrets = [secret];
  sender.start();
  await post(shop.base, await shop.token(), coffee);
  sender.wake();
  await shop.clock.advance(0);
  await sender.idle();
});
afterAll(async () => {
  await sender.stop();
  await shop.close();
  await receiver.close();
});

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Sends the requests in order, with the ID and the secret that a person sets, and returns the answers.
 * @param keep a function that reads values for later requests from an answer
 */
async function sendAll(
  requests: (Sent & { keep?: (answer: Record<string, unknown>) => void })[],
  variables: Record<string, string>,
): Promise<string[]> {
  const { id, secret } = shop.client([...apiScopes]);
  Object.assign(variables, { clientId: id, clientSecret: secret });
  const filled = (text: string): string =>
    text.replace(/\{\{([^}]+)\}\}/g, (_all, name: string) => {
      if (name === '$guid') return crypto.randomUUID();
      const value = variables[name];
      if (value === undefined) throw new Error(`no variable ${name}`);
      return filled(value);
    });
  const answers: string[] = [];
  for (const { method, url, headers, body, keep } of requests) {
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
    const answer = await fetch(filled(url), { method, headers: named, ...(body && { body: filled(body) }) });
    answers.push(`${method} ${url.replace('{{address}}', '')} ${answer.status}`);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    const text = await answer.text();
    if (isJson && text !== '') keep?.(JSON.parse(text));
  }
  return answers;
}

/** Expects that each call of a reader at a new terminal succeeds. */
function expectAnswers(answers: string[]): void {
  expect(answers.filter((line) => !/ 2\d\d$/.test(line))).toEqual([]);
  for (const call of [
    'POST /oauth/token',
    'POST /v2/invoices',
    'POST /v2/invoices/{{uuid}}/returns',
    'POST /v2/webhooks/deliveries/{{id}}/redeliver',
  ])
    expect(answers.some((line) => line.startsWith(`${call} 20`))).toBe(true);
}

/** Returns the value that a tool finds in an answer at a path such as `$.deliveries[0].id`. */
const found = (answer: unknown, path: string): unknown =>
  path
    .replace(/^\$\./, '')
    .split(/[.[\]]+/)
    .reduce((part, name) => (part as Record<string, unknown>)[name], answer);

test('the .http file is sent from top to bottom', async () => {
  const answer = await fetch(`${shop.base}/docs/khatm.http`);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const [head = '', ...parts] = (await answer.text()).split(/^### .*\n/m);
  const variables = Object.fromEntries(
    [...head.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(variables.address).toBe(shop.base);
  const requests = parts.map((part) => {
    const [, name = ''] = /^# @name (\w+)$/m.exec(part) ?? [];
    const [top = '', ...body] = part
      .replace(/^# .*\n/gm, '')
      .trim()
      .split('\n\n');
    const [line = '', ...headers] = top.split('\n');
    const [method = '', url = ''] = line.split(' ');
    const named = headers.map((header) => header.split(/: (.*)/s) as [string, string]);
    const keep = (answer: Record<string, unknown>) => {
      for (const [reference = '', path = ''] of head.matchAll(
        new RegExp(`(?<=\\{\\{)${name}\\.response\\.body\\.([^}]+)`, 'g'),
      ))
        variables[reference] = String(found(answer, path));
    };
    return {
      ...{ method, url, headers: Object.fromEntries(named), body: body.join('\n\n') },
      ...(name !== '' && { keep }),
    };
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
  const variables = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
  const requests = items
    .toSorted((a, b) => order(a) - order(b))
    .flatMap(({ request, event = [] }) => {
      if (request === undefined) return [];
      const { method, auth, header, url, body } = request;
      expect(`${url.host.join('')}/${url.path.join('/')}`).toBe(url.raw);
      const headers = Object.fromEntries(header.map(({ key, value }) => [key, value]));
      if (auth?.type !== 'noauth') headers.authorization = 'Bearer {{token}}';
      const form = body?.urlencoded?.map(({ key, value }) => `${key}=${value}`).join('&');
      const text = body?.raw ?? form;
      const keep = (answer: Record<string, unknown>) => {
        const set = (key: string, value: string) => {
          variables[key] = value;
        };
        const pm = { response: { code: 200, json: () => answer }, collectionVariables: { set } };
        for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm });
      };
      return [{ method, url: url.raw, headers, keep, ...(text !== undefined && { body: text }) }];
    });
  expectAnswers(await sendAll(requests, variables));
});
