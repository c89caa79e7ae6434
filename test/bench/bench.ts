import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { sellerOf } from '../../main/credential/seller.ts';
import { trainingCompany } from '../../main/environment/training.ts';
import { issueSale } from '../../main/issue/issue-sale.ts';
import { type Ledger, openLedger } from '../../main/ledger/ledger.ts';
import { systemClock } from '../../main/platform/clock.ts';
import { readCertificate } from '../../main/stamp/certificate.ts';
import { CertificateAuthority } from '../../main/stamp/certificate-authority.ts';
import { makeCertificateRequest, readCertificateRequest } from '../../main/stamp/certificate-request.ts';
import { SigningKey } from '../../main/stamp/key.ts';
import { createStamper } from '../../main/stamp/stamp.ts';
import { verifyDocument } from '../../main/stamp/verify.ts';
import { type SaleInput, saleSchema } from '../../shared/sale.ts';
import { byCashier } from '../support/callers.ts';
import { appendMany } from '../support/fill-books.ts';
import { measureAlternately, type Timings } from './measure.ts';

/*
 * Measures how long a customer waits, from the arrival of a sale as JSON until its document is committed and its QR is
 * available. It compares that with the minimum for any such program: one secp256k1 signature, one SHA-256 of the same
 * bytes and one durable commit of as many bytes. Both are timed alternately in one run, and the result is their ratio.
 */

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '400' }, large: { type: 'string', default: '100000' } },
});
const runs = Number(options.runs);
const folder = mkdtempSync(path.join(tmpdir(), 'khatm-bench-'));
const key = SigningKey.generate();
const stamper = createStamper({ key, certificate: readCertificate(certificateText()) });

const row = (what: string, issue: Timings, floor: Timings) => ({
  what,
  'issue p50 ms': issue.p50.toFixed(3),
  'floor p50 ms': floor.p50.toFixed(3),
  'ratio p50': (issue.p50 / floor.p50).toFixed(2),
  'issue p99 ms': issue.p99.toFixed(3),
  'floor p99 ms': floor.p99.toFixed(3),
  'ratio p99': (issue.p99 / floor.p99).toFixed(2),
});

try {
  const small = openLedger(path.join(folder, 'small.db'), { environment: 'training' });
  const table = [bench('5 lines', small, 5), bench('100 lines', small, 100)];
  small.close();
  const large = openLedger(path.join(folder, 'large.db'), { environment: 'training' });
  fill(large, Number(options.large));
  table.push(bench(`5 lines, ledger of ${options.large}`, large, 5));
  large.close();
  console.table(table);
} finally {
  rmSync(folder, { recursive: true });
}

function bench(what: string, ledger: Ledger, lines: number) {
  const sample = issue(ledger, sale(lines));
  const xml = ledger.documents.issuedXml(sample.uuid) ?? Buffer.alloc(0);
  const floor = openFloor(xml);
  const times = measureAlternately(
    runs,
    {
      floor: () => floor.run(),
      issue: () => issue(ledger, sale(lines)),
      verify: () => {
        if (verifyDocument(xml).some(({ ok }) => !ok)) throw new Error('the document does not verify');
      },
    },
    () => {
      ledger.checkpoint();
      floor.checkpoint();
    },
  );
  floor.close();
  return {
    ...row(what, times.issue, times.floor),
    'verify p50 ms': times.verify.p50.toFixed(3),
    bytes: xml.length,
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

function sale(lines: number): SaleInput {
  return {
    saleId: randomUUID(),
    lines: Array.from({ length: lines }, (_, index) => ({
      name: `صنف رقم ${index + 1} | Item ${index + 1}`,
      quantity: 1 + (index % 3),
      unitPrice: `${5 + (index % 40)}.95`,
    })),
  };
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

/**
 * Fills a ledger with rows and bytes of realistic size, like one after some years. The timed documents follow these.
 */
function fill(ledger: Ledger, documents: number): void {
  const xml = Buffer.alloc(10_000, 'x');
  appendMany(ledger, documents, (index) => {
    const hash = createHash('sha256').update(String(index)).digest('base64');
    ledger.chain.append({
      facts: {
        saleId: randomUUID(),
        saleDigest: hash,
        sale: saleSchema.parse(sale(1)),
        kind: 'invoice',
        customer: 'consumer',
        mode: 'reporting',
        currency: 'SAR',
        payable: 1000,
        taxExclusive: 870,
        vat: 130,
        rounding: 0,
      },
      instructions: {
        by: byCashier,
        payments: [{ means: 'cash', amount: 1000 }],
        documentFor: ({ icv }) => ({
          number: `T1-${String(icv).padStart(6, '0')}`,
          uuid: randomUUID(),
          issuedAt: 1_700_000_000_000 + index * 1000,
          dueAt: 1_700_000_000_000 + index * 1000,
          hash,
          qr: 'A'.repeat(600),
          xml,
        }),
      },
    });
    if (index % 5000 === 4999) process.stderr.write(`\rfilling: ${index + 1} of ${documents}`);
  });
  process.stderr.write('\n');
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
