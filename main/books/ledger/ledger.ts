import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { FailureError, fail } from '../../../shared/failure.ts';
import type { Environment } from '../../../shared/status.ts';
import type { Settings } from '../../base/platform/settings.ts';
import { type Accounts, createAccounts } from './accounts/accounts.ts';
import { createBuyerBook } from './accounts/buyer-book.ts';
import { createKnownBuyers } from './accounts/known-buyers.ts';
import { createActivity } from './audit/activity.ts';
import { type AuditLog, createAuditLog } from './audit/audit-log.ts';
import { createRecordChange } from './audit/recorded-rows.ts';
import { createBaskets } from './baskets/baskets.ts';
import { createCardPayments } from './cards/card-payments.ts';
import { createLateCards } from './cards/late-cards.ts';
import { createDocumentChain, type DocumentChain } from './chain/document-chain.ts';
import { createOutbox } from './chain/outbox.ts';
import { createAuditFacts } from './check/audit-facts.ts';
import { createBooksChecks } from './check/check-books.ts';
import { checkNewest, checkRecords } from './check/check-records.ts';
import { type CopyOptions, checkInUse, copyLedger } from './copy.ts';
import { createCredentialFlows } from './credentials/credential-flows.ts';
import { type CredentialHistory, createCredentialHistory } from './credentials/credential-history.ts';
import { createCredentialRejections } from './credentials/credential-rejections.ts';
import { createChanges } from './database/changes.ts';
import {
  checkpoint,
  commitsOfOthers,
  type Database,
  openDatabase,
  openReadOnly,
  refuseNewer,
} from './database/database.ts';
import { fileIdentity } from './database/file-identity.ts';
import { preparingLate } from './database/late-statements.ts';
import { missingParts } from './database/missing-parts.ts';
import { migrations } from './database/schema/index.ts';
import { createSettings } from './database/settings.ts';
import { createDocumentFacts, type DocumentFacts } from './documents/document-facts.ts';
import { createDocuments } from './documents/documents.ts';
import { createDeadlines } from './queue/deadlines.ts';
import { createOutcomeFeed } from './queue/outcome-feed.ts';
import { createSubmissionQueue } from './queue/submission-queue.ts';
import { createInvoiceList, type InvoiceList } from './search/invoice-list.ts';
import { createKnownItems } from './search/known-items.ts';
import { createShifts, type Shifts } from './shifts/shifts.ts';
import { createTillActions } from './shifts/till-actions.ts';
import { createStandIns } from './sums/stand-ins.ts';
import { createTakings, type Takings } from './sums/takings.ts';
import { createWrongTimes } from './sums/wrong-times.ts';

/** The ledger of one environment: one file, one chain. */
export type Ledger = ReturnType<typeof ledgerOn> & {
  /** Refuses a ledger in whose place there is another file now. @throws FailureError `ledger-lost` */
  refuseReplaced(): void;
};

/**
 * Opens the ledger of an environment, and creates it if missing.
 * @param file its file, or the initial bytes of a ledger in memory
 * @param sender the sender here, see `openSender`; omitted if nothing is sent
 * @param isCopy true for a file that is itself a copy, so no other copy is made before a migration
 * @throws FailureError `ledger-broken` (damaged, not a ledger, or another environment's), `ledger-newer`,
 * `database-busy`, `disk-full`
 */
export function openLedger(
  file: string | Buffer,
  {
    environment,
    sender,
    isCopy = false,
  }: { environment: Environment; sender?: string | undefined; isCopy?: boolean },
): Ledger {
  const refuseReplaced = createRefuseReplaced(file);
  const database = openDatabase(file, migrations, { isCopy, beforeWriting: refuseReplaced });
  try {
    return {
      ...ledgerOn(database, identify(database, environment), environment, sender),
      refuseReplaced,
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Nothing is committed to a file that has lost its name: it would be gone at the end of the program. */
function createRefuseReplaced(file: string | Buffer): () => void {
  if (typeof file !== 'string' || file === ':memory:') return () => undefined;
  // The file is created by the opening, which writes into it.
  let opened: string | undefined;
  return () => {
    opened ??= fileIdentity(file);
    if (opened !== fileIdentity(file)) fail('ledger-lost');
  };
}

/** A ledger that is opened for reading only, such as a backup. */
export type Archive = Pick<
  Ledger,
  | 'id'
  | 'environment'
  | 'documents'
  | 'tillActions'
  | 'auditFacts'
  | 'checkRecords'
  | 'atOneMoment'
  | 'outbox'
  | 'checkChain'
  | 'checkBooks'
  | 'checkBeside'
  | 'checkFile'
  | 'close'
> & {
  readonly chain: Pick<DocumentChain, 'head' | 'hashAt'>;
  readonly search: Pick<InvoiceList, 'list' | 'counts'>;
  readonly audit: Pick<AuditLog, 'head' | 'hashAt' | 'list' | 'lines'>;
  readonly facts: Pick<DocumentFacts, 'issuedBy' | 'payments'>;
  readonly shifts: Pick<
    Shifts,
    'verify' | 'get' | 'documents' | 'movements' | 'outside' | 'report' | 'reports'
  >;
  readonly credentials: Pick<CredentialHistory, 'current'>;
  readonly accounts: Pick<Accounts, 'ofShift' | 'differsAt'>;
  readonly takings: Pick<Takings, 'countDiffering'>;
  readonly settings: Pick<Settings, 'read' | 'unreadable'>;
};

/**
 * Opens a ledger of this version's schema without writing to it.
 * @returns undefined when its schema is older: a copy of it must be opened and migrated first
 * @throws FailureError `ledger-broken`, `ledger-newer`, `folder-unusable`
 */
export function openArchive(file: string): Archive | undefined {
  const database = openReadOnly(file, migrations);
  if (database === undefined) return undefined;
  try {
    const { id, environment } = identityOf(database) ?? fail('ledger-broken');
    return ledgerOn(database, id, environment, undefined);
  } catch (error) {
    database.close();
    throw error;
  }
}

function ledgerOn(opened: Database, id: string, environment: Environment, sender: string | undefined) {
  const database = preparingLate(opened);
  const documents = createDocuments(database);
  const refuse = () => refuseNewer(database, migrations);
  const audit = createAuditLog(database, id);
  const tillActions = createTillActions(database, audit);
  const buyers = createKnownBuyers(database, refuse);
  const settings = createSettings(database, createRecordChange(database, audit, 'settings-recorded'));
  const accounts = createAccounts(database, audit, refuse);
  const cards = createCardPayments(database, audit, refuse);
  const chain = createDocumentChain(database, audit, refuse);
  const shifts = createShifts(database, id, audit);
  const takings = createTakings(database, refuse);
  const recordChecks = recordChecksOf(database, audit);
  const checkBeside = () => ({
    file: checkFile(database),
    audit: recordChecks.checkRecords(),
    shifts: shifts.verify(),
  });
  const closing = new AbortController();
  const { inOrder } = documents;
  const { head, hashAt } = chain;
  const checked = { file: database.name, inOrder, head, hashAt, checkBeside };
  return {
    ...createBooksChecks(checked, closing.signal),
    /** The random id, fixed for the life of the file. */
    id,
    environment,
    chain,
    documents,
    search: createInvoiceList(database),
    facts: createDocumentFacts(database),
    shifts,
    baskets: createBaskets(database, audit, tillActions),
    tillActions,
    takings,
    cards,
    lateCards: createLateCards(database, { audit, settings, cards }),
    items: createKnownItems(database),
    buyers,
    buyerBook: createBuyerBook(database, buyers, audit, accounts),
    accounts,
    queue: createSubmissionQueue(database, audit, sender),
    deadlines: createDeadlines(database, audit),
    times: createWrongTimes(database, audit, takings, refuse),
    standIns: createStandIns(database, audit, { takings, accounts }, refuse),
    audit,
    activity: createActivity(database),
    ...credentialsOf(database, audit),
    settings,
    feed: createOutcomeFeed(database),
    outbox: createOutbox(database, id),
    /** Makes at once all checks of `checkBooks` except that of the chain. */
    checkBeside,
    /**
     * Refuses a ledger that a newer program has migrated since it was opened here.
     * @throws FailureError `ledger-newer`
     */
    refuseNewer: refuse,
    /** Runs work that sees the ledger at one moment, even while other programs write. */
    atOneMoment: <T>(work: () => T): T => database.transaction(work).deferred(),
    ...recordChecks,
    /** Runs SQLite's own quick check of the file and its parts. Returns the findings; empty when it is sound. */
    checkFile: () => checkFile(database),
    /** Makes every check of the file and of the links in it, in a thread; see `checkInUse` in copy.ts. */
    checkInUse: (options?: CopyOptions) => checkInUse(database.name, options),
    /** Copies the present state of the ledger into a new file and checks the copy, see `copyLedger`. */
    copyTo: (file: string, options?: CopyOptions) => copyLedger(database.name, file, options),
    /** The changes of the file by this and other programs, for everything that is kept of it in memory. */
    changes: createChanges(database),
    /** Returns a number that changes when another connection, such as another program's, has written to the file. */
    commitsOfOthers: () => commitsOfOthers(database),
    ...fileWorkOf(database),
    close() {
      closing.abort();
      database.close();
    },
  };
}

function fileWorkOf(database: Database) {
  return {
    /** Writes the ledger into a new file from the open one, even if that has lost its name; replaces an earlier copy. */
    saveAs(copy: string) {
      rmSync(copy, { force: true });
      database.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`);
    },
    /** Moves the write-ahead log into the file; for idle moments, since commits do not do it by themselves. */
    checkpoint: () => checkpoint(database),
  };
}

function recordChecksOf(database: Database, audit: AuditLog) {
  return {
    /** Recomputes the audit log and compares it with the rows that it describes. */
    checkRecords: () => checkRecords(database, audit),
    /** Compares the newest lines of the audit log with their rows; for each opening. */
    checkNewest: () => checkNewest(database, audit),
    /** Begins to compare the audit log with the rows that it describes. */
    auditFacts: () => createAuditFacts(database),
  };
}

function credentialsOf(database: Database, audit: AuditLog) {
  const record = createRecordChange(database, audit, 'credentials-recorded');
  return {
    credentials: createCredentialHistory(database, record),
    flows: createCredentialFlows(database, record),
    credentialRejections: createCredentialRejections(database, record),
  };
}

/** Returns the id of the ledger in this file; a new file is bound to this environment for good. */
function identify(database: Database, environment: Environment): string {
  const insert = database.prepare('INSERT INTO ledger (one, id, environment) VALUES (1, ?, ?)');
  const found = database
    .transaction(() => {
      if (identityOf(database) === undefined) insert.run(randomUUID(), environment);
      return identityOf(database);
    })
    .immediate();
  if (found?.environment !== environment)
    return fail('ledger-broken', { detail: { environment, found: found?.environment ?? '' } });
  return found.id;
}

function identityOf(database: Database): { id: string; environment: Environment } | undefined {
  return database
    .prepare<[], { id: string; environment: Environment }>('SELECT id, environment FROM ledger')
    .get();
}

function checkFile(database: Database): string[] {
  try {
    // The quick check does not compare an index with its table, and much is decided by what an index finds.
    const findings = database.pragma('integrity_check') as { integrity_check: string }[];
    const damage = findings.map((finding) => finding.integrity_check).filter((finding) => finding !== 'ok');
    return damage.length > 0 ? damage : missingParts(database);
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'ledger-broken') return [String(error.cause)];
    throw error;
  }
}
