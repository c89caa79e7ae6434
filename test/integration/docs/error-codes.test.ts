import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allProblems } from '../../../main/integration/problem.ts';
import { failureCodes } from '../../../shared/failure.ts';
import { provideShop } from '../api/provide-shop.ts';

const { shop } = await provideShop();
const main = path.join(import.meta.dirname, '../../../main');

/** The modules behind a call of the API: its routes, the path of a sale, and the checks that can prevent it. */
const onTheWay = [
  'integration/api',
  'integration/invoices',
  'integration/oauth',
  'integration/problem.ts',
  'till/issue',
  'document/invoice',
  'books/corrections',
  'till/receipts/receipts.ts',
  'app/environment/guards/issuing-guard.ts',
  'sending/credential/certified-company.ts',
  'app/environment/guards/issuing-stop.ts',
  'app/environment/guards/known-time.ts',
  'app/environment/open/make-ready.ts',
  'app/environment/guards/newer-program.ts',
  'app/environment/guards/rollback-guard.ts',
  'link/orders/carry-out.ts',
  'books/ledger/database/database.ts',
  'books/ledger/chain/document-chain.ts',
  'books/ledger/witness/head-marker.ts',
  'books/ledger/ledger.ts',
  'books/ledger/witness/witness.ts',
  'base/vault',
];
/**
 * Most of these only occur when a person confirms a date, carries out an order, unlocks the vault or pays by card. The
 * rest are failures to listen at a port.
 */
const ofPersons = ['basket-paid', 'card-unresolved', 'not-allowed', 'port-taken'];

function filesOf(name: string): string[] {
  const place = path.join(main, name);
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(place, file));
}

test('the page lists each failure that a call can meet, and none that only a screen can', async () => {
  const page = await (await fetch(`${shop.base}/docs`)).text();
  const knownCodes = new Set<string>(failureCodes);
  const thrown = onTheWay
    .flatMap(filesOf)
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/(?:\bfail\(\s*|\bcode: |\? |: )'([a-z-]+)'/g),
    ])
    .map(([, code = '']) => code)
    .filter((code) => knownCodes.has(code) && !ofPersons.includes(code));
  const listed = [...page.matchAll(/id="problem-([a-z-]+)"/g)].map(([, code = '']) => code);
  expect(listed.filter((code) => knownCodes.has(code)).toSorted()).toEqual([...new Set(thrown)].toSorted());
  expect(listed.toSorted()).toEqual(
    allProblems()
      .map(({ code }) => code)
      .toSorted(),
  );
});
