import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/*
 * JSON that outlives a process is written and read by `storedForm` alone. Other JSON has a reason that is named here, so
 * that a reader of a diff sees when another place begins to parse, or to write, something of its own.
 */

const root = path.resolve(import.meta.dirname, '../..');
const sources = globSync('{main,renderer,shared}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted();
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Files, or folders with a slash at the end, that parse JSON, by the reason why it is no stored form. */
const parsers: Readonly<Record<string, readonly string[]>> = {
  'the one reader': ['shared/stored/stored-form.ts'],
  'a column, whose form is that of its database': [
    'main/books/ledger/',
    'main/integration/drop-folder/refused-files.ts',
    'main/integration/inbound/remote-invoices.ts',
    'main/integration/oauth/',
    'main/integration/webhooks/endpoint-rows.ts',
    'main/sandbox/store/document-store.ts',
    'main/till/catalogue/rows.ts',
    'main/till/people/limits.ts',
  ],
  'a message of another program, or to one': [
    'main/app/preview.ts',
    'main/gateway/',
    'main/integration/docs/receivers.ts',
    'main/integration/inbound/event.ts',
    'main/link/orders/order-inbox.ts',
    'main/office/ingest/parse-json.ts',
    'main/office/orders/order-commands.ts',
    'main/office/orders/orders.ts',
    'main/office/tills/token.ts',
    'main/office/web/web.ts',
    'main/till/devices/card/',
    'main/till/issue/read-json.ts',
    'shared/contract/till/baskets.ts',
  ],
  'a document with a format of its own, for others too': [
    'main/app/updates/manifest.ts',
    'main/link/wire/archive/check-manifests.ts',
    'main/office/archive/',
    'main/office/backup/signed-manifest.ts',
    'main/office/orders/order-key.ts',
  ],
  'a file that a person or an administrator writes': ['main/base/platform/policy/'],
  'a file of the build': [
    'main/app/diagnosis/read-licences.ts',
    'main/app/electron/updates/verify-files.ts',
    'main/office/database/programs.ts',
  ],
  'the log, whose lines are read as far as they can be': ['main/app/diagnosis/'],
  'a copy in memory, or a text that is only shown': [
    'main/till/shift/check-audit.ts',
    'renderer/till/integrations/webhooks/deliveries-page.tsx',
    'renderer/till/invoices/invoices-screen.tsx',
    'renderer/till/sale/use-customer-display.ts',
    'renderer/till/settings/printing/shop-lines-form.tsx',
    'renderer/till/today/activity-table.tsx',
  ],
};

/** Files that make JSON and also write something, by what they do with it. */
const makers: Readonly<Record<string, string>> = {
  'main/base/vault/encrypted-file.ts': 'makes the key of a cache in memory',
  'main/integration/webhooks/endpoints.ts': 'writes a column; the vault has a secret as it is',
  'main/link/feed/office-client.ts': 'sends a message; the vault has a stored form',
  'main/office/orders/order-key.ts': 'writes a key in the format of keys (JWK)',
};

const writes =
  /writeFile|writeSync|replaceFile|secrets\.set|vault\.set|store\.set|writeStored|writeOwn|writeDurably|setItem/;

test('whoever parses JSON reads a stored form, or has a reason', () => {
  const allowed = Object.values(parsers).flat();
  const found = sources.filter((file) => textOf(file).includes('JSON.parse('));
  const isAllowed = (file: string) =>
    allowed.some((one) => (one.endsWith('/') ? file.startsWith(one) : file === one));
  expect(found.filter((file) => !isAllowed(file))).toEqual([]);
  const isUsed = (one: string) =>
    found.some((file) => (one.endsWith('/') ? file.startsWith(one) : file === one));
  expect(allowed.filter((one) => !isUsed(one))).toEqual([]);
});

test('whoever writes JSON writes a stored form, or has a reason', () => {
  const found = sources.filter(
    (file) => textOf(file).includes('JSON.stringify(') && writes.test(textOf(file)),
  );
  expect(found).toEqual(Object.keys(makers).toSorted());
});

test('one module writes the browser’s storage, and one the settings of a database', () => {
  const stores = sources.filter((file) => /localStorage|sessionStorage/.test(textOf(file)));
  expect(stores).toEqual(['renderer/ui/page/stored.ts']);
  const settings = sources.filter((file) => /(INTO|UPDATE) setting\b/.test(textOf(file)));
  expect(settings).toEqual(['main/books/ledger/database/settings.ts']);
});
