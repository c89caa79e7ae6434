import { createHash, randomBytes } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';
import { firstPreviousHash } from '../../../main/books/ledger/database/first-previous-hash.ts';
import { bodiesOf } from '../../../main/books/ledger/documents/bodies.ts';
import { openLedger } from '../../../main/books/ledger/ledger.ts';

/** The shape of a generated ledger; the defaults match a busy shop after some years. */
export interface LargeLedger {
  readonly documents: number;
  /** The size of each document in bytes. */
  readonly bytes?: number;
  /** The number of newest documents that are still to be sent. */
  readonly waiting?: number;
}

/** The first document is from 2024-01-01T00:00:00Z; a document follows every 90 seconds. */
export const firstIssuedAt = Date.UTC(2024, 0, 1);
export const issuedEvery = 90_000;

const buyers = [
  'شركة الأفق للتجارة المحدودة',
  'مؤسسة النخيل للمقاولات',
  'مكتبة جرير الحديثة',
  'شركة إعمار الرياض',
  'مطاعم البيت الشامي',
  'Gulf Trading Company',
  'Najd Medical Supplies',
  'Red Sea Logistics LLC',
];

/** The number of documents between two commits: high enough to be fast, low enough for the write-ahead log. */
const perCommit = 20_000;

/**
 * Makes a ledger with a complete chain of documents, which have no stamp. They are written with the ledger's own
 * triggers, but without its normal append, which stamps and syncs every single document.
 */
export function makeLargeLedger(
  file: string,
  { documents, bytes = 2_000, waiting = 2_000 }: LargeLedger,
  progress: (made: number) => void = () => undefined,
): void {
  openLedger(file, { environment: 'training' }).close();
  const database = new BetterSqlite3(file);
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -400000');
  const insertDocument = database.prepare(
    `INSERT INTO document (icv, issued_at, hash, previous_hash, uuid, number, sale_id, sale_digest, kind, customer, mode,
       currency, payable, tax_exclusive, tax_inclusive, vat, vat_in_sar, rounding, prepaid, breakdown, self_billed,
       buyer_name, by_kind, by_name)
     VALUES (:icv, :issuedAt, :hash, :previousHash, :uuid, :number, :uuid, 'digest', :kind, :customer, :mode, 'SAR',
       :payable, :taxExclusive, :payable, :vat, :vat, 0, 0, '[]', 0, :buyerName, 'person', 'Sami')`,
  );
  const bodies = bodiesOf(database);
  const insertSubmission = database.prepare(
    `INSERT INTO submission (icv, state, mode, due_at, next_at, attempts, warnings, accepted_at)
     VALUES (:icv, :state, :mode, :dueAt, :nextAt, 1, 0, :acceptedAt)`,
  );
  // As in a real document, most of the text is that of all others, and the stamp is like random.
  const form = randomBytes(Math.max(0, bytes - 700))
    .toString('latin1')
    .replace(/[^ -~]/g, 'x');
  let previousHash = firstPreviousHash;

  const insert = (icv: number) => {
    const uuid = uuidOf(icv);
    const number = `T1-${String(icv).padStart(6, '0')}`;
    const stamp = randomBytes(375).toString('base64');
    const xml = Buffer.from(JSON.stringify({ icv, uuid, number, previousHash, form, stamp }));
    const hash = createHash('sha256').update(xml).digest('base64');
    const issuedAt = firstIssuedAt + icv * issuedEvery;
    const business = icv % 4 === 0;
    const mode = business ? 'clearance' : 'reporting';
    const buyerName = business ? `${buyers[scatter(icv, buyers.length)]} ${scatter(icv, 5_000)}` : null;
    const payable = 115 * (1 + scatter(icv, 4_000));
    insertDocument.run({
      icv,
      issuedAt,
      hash,
      previousHash,
      uuid,
      number,
      kind: icv % 50 === 0 ? 'creditNote' : icv % 10_000 === 1 ? 'debitNote' : 'invoice',
      customer: business ? 'business' : 'consumer',
      mode,
      payable,
      taxExclusive: (payable / 115) * 100,
      vat: (payable / 115) * 15,
      buyerName,
    });
    const sale = JSON.stringify({
      lines: [{ name: 'قهوة | Coffee', quantity: '1', unitPrice: '11.50' }],
      ...(buyerName !== null && {
        buyer: { name: buyerName, vatNumber: `3${100_000_000 + scatter(icv, 5_000)}00003` },
      }),
    });
    bodies.insert(icv, xml, sale);
    const state = icv > documents - waiting ? 'waiting' : icv % 5_000 === 0 ? 'rejected' : 'accepted';
    insertSubmission.run({
      icv,
      state,
      mode,
      dueAt: issuedAt + 86_400_000,
      nextAt: state === 'waiting' ? issuedAt : null,
      acceptedAt: state === 'accepted' ? issuedAt + 1000 : null,
    });
    previousHash = hash;
  };

  const insertFrom = database.transaction((first: number) => {
    for (let icv = first; icv < first + perCommit && icv <= documents; icv += 1) insert(icv);
  });
  for (let first = 1; first <= documents; first += perCommit) {
    insertFrom(first);
    progress(Math.min(first + perCommit - 1, documents));
  }
  database.close();
}

/** Returns the document's UUID, which is always the same for a counter and unlike those of its neighbours. */
function uuidOf(icv: number): string {
  const hex = createHash('md5').update(String(icv)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Returns a number below `below`. The numbers have no pattern that would favour an index. */
function scatter(icv: number, below: number): number {
  return (Math.imul(icv, 2_654_435_761) >>> 8) % below;
}
