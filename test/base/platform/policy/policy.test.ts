import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { openTerminal } from '../../../../main/app/terminal/terminal.ts';
import { lineOf } from '../../../../main/base/platform/policy/line-of.ts';
import { type LastPolicy, readPolicy } from '../../../../main/base/platform/policy/read-policy.ts';
import { fixedSetting, underPolicy } from '../../../../main/base/platform/policy/under-policy.ts';
import { autostartFile, setAutostart } from '../../../../main/base/platform/system/autostart.ts';
import type { CommandInput, CommandName } from '../../../../shared/contract/index.ts';
import { setting } from '../../../../shared/stored/settings/setting.ts';
import { khatm } from '../../../support/khatm.ts';
import { memorySettings } from '../../../support/memory-settings.ts';
import { onboardedFolder } from '../../../support/onboarded-folder.ts';

/* Tests the policy file, its effects on a real terminal, and what happens if it is unusable. */

const folder = mkdtempSync(path.join(tmpdir(), 'khatm-policy-'));
let files = 0;

/** Writes a separate policy file. */
function write(policy: unknown): string {
  files += 1;
  const file = path.join(folder, `${files}.json`);
  writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy, undefined, 2), {
    mode: 0o644,
  });
  return file;
}

function memory(): LastPolicy & { text: string | undefined } {
  return {
    text: undefined,
    read() {
      return this.text;
    },
    write(text) {
      this.text = text;
    },
  };
}

test.each([
  ['{\n  "network": {\n    "prxy": "none"\n  }\n}', 3, 'network.prxy', 'is no field of a policy'],
  ['{\n "backups": { "folder": "relative" }\n}', 2, 'backups.folder', 'must be a whole path'],
  ['{\n\n "gateway": {\n  "production": "http://x.example"\n }\n}', 4, 'gateway.production', 'Invalid URL'],
  [
    '{ "gateway": {\n "simulation": "https://gw-fatoora.zatca.gov.sa/e-invoicing/core" } }',
    2,
    'gateway.simulation',
    "must not be the authority's own address, which the program knows",
  ],
  ['{\n "autostart": "yes"\n}', 2, 'autostart', 'Invalid input: expected boolean, received string'],
  ['{\n "branch": {}\n}', 2, 'branch', 'is no field of a policy'],
  [
    '{ "headOffice": {\n "address": "http://office.example" } }',
    2,
    'headOffice.address',
    'must be https, or http on this machine',
  ],
  [
    '{\n "network": { "authorities": [\n  { "file": "/no/such/ca.pem" } ] } }',
    3,
    'network.authorities.0.file',
    'cannot be read',
  ],
])('%j is refused with its line, field and reason', (text, line, field, reason) => {
  const policy = readPolicy(write(text));
  expect(policy.state).toBe('broken');
  expect(policy.problems?.[0]).toEqual({ line, field, reason });
});

test('what is wrong is said without anything that the file says', () => {
  const policy = readPolicy(write('{\n "network": { "proxy": "http://till:MARK@proxy" },\n oops }'));
  expect(policy.problems).toEqual([{ field: '', reason: 'is not JSON', line: 3 }]);
  expect(JSON.stringify(readPolicy(write({ network: { proxy: 'http://till:MARK@proxy:1' } })))).not.toContain(
    'MARK',
  );
});

test.skipIf(process.platform === 'win32')('a file that others may write is refused', () => {
  const file = write({ autostart: true });
  expect(readPolicy(file).state).toBe('in-force');
  for (const mode of [0o666, 0o664, 0o646]) {
    chmodSync(file, mode);
    expect(readPolicy(file)).toMatchObject({ state: 'broken', why: expect.stringContaining('by others') });
  }
  chmodSync(file, 0o600);
  chmodSync(folder, 0o777);
  expect(readPolicy(file)).toMatchObject({ state: 'broken', why: expect.stringContaining('folder') });
  chmodSync(folder, 0o700);
  expect(readPolicy(file).state).toBe('in-force');
});

test.skipIf(process.platform === 'win32')('a certificate that others may write is no authority', () => {
  const shop = mkdtempSync(path.join(folder, 'authority-'));
  const inner = path.join(shop, 'inner');
  mkdirSync(inner);
  const pem = path.join(inner, 'ca.pem');
  const link = path.join(folder, 'ca-link.pem');
  writeFileSync(pem, '-----BEGIN CERTIFICATE-----', { mode: 0o644 });
  symlinkSync(pem, link);
  const files = [pem, link].map((file) => write({ network: { authorities: [{ file }] } }));
  const states = () => files.map((file) => readPolicy(file).why ?? 'in force');
  expect(states()).toEqual(['in force', 'in force']);
  for (const [place, wide, usual, why] of [
    [pem, 0o666, 0o644, 'the file may be'],
    [inner, 0o777, 0o755, 'the folder of the file may be'],
    [shop, 0o777, 0o755, 'the folder of the file may be'],
  ] as const) {
    chmodSync(place, wide);
    for (const state of states()) expect(state).toContain(`network.authorities.0.file: ${why}`);
    chmodSync(place, usual);
  }
  if (process.getuid?.() === 0) {
    chownSync(inner, 65_534, 65_534);
    for (const state of states()) expect(state).toContain('the folder of the file may be');
    chownSync(inner, 0, 0);
  }
  // In a folder like /tmp, users cannot replace each other's files.
  chmodSync(shop, 0o1777);
  expect(states()).toEqual(['in force', 'in force']);
});

test('the last usable policy stays in force as a whole until the file is mended or removed', () => {
  const last = memory();
  const file = write('{ "autostart": true');
  expect(readPolicy(file, last)).toMatchObject({ state: 'broken', authorities: [] });
  expect(readPolicy(file, last).autostart).toBeUndefined();

  writeFileSync(file, JSON.stringify({ network: { proxy: 'http://proxy:1' }, autostart: true }));
  expect(readPolicy(file, last)).toMatchObject({ state: 'in-force', proxy: 'http://proxy:1' });
  // Half of the file would be usable.
  writeFileSync(file, JSON.stringify({ network: { proxy: 'none' }, autostart: 'maybe' }));
  expect(readPolicy(file, last)).toMatchObject({ state: 'broken', proxy: 'http://proxy:1', autostart: true });

  rmSync(file);
  expect(readPolicy(file, last)).toEqual({ file, state: 'none', authorities: [] });
  writeFileSync(file, '{');
  expect(readPolicy(file, last).proxy).toBeUndefined();
});

test('the line of every value of a JSON text is found', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value, undefined, 1);
      const check = (at: unknown, place: PropertyKey[]) => {
        const line = lineOf(text, place);
        const name = place.at(-1);
        if (typeof name === 'string')
          expect(
            text
              .split('\n')
              [line - 1]?.trimStart()
              .startsWith(`${JSON.stringify(name)}:`),
          ).toBe(true);
        if (typeof at === 'object' && at !== null)
          for (const [key, inner] of Object.entries(at))
            check(inner, [...place, Array.isArray(at) ? Number(key) : key]);
      };
      check(value, []);
    }),
  );
});

test('a setting under a policy is read from it, and nothing else can be written there', () => {
  const pair = setting('pair', z.object({ a: z.string(), b: z.string() }), { a: '1', b: '2' });
  const ownSettings = memorySettings();
  const settings = underPolicy(
    ownSettings,
    fixedSetting(pair, 'x', (value) => ({ ...value, a: 'x' })),
  );
  expect(settings.read(pair)).toEqual({ a: 'x', b: '2' });
  expect(() => settings.write(pair, { a: 'y', b: '3' })).toThrow('set-by-policy');
  settings.write(pair, { a: 'x', b: '3' });
  expect(settings.read(pair)).toEqual({ a: 'x', b: '3' });
  expect(
    underPolicy(
      ownSettings,
      fixedSetting(pair, undefined, (value) => value),
    ).read(pair).b,
  ).toBe('3');
});

test('a terminal holds to its policy, says so, and sells when the file is broken', async () => {
  const data = await onboardedFolder('policy');
  const file = write({
    printers: { receipt: { by: 'network', host: '10.0.0.50' }, system: 'EPSON', paper: 'roll58' },
    network: { proxy: 'none' },
    updates: { server: 'https://updates.shop.example', ring: 'pilot' },
    headOffice: { address: 'http://127.0.0.1:1/' },
  });
  let terminal = await openTerminal({ folder: data, version: '0', policyFile: file });
  const ask = <N extends CommandName>(name: N, input: CommandInput<N>) =>
    terminal.callFromScreen(name, input);
  await terminal.ready();
  const printer = { by: 'network' as const, host: '10.0.0.50', port: 9_100 };
  const devices = { printer, cut: false, drawer: { use: 'none', pin: 2 }, card: 'none' } as const;
  const refusal = { ok: false, failure: { code: 'set-by-policy' } };
  expect(await ask('device.settings', {})).toMatchObject({ value: { printer } });
  expect(await ask('device.setSettings', { ...devices, printer: { by: 'system' } })).toMatchObject(refusal);
  expect(await ask('device.setSettings', devices)).toMatchObject({ ok: true });
  expect(await ask('receipt.settings', {})).toMatchObject({ value: { printer: 'EPSON', paper: 'roll58' } });
  expect(await ask('receipt.setSettings', { autoPrint: true, paper: 'a4' })).toMatchObject(refusal);
  expect(await ask('network.setProxy', { proxy: 'system' })).toMatchObject(refusal);
  expect(await ask('update.get', {})).toMatchObject({
    value: { server: 'https://updates.shop.example', serverFromPolicy: true, ring: 'pilot' },
  });
  expect(await ask('policy.get', {})).toMatchObject({
    value: {
      state: 'in-force',
      fields: ['proxy', 'printer', 'systemPrinter', 'paper', 'updates', 'headOffice'],
    },
  });
  expect(await ask('office.enrol', { address: 'https://office.example', code: 'C' })).toMatchObject(refusal);
  // The request is sent to the policy's office.
  expect(await ask('office.enrol', { code: 'C' })).toMatchObject({ failure: { code: 'office-unreachable' } });
  // Backups of training are worthless, so the policy's folder is not used there.
  expect(await ask('maintenance.setBackups', {})).toMatchObject({ ok: true });
  await terminal.close();

  writeFileSync(file, '{ "printers": 1 }');
  terminal = await openTerminal({ folder: data, version: '0', policyFile: file });
  await terminal.ready();
  expect(await ask('device.settings', {})).toMatchObject({ value: { printer } });
  expect(await ask('terminal.status', {})).toMatchObject({
    value: { alarms: [{ kind: 'policy', level: 'amber' }] },
  });
  expect(await ask('diagnosis.run', {})).toMatchObject({
    value: {
      steps: expect.arrayContaining([
        expect.objectContaining({
          finding: 'policy-broken',
          facts: { file, why: expect.stringContaining('line 1, printers') },
        }),
      ]),
    },
  });
  expect(await ask('sale.issue', { lines: [{ name: 'Tea', quantity: 1, unitPrice: '5' }] })).toMatchObject({
    ok: true,
  });
  await terminal.close();

  rmSync(file);
  terminal = await openTerminal({ folder: data, version: '0', policyFile: file });
  await terminal.ready();
  expect(await ask('device.setSettings', { ...devices, printer: { by: 'system' } })).toMatchObject({
    ok: true,
  });
  await terminal.close();
});

test('the command line checks a file and prints the schema', async () => {
  const wrong = await khatm('policy', 'check', write('{\n "autostart": 1,\n "kiosc": true\n}'));
  expect(wrong.code).toBe(1);
  expect(wrong.stdout.trim().split('\n').toSorted()).toEqual([
    'line 2, autostart: Invalid input: expected boolean, received number',
    'line 3, kiosc: is no field of a policy',
  ]);
  const right = await khatm('policy', 'check', write({ autostart: true, updates: { ring: 'pilot' } }));
  expect(right.code).toBe(0);
  expect(right.stdout).toContain('it sets updates, autostart');
  const schema = await khatm('policy', 'schema');
  expect(JSON.parse(schema.stdout)).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: { backups: { properties: { folder: { description: expect.stringMatching(/backups/) } } } },
  });
});

test('autostart on Linux is a file of the desktop', () => {
  const file = autostartFile({ XDG_CONFIG_HOME: folder });
  expect(file).toBe(path.join(folder, 'autostart', 'khatm.desktop'));
  setAutostart(file, true, '/opt/Khatm 100%/khatm');
  expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Khatm 100%%/khatm"\n');
  setAutostart(file, false, '/opt/khatm');
  setAutostart(file, false, '/opt/khatm');
  expect(() => readFileSync(file)).toThrow('ENOENT');
});
