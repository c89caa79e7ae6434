import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiChanges } from '../../../main/integration/docs/api-version.ts';
import { allProblems } from '../../../main/integration/problem.ts';
import { testValues } from '../../../main/sandbox/faults/directive-help.ts';
import { apiScopes } from '../../../shared/contract/programs/integration.ts';
import { words } from '../../../shared/words/index.ts';
import { newFolder } from '../../support/khatm.ts';
import { coffee, openShop, post, type Shop } from '../api/shop.ts';
import { codeOf } from './page.ts';

/* Tests that the page for integrators is complete, generated from the terminal's own data, and true. */

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
  webhooks: Record<string, unknown>;
  components: { schemas: Record<string, unknown> };
}

interface Hook {
  content: {
    'application/json': {
      schema: { properties: { data: { properties: object } } };
      example: object;
    };
  };
}

let shop: Shop;
let page: string;
let document: Document;
beforeAll(async () => {
  shop = await openShop({ now: Date.now() });
  page = await (await fetch(`${shop.base}/docs`)).text();
  document = (await (await fetch(`${shop.base}/openapi.json`)).json()) as Document;
});
afterAll(async () => {
  expect(shop.errors).toEqual([]);
  await shop.close();
});

test('the address alone leads to it', async () => {
  const answer = await fetch(shop.base);
  expect([answer.status, answer.url]).toEqual([200, `${shop.base}/docs`]);
});

test('it needs nothing from elsewhere, and no script', async () => {
  const answer = await fetch(`${shop.base}/docs`);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; style-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(page).not.toMatch(/<script|style="|<style|<img|@import| on[a-z]+="/);
  const linked = [...page.matchAll(/(?:href|src)="([^"#][^"]*)"/g)].map(([, address = '']) => address);
  expect(linked.filter((address) => !address.startsWith('/'))).toEqual([]);
  for (const address of new Set(linked))
    expect([address, (await fetch(`${shop.base}${address}`)).status]).toEqual([address, 200]);
});

test('each link within the page leads somewhere, and each id is there once', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});

test('it names every operation, body, code, kind of event and change', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  for (const { operationId } of operations) expect(page).toContain(`id="${operationId}"`);
  for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="body-${name}"`);
  for (const kind of Object.keys(document.webhooks)) expect(page).toContain(`<code>${kind}</code>`);
  for (const { version } of apiChanges) expect(page).toContain(`<h3>${version}</h3>`);
  const shown = page.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
  for (const { code, words } of allProblems()) {
    expect(shown).toContain(`id="problem-${code}"`);
    for (const text of Object.values(words)) expect([code, shown.includes(text)]).toEqual([code, true]);
  }
  for (const language of ['en', 'ar'] as const)
    for (const [code, text] of Object.entries(words[language].issues)) {
      // Codes of the validation library never reach a caller.
      expect([code, shown.includes(`<code>${code}</code>`)]).toEqual([code, !code.includes('_')]);
      if (!code.includes('_')) expect([code, shown.includes(text)]).toEqual([code, true]);
    }
});

test('each kind of event has a body as it is posted, and its fields', () => {
  const kinds = Object.entries(document.webhooks) as [string, { post: { requestBody: Hook } }][];
  expect(kinds.length).toBeGreaterThan(8);
  for (const [kind, { post }] of kinds) {
    const { schema, example } = post.requestBody.content['application/json'];
    expect(JSON.parse(codeOf(page, `example-${kind}`))).toEqual(example);
    expect(example).toMatchObject({ type: kind, data: expect.anything() });
    const [, part = ''] =
      new RegExp(`id="event-${kind}".*?</details>`, 's').exec(page)?.[0].split('<table>') ?? [];
    for (const field of Object.keys(schema.properties.data.properties))
      expect([kind, part.includes(`<code>data.${field}</code>`)]).toEqual([kind, true]);
  }
});

test('it lists the test values of training, and training’s authority where there is one', async () => {
  for (const { form, en } of testValues) {
    expect(page).toContain(`<code>${form}</code>`);
    expect(page).toContain(en);
  }
  expect(page).not.toContain('/e-invoicing/');
  const sandbox = 'http://127.0.0.1:8791/e-invoicing/sandbox';
  const training = await openShop({ now: Date.now(), sandbox });
  expect(await (await fetch(`${training.base}/docs`)).text()).toContain(`<code>${sandbox}</code>`);
  await training.close();
});

test('each example that it prints is taken as it stands, by a terminal at work, whatever the day', async () => {
  const busy = await openShop({ now: Date.now() + 1_000 * 24 * 3_600_000 });
  const token = await busy.token([...apiScopes]);
  for (let sold = 0; sold < 3; sold += 1) await post(busy.base, token, coffee);
  const printed = await (await fetch(`${busy.base}/docs`)).text();
  const send = (path: string, body: string) =>
    fetch(`${busy.base}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body,
    });
  const examplesOf = (operation: string) =>
    [...printed.matchAll(/<pre id="([^"]+)"/g)]
      .map(([, id = '']) => id)
      .filter((id) => id.startsWith(`${operation}-`));
  const taken: [string, number][] = [];
  let uuid = '';
  for (const id of examplesOf('issueInvoice')) {
    const body = codeOf(printed, id);
    const checked = await send(
      '/v2/sales/validate',
      codeOf(printed, id.replace('issueInvoice', 'validateSale')),
    );
    const answer = await send('/v2/invoices', body);
    const document = (await answer.json()) as { uuid: string; issues?: object };
    expect([id, checked.status, answer.status, document.issues]).toEqual([id, 200, 201, undefined]);
    if (uuid === '') uuid = document.uuid;
    taken.push([id, answer.status]);
  }
  for (const id of examplesOf('returnGoods')) {
    const answer = await send(`/v2/invoices/${uuid}/returns`, codeOf(printed, id));
    expect([id, answer.status, answer.status === 201 ? '' : await answer.text()]).toEqual([id, 201, '']);
    taken.push([id, answer.status]);
  }
  for (const id of examplesOf('reissueRejected')) {
    const answer = await send('/v2/invoices/reissue', codeOf(printed, id));
    expect([id, answer.status]).toEqual([id, 200]);
    taken.push([id, answer.status]);
  }
  expect(examplesOf('validateSale')).toHaveLength(examplesOf('issueInvoice').length);
  // The other bodies are examples of the terminal's webhooks.
  const others = [...printed.matchAll(/<summary>Example: /g)].length - examplesOf('validateSale').length;
  expect(taken).toHaveLength(others);
  expect(busy.errors).toEqual([]);
  await busy.close();
});

test('it says the address by which it was reached, and nothing of a made-up one', async () => {
  expect(page).toContain(`<code>${shop.base}</code>`);
  const { port } = new URL(shop.base);
  const named = await (await fetch(`http://localhost:${port}/docs`)).text();
  expect(named).toContain(`<code>http://localhost:${port}</code>`);
  expect(page).not.toContain('%ADDRESS%');
});

const hasCurl = process.platform === 'linux' && spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)('its quickstart', () => {
  test('works as it stands, one step after the other', async () => {
    const { id, secret } = shop.client([...apiScopes]);
    const ids = [...page.matchAll(/<pre id="(quickstart-[^"]+)"/g)].map(([, each = '']) => each);
    const blocks = ids.map((each) => codeOf(page, each));
    expect(blocks[0]).toContain(`KHATM='${shop.base}'`);
    blocks[0] =
      blocks[0]?.replace("CLIENT_ID='…' CLIENT_SECRET='…'", `CLIENT_ID='${id}' CLIENT_SECRET='${secret}'`) ??
      '';
    const folder = newFolder('quickstart');
    const { code, output, errors } = await shell(`set -eu\n${blocks.join('\necho\n')}`, folder);
    expect([code, errors]).toEqual([0, '']);
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    const [status, returned, note, final, day] = lines.map((line) => JSON.parse(line));
    const document = JSON.parse(readFileSync(path.join(folder, 'document.json'), 'utf8'));
    expect(readFileSync(path.join(folder, 'qr.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(status).toMatchObject({ uuid: document.uuid, status: 'waiting', payable: '28.00' });
    expect(returned).toMatchObject({ kind: 'creditNote', paidBack: '14.00', left: [{ left: '1' }] });
    expect(note).toMatchObject({ kind: 'creditNote', payable: '4.00', corrects: [document.number] });
    expect(final).toMatchObject({ kind: 'invoice', prepaid: '100.00', payable: '1050.00' });
    const kinds = day.invoices.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['invoice', 'prepayment', 'creditNote', 'creditNote', 'invoice']);
    expect(day.invoices.at(-1)).toMatchObject({ number: document.number, vat: '3.65' });
    rmSync(folder, { recursive: true });
  });
});

function shell(script: string, cwd: string) {
  return new Promise<{ code: number | null; output: string; errors: string }>((resolve) => {
    const child = spawn('sh', ['-c', script], { cwd });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (part) => {
      output += part;
    });
    child.stderr.on('data', (part) => {
      errors += part;
    });
    child.on('close', (code) => resolve({ code, output, errors }));
  });
}
