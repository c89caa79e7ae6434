import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { builtPage } from '../../main/base/platform/page-files.ts';
import { createPdfMaker } from '../../main/document/paper/pdf-maker.ts';
import { openOfficeDatabase } from '../../main/office/database/database.ts';
import { startEmbeddedServer } from '../../main/office/database/embedded-server.ts';
import { openOrderSigner } from '../../main/office/orders/order-key.ts';
import { ownersLink } from '../../main/office/people/people.ts';
import { createPeopleSecrets } from '../../main/office/people/secrets.ts';
import { totpCode, totpStep } from '../../main/office/people/totp.ts';
import { createOfficeServer } from '../../main/office/server.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import { createCalls } from '../../main/office/web/calls.ts';
import { serveWeb } from '../../main/office/web/web.ts';
import { officeFolder } from './office.ts';
import { fromBase32 } from './office-browser.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Opens a whole head office with its screens, on a separate database. */
export async function openWholeOffice() {
  const built = spawnSync(process.execPath, ['.scripts/build.mjs', 'office', '--if-changed'], {
    cwd: root,
  });
  if (built.status !== 0) throw new Error(built.stderr.toString());
  const folder = officeFolder();
  const server = await startEmbeddedServer(folder);
  const database = await openOfficeDatabase(server.url);
  const app = createOfficeServer(database, { random: () => 0.5, onError: console.error });
  const pdfs = createPdfMaker();
  const signer = await openOrderSigner(database, path.join(folder, 'order-key.json'));
  const secrets = createPeopleSecrets(signer.digest);
  const calls = createCalls(database, { now: Date.now, pdfs, secrets, signer, onError: console.error });
  serveWeb(app, { calls, page: builtPage(path.join(root, 'out/office')) });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const tenant = await tenantNamed(database, 'Head office');
  const link = await ownersLink({ database, secrets }, tenant, Date.now());
  return {
    database,
    tenant,
    address,
    invitation: `${address}/office/#invitation=${link}`,
    async close() {
      await app.close();
      await pdfs.close();
      await database.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Accepts the owner's invitation in the page, in English, like a person. */
export async function acceptInvitation(page: Page, invitation: string): Promise<void> {
  await page.goto(invitation);
  await page.getByLabel('E-mail address').fill('owner@example.com');
  await page.getByLabel('New password', { exact: false }).fill('a long enough password');
  await page.getByLabel('The same password again').fill('a long enough password');
  const secret = (await page.locator('bdi', { hasText: /^[A-Z2-7]{32}$/ }).textContent()) ?? '';
  await page
    .getByLabel('The code that the app shows')
    .fill(totpCode(fromBase32(secret), totpStep(Date.now())));
  await page.getByRole('button', { name: 'Set up and sign in' }).click();
  await page.getByRole('heading', { name: 'Tills' }).waitFor();
}
