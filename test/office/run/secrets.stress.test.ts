import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import { systemClock } from '../../../main/base/platform/clock.ts';
import { openVault } from '../../../main/base/vault/open-vault.ts';
import { takeLock } from '../../../main/books/ledger/queue/process-lock.ts';
import { archiveMonth } from '../../../main/office/archive/archive-month.ts';
import { openFolderSink } from '../../../main/office/archive/folder-sink.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../../main/office/database/database.ts';
import { runningServer } from '../../../main/office/database/embedded-server.ts';
import { openOrderSigner } from '../../../main/office/orders/order-key.ts';
import { unpackText } from '../../../main/office/packing/texts.ts';
import { tenantNamed } from '../../../main/office/tills/tills.ts';
import { type Sandbox, startSandbox } from '../../../main/sandbox/start-sandbox.ts';
import type { CommandName } from '../../../shared/contract/index.ts';
import { newFolder } from '../../support/khatm.ts';
import { makeCheapVault } from '../../support/passphrase-vault.ts';
import { manager } from '../../support/run/callers.ts';
import { programFile } from '../../support/run/programs.ts';
import { memoryOf, namesIn } from '../../support/search-secrets.ts';
import { hasServer, officeFolder } from '../office.ts';
import { storedDocuments } from '../stored-documents.ts';

/*
 * Tests a real till that was set up, has sold, and has sent everything to a real office. None of its secrets may be in
 * the office's database, archive, output or memory. The same search must find the rows that the till did send, and the
 * secrets in the till's memory.
 */

const start = programFile('main/office/start.ts');
const passphrase = 'the lock of the shop at the corner';
const pin = '739150284613';
const item = 'Cardamom of the search';
const canLook = process.platform === 'linux' && process.getuid?.() === 0;

/** Returns everything that a till keeps secret, by name. */
async function secretsOf(data: string): Promise<Record<string, string>> {
  const folder = path.join(data, 'simulation');
  const { store } = await openVault({ folder, folderId: 'test', lock: takeLock, passphrase });
  const found: Record<string, string> = { passphrase, pin };
  for (const name of await store.names('')) {
    const text = (await store.get(name)) ?? '';
    if (name.includes('/key/')) found['signing key'] = text;
    // The secrets are those of the pairs for the authority, and the key with which the till signs its messages to the
    // office.
    const { secret, d } = (/^\{/.test(text) ? JSON.parse(text).value : {}) as { secret?: string; d?: string };
    if (secret !== undefined) found[`secret of ${name}`] = secret;
    if (d !== undefined) found[`private half of ${name}`] = d;
  }
  return found;
}

/** @param since the time in milliseconds; files written before it are skipped, such as PostgreSQL's own tables */
function* filesBelow(folder: string, since = 0): Generator<Buffer> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    // PostgreSQL removes some of its own files meanwhile.
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() && found.mtimeMs >= since) yield readFileSync(file);
  }
}

/** Returns every row of every table, with its content unpacked. */
async function rowsOf(database: OfficeDatabase, tenant: number): Promise<Buffer[]> {
  const tables = await database.asOwner((client) =>
    client.query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`),
  );
  const found: Buffer[] = [];
  const keep = (rows: Record<string, unknown>[]) => {
    found.push(Buffer.from(JSON.stringify(rows)));
    for (const value of rows.flatMap((row) => Object.values(row)))
      if (Buffer.isBuffer(value))
        try {
          found.push(value, zstdDecompressSync(value));
        } catch {
          // The value was not packed, or in another way.
        }
  };
  for (const { name } of tables.rows) {
    const read = (client: { query(sql: string): Promise<{ rows: Record<string, unknown>[] }> }) =>
      client.query(`SELECT * FROM "${name}"`);
    // Row level security applies to the owner of till rows as well. In other tables it applies to the role that answers
    // requests.
    keep((await database.within({ tenant }, read).catch(() => ({ rows: [] }))).rows);
    keep((await database.asOwner(read).catch(() => ({ rows: [] }))).rows);
  }
  const packed = await database.within({ tenant }, async (client) => {
    const { rows: texts } = await client.query<{ text: Buffer }>(
      'SELECT detail AS text FROM audit_line UNION ALL SELECT answer FROM event WHERE answer IS NOT NULL',
    );
    return [
      ...(await storedDocuments(client)),
      ...(await storedDocuments(client, { table: 'cleared' })),
      ...texts.map(({ text }) => unpackText(text)),
    ];
  });
  return [...found, ...packed.map((text) => Buffer.from(text))];
}

async function unpack(file: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(file).pipe(createZstdDecompress())) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

describe.skipIf(!hasServer || !canLook)('what a head office knows of a till', () => {
  const folder = officeFolder();
  const data = newFolder('secrets-till');
  let child: ChildProcess;
  let output = '';
  let address = '';
  let authority: Sandbox;
  let terminal: Terminal;
  let database: OfficeDatabase;

  beforeAll(async () => {
    child = spawn(process.execPath, [start, '--data', folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    await vi.waitFor(() => expect(output).toContain('head office at'), { timeout: 60_000 });
    address = /head office at (\S+)/.exec(output)?.[1] ?? '';
    database = await openOfficeDatabase((await runningServer(folder)) ?? '');
    authority = await startSandbox({ clock: systemClock, plays: 'simulation' });
  }, 120_000);
  afterAll(async () => {
    await terminal?.close();
    await authority?.close();
    await database?.close();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  test('is none of its secrets', async () => {
    await makeCheapVault(data, passphrase);
    terminal = await openTerminal({ folder: data, version: '0', passphrase });
    const ask = async (name: CommandName, input: unknown): Promise<unknown> => {
      const answer = await terminal.call(name, input, { ...manager, isPinFresh: true });
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
      return answer.value;
    };
    await terminal.ready();
    await ask('people.save', { name: 'Mona', role: 'manager', pin });
    await ask('environment.show', { environment: 'simulation' });
    await ask('environment.setAddress', { environment: 'simulation', address: authority.address });
    await ask('company.save', trainingCompany);
    await ask('credential.begin', { kind: 'onboarding', otp: authority.makeOtp() });
    const began = Date.now();
    const till = ['--vat', trainingCompany.vatNumber, '--branch', 'Olaya', '--name', 'Till 1'];
    const { stdout } = await promisify(execFile)(process.execPath, [
      start,
      'add-till',
      '--data',
      folder,
      ...till,
    ]);
    await ask('office.enrol', { address, code: stdout.trim() });
    for (let sold = 0; sold < 5; sold += 1)
      await ask('sale.issue', { lines: [{ name: item, quantity: 1, unitPrice: '11.50' }] });
    const tenant = await tenantNamed(database, 'Head office');
    const documents = () =>
      database.within({ tenant }, async (client) => (await client.query('SELECT 1 FROM document')).rowCount);
    await expect.poll(documents, { timeout: 120_000 }).toBe(5);

    const secrets = await secretsOf(data);
    expect(Object.keys(secrets).length).toBeGreaterThan(4);
    expect(namesIn(memoryOf(process.pid), secrets)).toEqual(Object.keys(secrets).toSorted());

    const searched = { ...secrets, 'what was sold': item };
    const signer = await openOrderSigner(database, path.join(folder, 'order-key.json'));
    const archive = newFolder('secrets-archive');
    const period = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 7);
    const later = Date.now() + 80 * 24 * 3_600_000;
    const done = await archiveMonth(
      { database, signer, now: () => later },
      { tenant, vatNumber: trainingCompany.vatNumber, period, sink: openFolderSink(archive), by: 'Huda' },
    );
    expect(done).toMatchObject({ documents: 5 });
    const objects = readdirSync(archive).filter((name) => name.endsWith('.tar.zst'));
    const unpacked = await Promise.all(objects.map((name) => unpack(path.join(archive, name))));

    await database.asOwner((client) => client.query('CHECKPOINT'));
    const server = Number(
      readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    const found = {
      rows: namesIn(await rowsOf(database, tenant), searched),
      files: namesIn(filesBelow(folder, began), secrets),
      archive: namesIn([...unpacked, ...filesBelow(archive)], searched),
      words: namesIn([Buffer.from(output)], secrets),
      memory: namesIn(memoryOf(child.pid ?? 0), searched),
      server: namesIn(memoryOf(server), secrets),
    };
    expect(found).toEqual({
      ...{ rows: ['what was sold'], files: [], archive: ['what was sold'], words: [] },
      ...{ memory: ['what was sold'], server: [] },
    });
  }, 300_000);
});
