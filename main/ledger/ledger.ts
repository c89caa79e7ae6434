import { randomUUID } from 'node:crypto';
import { FailureError, fail } from '../../shared/failure.ts';
import type { Environment } from '../../shared/status.ts';
import type { Settings } from '../platform/settings.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Activity, createActivity } from './activity.ts';
import { type AuditFacts, createAuditFacts } from './audit-facts.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';
import { type Baskets, createBaskets } from './baskets.ts';
import { type BuyerBook, createBuyerBook } from './buyer-book.ts';
import { type CardPayments, createCardPayments } from './card-payments.ts';
import { type BesideChain, type BooksChecks, createBooksChecks } from './check-books.ts';
import { type CopyOptions, checkInUse, copyLedger } from './copy.ts';
import { type CredentialFlows, createCredentialFlows } from './credential-flows.ts';
import { type CredentialHistory, createCredentialHistory } from './credential-history.ts';
import { type CredentialRejections, createCredentialRejections } from './credential-rejections.ts';
import {
  checkpoint,
  commitsOfOthers,
  type Database,
  openDatabase,
  openReadOnly,
  refuseNewer,
} from './database.ts';
import { createDeadlines, type Deadlines } from './deadlines.ts';
import { createDeeds, type Deeds } from './deeds.ts';
import { createDocumentChain, type DocumentChain } from './document-chain.ts';
import { createDocumentFacts, type DocumentFacts } from './document-facts.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createInvoiceList, type InvoiceList } from './invoice-list.ts';
import { createKnownBuyers, type KnownBuyers } from './known-buyers.ts';
import { createKnownItems, type KnownItems } from './known-items.ts';
import { createLateCards, type LateCards } from './late-cards.ts';
import { preparingLate } from './late-statements.ts';
import { migrations } from './migrations/index.ts';
import { missingParts } from './missing-parts.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createOutcomeFeed, type OutcomeFeed } from './outcome-feed.ts';
import { createSettings } from './settings.ts';
import { createShifts, type Shifts } from './shifts.ts';
import { createSubmissionQueue, type SubmissionQueue } from './submission-queue.ts';
import { createTakings, type Takings } from './takings.ts';
import { createWrongTimes, type WrongTimes } from './wrong-times.ts';

/** The ledger of one environment: one file, one chain. */
export interface Ledger extends BooksChecks {
  /** The random id, fixed for the life of the file. */
  readonly id: string;
  readonly environment: Environment;
  /** The chain: links, and the transaction that appends. */
  readonly chain: DocumentChain;
  readonly documents: Documents;
  readonly search: InvoiceList;
  /** Facts beside the documents, such as their issuers and payments. */
  readonly facts: DocumentFacts;
  readonly shifts: Shifts;
  readonly baskets: Baskets;
  /** Actions at the till that have no document. */
  readonly deeds: Deeds;
  readonly cards: CardPayments;
  readonly takings: Takings;
  /** The payments that a card terminal took although they had been ended as not taken. */
  readonly lateCards: LateCards;
  readonly items: KnownItems;
  readonly buyers: KnownBuyers;
  readonly buyerBook: BuyerBook;
  readonly accounts: Accounts;
  readonly queue: SubmissionQueue;
  readonly deadlines: Deadlines;
  /** The newest time, and the correction of times that a clock ahead gave. */
  readonly times: WrongTimes;
  readonly audit: AuditLog;
  readonly activity: Activity;
  readonly credentials: CredentialHistory;
  readonly flows: CredentialFlows;
  readonly credentialRejections: CredentialRejections;
  readonly settings: Settings;
  /** Outcomes of documents, for readers that remember their own position. */
  readonly feed: OutcomeFeed;
  readonly outbox: Outbox;

  /**
   * Refuses a ledger that a newer program has migrated since it was opened here.
   * @throws FailureError `ledger-newer`
   */
  refuseNewer(): void;
  /** Runs work that sees the ledger at one moment, even while other programs write. */
  atOneMoment<T>(work: () => T): T;
  /** Begins to compare the audit log with the rows that it describes. */
  auditFacts(): AuditFacts;
  /** Makes at once all checks of `checkBooks` except that of the chain. */
  checkBeside(): BesideChain;
  /** Runs SQLite's own quick check of the file and its parts. Returns the findings; empty when it is sound. */
  checkFile(): string[];
  /** Makes every check of the file and of the links in it, in a thread; see `checkInUse` in copy.ts. */
  checkInUse(signal?: AbortSignal): Promise<readonly string[]>;
  /** Copies the present state of the ledger into a new file and checks the copy, see `copyLedger`. */
  copyTo(file: string, options?: CopyOptions): Promise<readonly string[]>;
  /** Returns a number that changes when another connection, for instance another program's, has written to the file. */
  commitsOfOthers(): number;
  /** Moves the write-ahead log into the file; for idle moments, since commits do not do it by themselves. */
  checkpoint(): void;
  close(): void;
}

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
  const database = openDatabase(file, migrations, { isCopy });
  try {
    return ledgerOn(database, identify(database, environment), environment, sender);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A ledger that is opened for reading only, such as a backup. */
export type Archive = Pick<
  Ledger,
  | 'id'
  | 'environment'
  | 'documents'
  | 'deeds'
  | 'auditFacts'
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
  readonly audit: Pick<AuditLog, 'head' | 'hashAt' | 'list' | 'lines' | 'verify'>;
  readonly facts: Pick<DocumentFacts, 'issuedBy' | 'payments'>;
  readonly shifts: Pick<Shifts, 'verify' | 'get' | 'documents' | 'movements' | 'report' | 'reports'>;
  readonly credentials: Pick<CredentialHistory, 'current'>;
  readonly accounts: Pick<Accounts, 'ofShift' | 'differsAt'>;
  readonly takings: Pick<Takings, 'countDiffering'>;
  readonly settings: Pick<Settings, 'read'>;
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

function ledgerOn(
  opened: Database,
  id: string,
  environment: Environment,
  sender: string | undefined,
): Ledger {
  const database = preparingLate(opened);
  const documents = createDocuments(database);
  const refuse = () => refuseNewer(database, migrations);
  const audit = createAuditLog(database, id);
  const deeds = createDeeds(database, audit);
  const buyers = createKnownBuyers(database, refuse);
  const settings = createSettings(database);
  const accounts = createAccounts(database, audit, refuse);
  const cards = createCardPayments(database, audit, refuse);
  const chain = createDocumentChain(database, audit, refuse);
  const shifts = createShifts(database, id, audit);
  const takings = createTakings(database, refuse);
  const checkBeside = () => ({
    file: checkFile(database),
    audit: audit.verify(),
    shifts: shifts.verify(),
  });
  const closing = new AbortController();
  const { inOrder } = documents;
  const { head, hashAt } = chain;
  const checked = { file: database.name, inOrder, head, hashAt, checkBeside };
  return {
    ...createBooksChecks(checked, closing.signal),
    id,
    environment,
    chain,
    documents,
    search: createInvoiceList(database),
    facts: createDocumentFacts(database),
    shifts,
    baskets: createBaskets(database, audit, deeds),
    deeds,
    takings,
    cards,
    lateCards: createLateCards(database, { audit, settings, cards }),
    items: createKnownItems(database),
    buyers,
    buyerBook: createBuyerBook(database, buyers, audit, accounts),
    accounts,
    queue: createSubmissionQueue(database, sender),
    deadlines: createDeadlines(database, audit),
    times: createWrongTimes(database, audit, takings, refuse),
    audit,
    activity: createActivity(database),
    credentials: createCredentialHistory(database),
    flows: createCredentialFlows(database),
    credentialRejections: createCredentialRejections(database),
    settings,
    feed: createOutcomeFeed(database),
    outbox: createOutbox(database, id),
    checkBeside,
    refuseNewer: refuse,
    atOneMoment: (work) => database.transaction(work).deferred(),
    auditFacts: () => createAuditFacts(database),
    checkFile: () => checkFile(database),
    checkInUse: (signal) => checkInUse(database.name, signal),
    copyTo: (file, options) => copyLedger(database.name, file, options),
    commitsOfOthers: () => commitsOfOthers(database),
    checkpoint: () => checkpoint(database),
    close() {
      closing.abort();
      database.close();
    },
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
    const findings = database.pragma('quick_check') as { quick_check: string }[];
    const damage = findings.map((finding) => finding.quick_check).filter((finding) => finding !== 'ok');
    return damage.length > 0 ? damage : missingParts(database);
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'ledger-broken') return [String(error.cause)];
    throw error;
  }
}
