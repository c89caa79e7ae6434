import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import { systemClock } from '../../main/base/platform/clock.ts';
import { type Ledger, openLedger } from '../../main/books/ledger/ledger.ts';
import { readCertificate } from '../../main/document/stamp/certificates/certificate.ts';
import { CertificateAuthority } from '../../main/document/stamp/certificates/certificate-authority.ts';
import {
  makeCertificateRequest,
  readCertificateRequest,
} from '../../main/document/stamp/certificates/certificate-request.ts';
import { SigningKey } from '../../main/document/stamp/key.ts';
import { createStamper } from '../../main/document/stamp/stamp.ts';
import { sellerOf } from '../../main/sending/credential/seller.ts';
import { issueSale } from '../../main/till/issue/issue-sale.ts';
import { type SaleInput, saleSchema } from '../../shared/sale/sale.ts';
import { byCashier } from '../support/run/callers.ts';
import { makeLargeLedger } from './large/large-ledger.ts';
import { type Lines, measureAlternately, ratioOf } from './measure.ts';
import { saleOf } from './sale-of.ts';

/*
 * Measures how long a customer waits, from the arrival of a sale as JSON until its document is committed and its QR is
 * available. It compares that with the minimum for any such program: one secp256k1 signature, one SHA-256 of the same
 * bytes and one durable commit of as many bytes. Both are timed alternately in one run, and the result is their ratio.
 */

const runs = 400;
const folder = mkdtempSync(path.join(tmpdir(), 'khatm-bench-'));
const key = SigningKey.generate();
const stamper = createStamper({ key, certificate: readCertificate(certificateText()) });

export function run(): Lines {
  try {
    const small = openLedger(path.join(folder, 'small.db'), { environment: 'training' });
    const lines = { ...measure('5 lines', small, 5), ...measure('100 lines', small, 100) };
    small.close();
    const file = path.join(folder, 'large.db');
    makeLargeLedger(file, { documents: 100_000, bytes: 10_000, waiting: 100_000 });
    const large = openLedger(file, { environment: 'training' });
    Object.assign(lines, measure('5 lines, 100,000 documents in the ledger', large, 5));
    large.close();
    return lines;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure(what: string, ledger: Ledger, lines: number): Lines {
  const sample = issue(ledger, saleOf(lines));
  const xml = ledger.documents.issuedXml(sample.uuid) ?? Buffer.alloc(0);
  const floor = openFloor(xml);
  const times = measureAlternately(
    runs,
    {
      floor: () => floor.run(),
      issue: () => issue(ledger, saleOf(lines)),
    },
    () => {
      ledger.checkpoint();
      floor.checkpoint();
    },
  );
  floor.close();
  const { p50, p99 } = times.issue;
  return {
    [`${what}, ms`]: { p50, p99 },
    [`${what} ÷ a signature, a hash and a commit`]: ratioOf(times.issue, times.floor),
  };
}

function issue(ledger: Ledger, input: SaleInput) {
  return issueSale(saleSchema.parse(input), {
    by: byCashier,
    ledger,
    seller: sellerOf(trainingCompany),
    numberPrefix: 'T1',
    stamper,
    clock: systemClock,
    within: { clearance: 300_000, reporting: 86_400_000 },
  }).entry;
}

/** Makes only a signature, a digest and a durable commit of these bytes. */
function openFloor(bytes: Buffer) {
  const database = new Database(path.join(folder, `floor-${randomUUID()}.db`));
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE document (id INTEGER PRIMARY KEY, bytes BLOB) STRICT');
  database.pragma('synchronous = FULL');
  database.pragma('wal_autocheckpoint = 0');
  const insert = database.prepare('INSERT INTO document (bytes) VALUES (?)');
  insert.run(bytes);
  // The pragma is read after a write, because the first write resets it to NORMAL when it was set too early.
  if (database.pragma('synchronous', { simple: true }) !== 2) throw new Error('the floor is not durable');
  return {
    run: () => {
      key.sign(createHash('sha256').update(bytes).digest());
      insert.run(bytes);
    },
    checkpoint: () => database.pragma('wal_checkpoint(TRUNCATE)'),
    close: () => database.close(),
  };
}

function certificateText(): string {
  const { certificate, vatNumber, terminal } = trainingCompany;
  const now = Date.now();
  const authority = CertificateAuthority.create({ commonName: 'Bench', now, validForDays: 365 });
  const request = makeCertificateRequest(
    key,
    {
      commonName: 'bench',
      country: 'SA',
      serial: `1-Khatm|2-Terminal|3-${terminal.serial}`,
      vatNumber,
      ...certificate,
    },
    'TSTZATCA-Code-Signing',
  );
  return authority.issue({
    request: readCertificateRequest(request),
    validFrom: now - 60_000,
    validTo: now + 86_400_000,
  });
}
