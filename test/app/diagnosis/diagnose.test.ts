import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { type DiagnosisOptions, diagnose } from '../../../main/app/diagnosis/diagnose.ts';
import { probeDisk, probeFolder } from '../../../main/app/diagnosis/probe-folder.ts';
import { openTerminal } from '../../../main/app/terminal/terminal.ts';
import { updatesFolder, writeState } from '../../../main/app/updates/state.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { readPolicy } from '../../../main/base/platform/policy/read-policy.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import type { Devices, OwnPrinters } from '../../../shared/contract/till/devices.ts';
import { type DiagnosisStep, findings, mends } from '../../../shared/diagnosis.ts';
import { devicesSetting, noDevices, ownPrintersSetting } from '../../../shared/stored/settings/terminal.ts';
import { describeStep, stateName, stepName } from '../../../shared/words/faults/diagnosis.ts';
import { languages } from '../../../shared/words/index.ts';
import { khatm, newFolder } from '../../support/khatm.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { memorySettings } from '../../support/memory-settings.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { changeBody } from '../../support/read-bodies.ts';
import { tamper } from '../../support/tamper.ts';

/* Tests the steps of a diagnosis on real folders, as the command line and the page run them. */

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const nothingSet: DiagnosisOptions['settings'] = memorySettings();

function optionsFor(folder: string, more: Partial<DiagnosisOptions> = {}): DiagnosisOptions {
  return {
    folder,
    environment: 'training',
    version: '1.2.3',
    clock: systemClock,
    settings: nothingSet,
    printer: undefined,
    vault: undefined,
    policy: readPolicy(path.join(folder, 'no-policy.json')),
    ...more,
  };
}

async function findingsOf(folder: string, more: Partial<DiagnosisOptions> = {}) {
  const { steps } = await diagnose(optionsFor(folder, more));
  return Object.fromEntries(steps.map(({ step, finding }) => [step, finding])) as Record<
    DiagnosisStep,
    string
  >;
}

async function soldFolder(name: string, sales = 3): Promise<string> {
  const folder = await onboardedFolder(name);
  const terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
  for (let sale = 0; sale < sales; sale += 1)
    await terminal.callFromScreen('sale.issue', { lines: [{ name: 'Tea', quantity: 1, unitPrice: '5' }] });
  await terminal.idle();
  await terminal.close();
  return folder;
}

const ledgerOf = (folder: string) => path.join(folder, 'training', 'ledger.db');

test('a terminal in order has no failed step, told in the order of the steps', async () => {
  const folder = await soldFolder('in-order');
  const { steps, environment } = await diagnose(optionsFor(folder));
  expect(environment).toBe('training');
  expect(steps.filter(({ state }) => state === 'failed' || state === 'warning')).toEqual([]);
  expect(steps.map(({ step }) => step)).toEqual([
    ...new Set(Object.values(findings).map(({ step }) => step)),
  ]);
  expect(steps.find(({ step }) => step === 'ledger')).toMatchObject({ facts: { checked: 3, documents: 3 } });
});

test('it looks at a terminal that is open and selling, and writes nothing', async () => {
  const folder = await onboardedFolder('open');
  const terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
  await terminal.callFromScreen('sale.issue', { lines: [{ name: 'Tea', quantity: 1, unitPrice: '5' }] });
  const answer = await terminal.callFromScreen('diagnosis.run', {});
  expect(answer).toMatchObject({ ok: true, value: { environment: 'training' } });
  const { steps } = (answer as { value: Awaited<ReturnType<typeof diagnose>> }).value;
  expect(steps.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(steps.find(({ step }) => step === 'vault')).toMatchObject({ finding: 'vault-open' });
  await terminal.close();
});

test('a damaged invoice, a newer schema and a missing file are told', async () => {
  const folder = await soldFolder('damaged');
  tamper(ledgerOf(folder), (ledger) => changeBody(ledger, 2, (text) => text.replaceAll('Tea', 'Tee')));
  expect(await findingsOf(folder)).toMatchObject({ ledger: 'ledger-damaged' });

  const newer = new BetterSqlite3(ledgerOf(folder));
  newer.pragma('user_version = 9999');
  newer.close();
  expect(await findingsOf(folder)).toMatchObject({ ledger: 'ledger-newer', end: 'end-unknown' });

  writeFileSync(ledgerOf(folder), 'no database at all');
  expect(await findingsOf(folder)).toMatchObject({ ledger: 'ledger-damaged' });

  rmSync(ledgerOf(folder));
  const store = memorySecrets();
  const isOpen = { isOpen: true, failure: undefined, store };
  expect(await findingsOf(folder)).toMatchObject({ ledger: 'ledger-none', certificate: 'certificate-none' });
  const inProduction = () => findingsOf(folder, { environment: 'production', vault: isOpen });
  expect(await inProduction()).toMatchObject({ ledger: 'ledger-none' });
  await store.set('production/production/1a2b3c4d-1', 'a pair');
  expect(await inProduction()).toMatchObject({ ledger: 'ledger-lost' });
});

test('an older copy of the ledger is told by the note beside it', async () => {
  const folder = await soldFolder('older', 2);
  const database = new BetterSqlite3(ledgerOf(folder));
  const older = `${folder}-older.db`;
  database.exec(`VACUUM INTO '${older}'`);
  database.close();
  const terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
  await terminal.callFromScreen('sale.issue', { lines: [{ name: 'Tea', quantity: 1, unitPrice: '5' }] });
  await terminal.close();
  for (const ending of ['', '-wal', '-shm']) rmSync(ledgerOf(folder) + ending, { force: true });
  copyFileSync(older, ledgerOf(folder));
  const { steps } = await diagnose(optionsFor(folder));
  expect(steps.find(({ step }) => step === 'end')).toMatchObject({
    finding: 'end-cut',
    facts: { icv: 2, known: 3 },
  });
});

test('the certificate’s days are told by the clock', async () => {
  const folder = await soldFolder('certificate', 0);
  const at = (days: number) => ({ now: () => systemClock.now() + days * 24 * 60 * 60_000 });
  expect(await findingsOf(folder)).toMatchObject({ certificate: 'certificate-valid' });
  expect(await findingsOf(folder, { clock: at(365 * 5 - 30) })).toMatchObject({
    certificate: 'certificate-soon',
  });
  expect(await findingsOf(folder, { clock: at(365 * 6) })).toMatchObject({ certificate: 'certificate-over' });
  expect(await findingsOf(folder, { clock: at(-40) })).toMatchObject({ certificate: 'certificate-early' });
});

test('the folder and its disk', () => {
  const folder = newFolder('place');
  const machine = (free: number, type: number, platform: NodeJS.Platform = 'linux', real = folder) => ({
    platform,
    statfs: () => ({ free, type }),
    realPath: () => real,
  });
  const local = machine(1e12, 0xef53);
  chmodSync(folder, 0o700);
  expect(probeFolder(folder, local).finding).toBe('folder-private');
  chmodSync(folder, 0o755);
  expect(probeFolder(folder, local).finding).toBe('folder-open');
  expect(probeFolder(path.join(folder, 'none'), local).finding).toBe('folder-missing');
  // The type of CIFS is a negative number on some systems.
  for (const type of [0x6969, 0xff534d42, 0xff534d42 | 0])
    expect(probeFolder(folder, machine(1e12, type)).finding).toBe('folder-network');
  expect(probeFolder(folder, machine(0, 0, 'win32', '\\\\server\\share\\Khatm')).finding).toBe(
    'folder-network',
  );
  expect(probeFolder(folder, machine(0, 0, 'win32', '\\\\?\\C:\\Khatm')).finding).toBe('folder-private');
  const synced = 'C:\\Users\\salem\\OneDrive - Najd\\Khatm';
  expect(probeFolder(folder, machine(0, 0, 'win32', synced)).finding).toBe('folder-synced');
  expect(probeFolder(folder, machine(0, 0, 'win32', 'C:\\OneDriver\\Khatm')).finding).toBe('folder-private');

  expect(probeDisk(folder, machine(5e9, 0))).toMatchObject({ finding: 'disk-room', facts: { free: '5.0' } });
  expect(probeDisk(folder, machine(1e9, 0)).finding).toBe('disk-short');
  expect(probeDisk(folder, machine(1e8, 0)).finding).toBe('disk-full');
});

test('printer and drawer', async () => {
  const folder = newFolder('devices');
  const port = await listen();
  const settings = (printer: Devices['printer']) => {
    const kept = memorySettings();
    kept.write(devicesSetting, { ...noDevices, printer, drawer: { use: 'withCash', pin: 2 } });
    return { settings: kept };
  };
  const network = (at: number) => settings({ by: 'network', host: '127.0.0.1', port: at });
  expect(await findingsOf(folder, network(port))).toMatchObject({
    printer: 'printer-reached',
    drawer: 'drawer-reached',
  });
  // Nothing listens on the echo port, because opening it needs privileges.
  expect(await findingsOf(folder, network(7))).toMatchObject({
    printer: 'printer-gone',
    drawer: 'drawer-gone',
  });
  expect(
    await findingsOf(folder, settings({ by: 'path', path: '/dev/khatm-none', baud: 9600 })),
  ).toMatchObject({
    printer: 'printer-gone',
  });
  const system = settings({ by: 'system' });
  expect(await findingsOf(folder, system)).toMatchObject({
    printer: 'printer-not-asked',
    drawer: 'drawer-at-system-printer',
  });
  const printers = async () => ['EPSON'];
  expect(await findingsOf(folder, { ...system, printers })).toMatchObject({ printer: 'printer-known' });
  expect(await findingsOf(folder, { ...system, printers, printer: 'gone' })).toMatchObject({
    printer: 'printer-unknown',
  });
});

test('the printers beside the receipt printer, by what they print', async () => {
  const folder = newFolder('printers');
  const port = await listen();
  const withPrinters = (printers: OwnPrinters) => {
    const settings = memorySettings();
    settings.write(ownPrintersSetting, printers);
    return { settings };
  };
  const at = (host: number) =>
    ({ printer: { by: 'network', host: '127.0.0.1', port: host }, paper: 'roll80', cut: true }) as const;
  const office = { printer: { by: 'system' }, name: 'Office', paper: 'a4', cut: false } as const;
  const step = async (printers: OwnPrinters, names?: string[]) =>
    (
      await diagnose({
        ...optionsFor(folder),
        ...withPrinters(printers),
        ...(names && { printers: async () => names }),
      })
    ).steps.find((one) => one.step === 'printers');
  expect(await step({})).toMatchObject({ finding: 'printers-none' });
  expect(await step({ labels: at(port), invoices: office })).toMatchObject({
    finding: 'printers-there',
    facts: { uses: 'invoices labels' },
  });
  const broken = await step({ labels: at(7), spare: at(port), invoices: office }, ['EPSON']);
  expect(broken).toMatchObject({ finding: 'printers-gone', facts: { uses: 'invoices labels' } });
  if (broken) expect(describeStep(broken, 'en').says).toContain('invoices for businesses and labels');
});

test('other programs are served, or not, as the settings say', async () => {
  const folder = await onboardedFolder('programs');
  const terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
  const set = (enabled: boolean, port: number) =>
    terminal.callFromScreen('integration.api.set', { enabled, port, network: false });
  expect(await findingsOf(folder)).toMatchObject({ programs: 'programs-off' });
  const port = await listen();
  servers.at(-1)?.close();
  expect(await set(true, port)).toMatchObject({ ok: true });
  expect(await findingsOf(folder)).toMatchObject({ programs: 'programs-served' });
  await terminal.close();
  expect(await findingsOf(folder)).toMatchObject({ programs: 'programs-closed' });
  const lead = takeLock(path.join(folder, 'training', 'lead.lock'));
  expect(await findingsOf(folder)).toMatchObject({ programs: 'programs-not-served' });
  lead?.release();
  writeFileSync(path.join(folder, 'training', 'integration.db'), 'not a database');
  expect(await findingsOf(folder)).toMatchObject({ programs: 'programs-damaged' });
});

test('a folder that is not there makes a diagnosis too, and is not made', async () => {
  const folder = path.join(newFolder('gone'), 'data');
  expect(await findingsOf(folder)).toMatchObject({ folder: 'folder-missing', ledger: 'ledger-none' });
  expect(existsSync(folder)).toBe(false);
  mkdirSync(folder);
});

test('every finding has words in both languages, and advice where a step is not in order', () => {
  for (const [name, { step, state }] of Object.entries(findings)) {
    const finding = name as keyof typeof findings;
    for (const language of languages) {
      const { says, mend } = describeStep({ step, state, finding, facts: {} }, language);
      expect(says.length, name).toBeGreaterThan(5);
      expect(mend !== undefined, name).toBe(state === 'failed' || state === 'warning');
      expect(`${stepName(step, language)}${stateName(state, language)}`).not.toBe('');
    }
    if (mends[finding] !== undefined) expect(['failed', 'warning']).toContain(state);
  }
});

test('says how far an update of the program has come', async () => {
  const folder = newFolder('diagnose-update');
  expect(await findingsOf(folder)).toMatchObject({ update: 'update-none' });
  const offer = { ring: 'stable', serial: 1, version: '0.2.0', since: 1, tonight: false };
  const installing = { version: '0.2.0', from: '0.1.0', at: 1, by: 'Huda', marks: [], starts: 1 };
  const last = { version: '0.2.0', at: 1, why: 'install-failed' as const };
  for (const [state, finding] of [
    [{ offer }, 'update-offered'],
    [{ offer, installing }, 'update-begun'],
    [{ offer, last }, 'update-failed'],
  ] as const) {
    writeState(updatesFolder(folder), state);
    expect(await findingsOf(folder)).toMatchObject({ update: finding });
  }
});

test('a damaged terminal.db is named, and left as it is', async () => {
  const folder = await onboardedFolder('damaged-settings');
  const file = path.join(folder, 'terminal.db');
  const damaged = Buffer.alloc(8192, 'no database at all');
  for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
  writeFileSync(file, damaged);
  const { code, stdout } = await khatm('diagnose', '--json', '--data', folder);
  expect(code).toBe(1);
  expect(JSON.parse(stdout).steps).toContainEqual({
    step: 'settings',
    state: 'failed',
    finding: 'settings-damaged',
    facts: { file },
  });
  expect(readFileSync(file)).toEqual(damaged);
});
