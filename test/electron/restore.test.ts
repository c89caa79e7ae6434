import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { openTerminal } from '../../main/app/terminal/terminal.ts';
import { newFolder } from '../support/khatm.ts';
import { onboardedFolder } from '../support/onboarded-folder.ts';
import { manager } from '../support/run/callers.ts';

/* Tests damaged records in a real window: what a manager reads there, and how the till can sell again. */

const root = path.resolve(import.meta.dirname, '../..');
const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
let app: ElectronApplication | undefined;
afterAll(() => app?.close());

/** Sells twice, makes a backup and damages the ledger. Returns the number of the newest document. */
async function spoiledTill(folder: string, drive: string): Promise<string> {
  const terminal = await openTerminal({ folder, version: '0' });
  await terminal.ready();
  const lines = [{ name: 'Coffee', quantity: 1, unitPrice: '10.00' }];
  let number = '';
  for (let sold = 0; sold < 2; sold += 1) {
    const issued = await terminal.call('sale.issue', { saleId: randomUUID(), lines }, manager);
    if (issued.ok) ({ number } = issued.value as { number: string });
  }
  for (const [name, input] of [
    ['maintenance.setBackups', { folder: drive }],
    ['maintenance.backUp', {}],
  ] as const)
    expect(await terminal.call(name, input, manager)).toMatchObject({ ok: true });
  await terminal.close();
  const ledger = path.join(folder, 'training', 'ledger.db');
  rmSync(`${ledger}-wal`, { force: true });
  writeFileSync(ledger, 'garbage'.repeat(1000));
  return number;
}

test('a manager puts a backup in the place of damaged records, and the till sells on', async () => {
  const folder = await onboardedFolder('electron-restore');
  const drive = newFolder('electron-drive');
  const newest = await spoiledTill(folder, drive);
  app = await _electron.launch({
    ...(dist !== undefined && { executablePath: path.join(dist, 'electron') }),
    args: [root, '--no-sandbox', '--lang=en-GB'],
    cwd: root,
    env: { ...process.env, KHATM_DATA: folder } as Record<string, string>,
  });
  const page = await app.firstWindow();
  page.setDefaultTimeout(60_000);
  await page.getByRole('heading', { name: 'The invoice records are damaged' }).waitFor();
  await page.getByRole('link', { name: 'Open the backups' }).click();
  await page.getByLabel('Folder with backups').fill(drive);
  await page.getByRole('button', { name: 'Look there' }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).first().click();
  await page.getByRole('button', { name: 'Check whether it may' }).click();
  await page.getByLabel(/Number of the last invoice/).fill(newest);
  // A press too soon after the form opened is ignored as a mistake.
  await page.locator('button[aria-disabled="false"]', { hasText: 'Replace the records' }).click();
  await page.getByText('The records are back, with 2 documents.').waitFor();
  const [aside = ''] = readdirSync(path.join(folder, 'training')).filter((name) => name.includes('.aside-'));
  expect(readFileSync(path.join(folder, 'training', aside), 'utf8')).toContain('garbage');
  await page.evaluate(() => {
    window.location.hash = '#/';
  });
  await page.locator('textarea[id$="-name"]').first().waitFor();
});
