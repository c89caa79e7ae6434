import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readBackupName } from '../../../main/books/backup/backup-name.ts';
import { openArchive } from '../../../main/books/ledger/ledger.ts';
import { documentReaders } from '../../../main/till/issue/document-readers.ts';
import { filesIn } from '../../base/vault/leaks.ts';
import type { Shop } from '../shop.ts';
import { checkAuthority } from './check-authority.ts';
import { checkCards } from './check-cards.ts';
import { checkChain, checkReceipts } from './check-chain.ts';
import { checkCorrections } from './check-corrections.ts';
import { checkEventsIn, checkEventsOut, readInbox, readTold } from './check-events.ts';
import { checkApi, checkDropFolder } from './check-external-programs.ts';
import { checkDrawer, checkPrints } from './check-printer.ts';
import { checkReturns } from './check-returns.ts';
import { checkLeaks, checkPairs, readVault, secretsOf } from './check-secrets.ts';
import { checkShifts } from './check-shifts.ts';
import { integrityOf, type LedgerRow, readCredentials, readLedger } from './read-ledger.ts';

/**
 * Returns the faults of a restarted shop in the ledger, at the authority and in customers' receipts. The list is empty
 * when all is well.
 */
export async function checkShop(shop: Shop): Promise<string[]> {
  const rows = readLedger(shop.ledgerFile);
  const record = await (await shop.authority()).record();
  const vault = await readVault(shop.vaultFile, shop.passphrase);
  const secrets = [
    ...new Set([...secretsOf(vault), ...shop.wire.secrets, ...shop.externals.secrets(), shop.passphrase]),
  ];
  return [
    ...checkReceipts(rows, shop.books),
    ...checkChain(rows),
    ...checkAuthority(rows, record),
    ...checkCorrections(rows, refusedOf(rows, shop), shop.books),
    ...checkReturns(rows),
    ...checkShifts(shop.ledgerFile),
    ...checkCards(shop.ledgerFile, shop.data),
    ...checkDrawer(shop.ledgerFile, shop.printerFolder),
    ...checkPrints(shop.ledgerFile, shop.printerFolder),
    ...checkExternals(shop, rows),
    ...checkPairs(readCredentials(shop.ledgerFile), vault),
    ...checkLeaks(secrets, shop.digits, shop.data, shop.outputs()),
    ...checkFiles(shop),
    ...checkBackups(shop, rows),
    ...(await productCheck(shop.ledgerFile)),
  ];
}

/**
 * Returns the documents that the authority permanently refuses. These are the ones that the wire altered and those with
 * a future date.
 */
function refusedOf(rows: readonly LedgerRow[], { wire, aheadMs }: Shop): ReadonlySet<string> {
  const tomorrow = Date.now() + aheadMs + 24 * 60 * 60_000;
  const fromTheFuture = rows.filter(({ issuedAt }) => issuedAt > tomorrow).map(({ uuid }) => uuid);
  return new Set([...wire.refused, ...fromTheFuture]);
}

/** Checks the work of each program around the terminal, if the terminal is open to them. */
function checkExternals(
  { externals, ledgerFile, integrationFile }: Shop,
  rows: readonly LedgerRow[],
): string[] {
  const { api, integrator, office, receiver, dropProgram } = externals;
  if (api.certificate === '') return [];
  return [
    ...checkApi(rows, integrator),
    ...checkDropFolder(rows, dropProgram),
    ...checkEventsOut(rows, readTold(ledgerFile, integrationFile), receiver.recorded()),
    ...checkEventsIn(readInbox(integrationFile), office.acknowledged),
    ...office.complaints,
  ];
}

/** Runs SQLite's own check on every database of the shop and the authority. */
function checkFiles({ data, authorityFile }: Shop): string[] {
  const files = [...filesIn(data).filter((file) => file.endsWith('.db')), authorityFile];
  return files.flatMap((file) => integrityOf(file).map((finding) => `${path.basename(file)}: ${finding}`));
}

/** Checks that every file with a backup's name is a sound backup, and equals the ledger at some moment. */
function checkBackups({ backups }: Shop, rows: readonly LedgerRow[]): string[] {
  if (!existsSync(backups)) return [];
  return readdirSync(backups).flatMap((name) => {
    const parsedName = readBackupName(name);
    if (parsedName === undefined) return [];
    const file = path.join(backups, name);
    const copied = readLedger(file);
    const last = copied.at(-1);
    const sameAsThen = last === undefined || rows[copied.length - 1]?.hash === last.hash;
    return [
      ...integrityOf(file),
      ...checkChain(copied),
      ...(copied.length === parsedName.icv ? [] : [`has ${copied.length} documents`]),
      ...(sameAsThen ? [] : ['is of another chain']),
    ].map((problem) => `backup ${name}: ${problem}`);
  });
}

/** Runs the product's own checker, which must find no fault either. */
async function productCheck(ledgerFile: string): Promise<string[]> {
  const ledger = openArchive(ledgerFile);
  if (ledger === undefined) return ['the ledger has an older schema'];
  try {
    const { broken } = await ledger.checkChain(documentReaders);
    const audit = ledger.checkRecords();
    const reports = ledger.shifts.verify();
    return [
      ...(broken ? [`the product finds document ${broken.icv} broken: ${broken.what}`] : []),
      ...audit.findings.map(({ what, number }) => `the product finds ${what} at ${number}`),
      ...(audit.broken === undefined
        ? []
        : [`the product finds line ${audit.broken} of the audit log broken`]),
      ...(reports.broken === undefined ? [] : [`the product finds report ${reports.broken} broken`]),
    ];
  } finally {
    ledger.close();
  }
}
