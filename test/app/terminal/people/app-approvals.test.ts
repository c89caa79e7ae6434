import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../../../main/app/terminal/terminal.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../../shared/contract/index.ts';
import { freePort } from '../../../support/free-port.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';

/* Tests that what a manager let in goes when the manager goes, or is one no longer. */

const mona = { name: 'Mona', pin: '482913' };
const sami = { name: 'Sami', pin: '135790' };
const redirect = 'http://127.0.0.1/callback';
let folder = '';
let terminal: Terminal;
let base = '';
let clientId = '';

async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
  const result = await terminal.callFromScreen(name, input);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value as CommandOutput<N>;
}

beforeAll(async () => {
  folder = await onboardedFolder('app-approvals');
  terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
  await ask('people.save', { ...mona, role: 'manager' });
  await ask('people.save', { ...sami, role: 'manager' });
  await ask('people.signIn', sami);
  const port = await freePort();
  [base = ''] = (await ask('integration.api.set', { enabled: true, port, network: false })).addresses;
  const { client } = await ask('integration.clients.create', {
    kind: 'app',
    name: 'Accounts',
    scopes: ['invoices.read'],
    redirectUris: [redirect],
  });
  clientId = client.id;
});
afterAll(() => terminal.close());

/** Asks for access in a browser. @returns the page that waits for a manager, and the verifier of its code */
async function ring(): Promise<{ page: string; verifier: string }> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { page: (await fetch(`${base}/oauth/authorize?${query}`)).url, verifier };
}

const waiting = async () => (await ask('integration.approvals', {})).approvals.map(({ id }) => id);

/** Lets the app in as this manager, and returns its access token. */
async function letIn(by: typeof mona): Promise<string> {
  await ask('people.signIn', by);
  const { page, verifier } = await ring();
  const [id = ''] = await waiting();
  await ask('integration.approve', { id });
  const back = await fetch(page, { redirect: 'manual' });
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    code: new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '',
    redirect_uri: redirect,
    code_verifier: verifier,
  });
  const answer = await fetch(`${base}/oauth/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const read = async (token: string) =>
  (await fetch(`${base}/v2/invoices`, { headers: { authorization: `Bearer ${token}` } })).status;
const given = async () =>
  (await ask('integration.given', { clientId })).given.map(({ person }) => person).toSorted();

test.each([
  ['leaves', () => ask('people.remove', { name: 'Mona' })],
  ['becomes a cashier', () => ask('people.save', { name: 'Mona', role: 'cashier' })],
])('an approval ends when its manager %s; those of others stay', async (_, goes) => {
  const [hers, his] = [await letIn(mona), await letIn(sami)];
  expect([await read(hers), await read(his)]).toEqual([200, 200]);
  expect(await given()).toEqual(['Mona', 'Sami']);
  await goes();
  expect(await given()).toEqual(['Sami']);
  // A manager of the same name later on does not bring it back.
  await ask('people.save', { ...mona, role: 'manager' });
  expect([await read(hers), await read(his)]).toEqual([401, 200]);
  const { lines } = await ask('activity.list', {});
  expect(lines.map(({ action }) => action)).toContain('integration.approval-ended');
  const [first] = (await ask('integration.given', { clientId })).given;
  await ask('integration.endGiven', { id: first?.id ?? '' });
  expect(await read(his)).toBe(401);
});

test.each([
  ['integration.approve', 'integration.approved'],
  ['integration.deny', 'integration.denied'],
] as const)('%s whose line cannot be written changes nothing', async (command, action) => {
  await ask('people.signIn', sami);
  const { page } = await ring();
  const [id = ''] = await waiting();
  const ledger = new Database(path.join(folder, 'training', 'ledger.db'));
  ledger.exec(`CREATE TRIGGER full BEFORE INSERT ON audit WHEN NEW.action = '${action}'
    BEGIN SELECT RAISE(ABORT, 'no line'); END`);
  expect(await terminal.callFromScreen(command, { id })).toMatchObject({ ok: false });
  expect(await waiting()).toEqual([id]);
  expect((await fetch(page, { redirect: 'manual' })).status).toBe(200);
  ledger.exec('DROP TRIGGER full');
  ledger.close();
  await ask(command, { id });
  expect(await waiting()).toEqual([]);
  const { lines } = await ask('activity.list', {});
  expect(lines.filter((line) => line.action === action).length).toBeGreaterThan(0);
  expect((await fetch(page, { redirect: 'manual' })).status).toBe(302);
});
