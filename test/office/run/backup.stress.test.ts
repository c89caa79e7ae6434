import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { trainingCompany } from '../../../main/app/environment/credentials/training.ts';
import { openTerminal, type Terminal } from '../../../main/app/terminal/terminal.ts';
import { newBackupKey } from '../../../main/base/encrypted/backup-key.ts';
import { backUpOffice, restoreOffice } from '../../../main/office/backup/back-up-office.ts';
import { checkOffice } from '../../../main/office/check/check-office.ts';
import { type OfficeDatabase, openOfficeDatabase } from '../../../main/office/database/database.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../../main/office/database/embedded-server.ts';
import { openOrderSigner } from '../../../main/office/orders/order-key.ts';
import { createOfficeServer } from '../../../main/office/server.ts';
import { addTill, tenantNamed } from '../../../main/office/tills/tills.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { newFolder } from '../../support/khatm.ts';
import { manager } from '../../support/run/callers.ts';
import { hasServer, officeFolder } from '../office.ts';
import { storedDocuments } from '../stored-documents.ts';

/*
 * Rehearses a loss: an office is restored from a backup that was made while it was running, and its till sends the rest
 * again.
 */

interface Office {
  readonly folder: string;
  readonly server: EmbeddedServer;
  readonly database: OfficeDatabase;
  readonly app: FastifyInstance;
  readonly address: string;
}

const open = new Set<Office>();
let terminal: Terminal | undefined;

async function openOffice(folder: string, port = 0): Promise<Office> {
  const server = await startEmbeddedServer(folder);
  const database = await openOfficeDatabase(server.url);
  const signer = await openOrderSigner(database, path.join(folder, 'order-key.json'));
  const app = createOfficeServer(database, { random: () => 0.5, signer });
  const address = await app.listen({ host: '127.0.0.1', port });
  const office = { folder, server, database, app, address };
  open.add(office);
  return office;
}

async function close(office: Office): Promise<void> {
  open.delete(office);
  await office.app.close();
  await office.database.close();
  await office.server.stop();
  rmSync(office.folder, { recursive: true, force: true });
}

const documentsOf = ({ database }: Office, tenant: number) =>
  database.within({ tenant }, (client) => storedDocuments(client));

async function ask<N extends CommandName>(name: N, input: CommandInput<N>) {
  const result = await terminal?.call(name, input, manager);
  if (result?.ok !== true) throw new Error(JSON.stringify(result));
  return result.value as CommandOutput<N>;
}

describe.skipIf(!hasServer)('a head office that was lost', () => {
  afterEach(async () => {
    await terminal?.close();
    for (const office of open) await close(office);
  });

  test('comes back from its backup, and its till fills what came after', async () => {
    const first = await openOffice(officeFolder());
    const tenant = await tenantNamed(first.database, 'Shops');
    const { vatNumber } = trainingCompany;
    const code = await addTill(first.database, { tenant, vatNumber, branch: 'Olaya', name: 'Till 1' });
    terminal = await openTerminal({ folder: newFolder('fed-till'), version: '1.2.3' });
    await terminal.ready();
    await ask('office.enrol', { address: first.address, code });
    const sell = async (count: number) => {
      for (let sold = 0; sold < count; sold += 1)
        await ask('sale.issue', {
          saleId: randomUUID(),
          lines: [{ name: 'قهوة', quantity: '1', unitPrice: '11.50' }],
        });
    };
    const arrived = (office: Office, count: number) =>
      expect
        .poll(() => documentsOf(office, tenant).then(({ length }) => length), { timeout: 120_000 })
        .toBe(count);
    await sell(3);
    await arrived(first, 3);

    // Rows arrive while the backup is made.
    const to = newFolder('office-backups');
    const key = newBackupKey();
    const [{ folder: backup }] = await Promise.all([
      backUpOffice(first.folder, { to, now: Date.UTC(2026, 10, 25), key }),
      sell(4),
    ]);
    expect(path.basename(backup)).toBe('khatm-office-20261125000000');
    expect(readdirSync(to)).toEqual([path.basename(backup)]);
    if (process.platform !== 'win32') expect(statSync(backup).mode & 0o077).toBe(0);
    await arrived(first, 7);
    const port = Number(new URL(first.address).port);
    await close(first);
    await sell(2);

    const folder = officeFolder();
    await restoreOffice(backup, folder, { key: async () => key });
    const second = await openOffice(folder, port);
    expect((await checkOffice(second.database, 47)).findings).toEqual([]);
    await arrived(second, 9);
    const { rows } = await ask('invoice.list', { limit: 100 });
    const issued = [];
    for (const { uuid } of rows.toReversed()) issued.push((await ask('invoice.xml', { uuid })).xml);
    expect(await documentsOf(second, tenant)).toEqual(issued);
    // The office has the documents before the till receives its answer.
    await expect.poll(async () => (await ask('office.get', {})).membership?.state).toBe('complete');
    expect((await checkOffice(second.database, 47)).findings).toEqual([]);
  }, 300_000);

  test('is not put over another one, nor from half a backup', async () => {
    const from = newFolder('half');
    mkdirSync(path.join(from, 'postgres'));
    await expect(
      restoreOffice(from, newFolder('nothing'), { key: async () => undefined }),
    ).rejects.toMatchObject({
      failure: { code: 'not-found' },
    });
    await expect(backUpOffice(newFolder('none'), { to: from, now: 0, key: undefined })).rejects.toMatchObject(
      {
        failure: { code: 'not-found' },
      },
    );
    expect(existsSync(path.join(from, 'postgres.part'))).toBe(false);
  });
});
