import { randomUUID } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { exportJWK, generateKeyPair } from 'jose';
import type { EnrolAnswer, PublicKey } from '../../../shared/office/wire/enrolment.ts';
import {
  type Batch,
  type DocumentRow,
  type EventRow,
  type FeedAnswer,
  feedAnswerSchema,
  mostRows,
} from '../../../shared/office/wire/feed.ts';
import type { TillStatus } from '../../../shared/office/wire/till-status.ts';
import { type SaleInput, saleSchema } from '../../../shared/sale/sale.ts';
import type { Seller } from '../../document/invoice/invoice.ts';
import { makeInvoice } from '../../document/invoice/make-invoice.ts';
import { writeDocument } from '../../document/invoice/writing/write-document.ts';
import { readCertificate } from '../../document/stamp/certificates/certificate.ts';
import { CertificateAuthority } from '../../document/stamp/certificates/certificate-authority.ts';
import {
  makeCertificateRequest,
  readCertificateRequest,
} from '../../document/stamp/certificates/certificate-request.ts';
import { hexDigest } from '../../document/stamp/digest.ts';
import { SigningKey } from '../../document/stamp/key.ts';
import { createStamper } from '../../document/stamp/stamp.ts';
import { nonceHeader, signRequest } from '../../link/wire/signed-request.ts';

/** A till without a ledger. Its documents, stamps and requests are real, but it keeps them only in memory. */
export interface SimulatedTill {
  readonly name: string;
  readonly device: number;
  readonly icv: number;
  /**
   * Issues a document.
   * @param at milliseconds since 1970
   */
  sell(sale: Omit<SaleInput, 'saleId'>, at: number): void;
  /** Records that the authority accepted the waiting documents up to this counter. */
  accept(through: number, at: number): void;
  /** Sends the rows that the office does not have; undefined when there is no readable answer. */
  post(): Promise<FeedAnswer | undefined>;
  /** Returns a copy of the till with its keys, as from a stolen image of its machine. */
  copy(): SimulatedTill;
}

export interface SimulatedTillOptions {
  readonly name: string;
  readonly numberPrefix: string;
  readonly seller: Seller;
  /** The address of the office, and the code that enrols the till. */
  readonly address: string;
  readonly code: string;
  readonly certificateDays: number;
  readonly now: () => number;
}

const day = 24 * 3_600_000;

interface Chain {
  readonly documents: readonly DocumentRow[];
  readonly events: readonly EventRow[];
  readonly accepted: number;
}

export async function enrolSimulatedTill(options: SimulatedTillOptions): Promise<SimulatedTill> {
  const { name, seller, address, code, now } = options;
  const serial = `1-Khatm|2-Terminal|3-${name}`;
  const ledger = randomUUID();
  const stamping = makeStampingKey(options, serial);
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const { kty, crv, x, y } = (await exportJWK(publicKey)) as PublicKey;
  const response = await fetch(new URL('/office/v1/enrol', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      code,
      ledger,
      serial,
      vatNumber: seller.vatNumber,
      publicKey: { kty, crv, x, y },
    }),
  });
  const answer = (await response.json()) as EnrolAnswer;
  if (answer.result !== 'enrolled') throw new Error(`${name}: ${answer.code}`);
  let nonce: string | undefined;
  const send = async (batch: Batch): Promise<FeedAnswer | undefined> => {
    const body = Buffer.from(zstdCompressSync(JSON.stringify(batch)));
    const till = `${answer.tenant}.${answer.device}`;
    const path = '/office/v1/feed';
    const token = await signRequest(privateKey, { till, path, body, nonce, now: now() });
    const posted = await fetch(new URL(path, address), {
      method: 'POST',
      body,
      headers: { authorization: `DPoP ${token}`, 'content-encoding': 'zstd' },
    });
    const before = nonce;
    nonce = posted.headers.get(nonceHeader) ?? nonce;
    if (posted.status === 401 && nonce !== before) return send(batch);
    return feedAnswerSchema.safeParse(await posted.json().catch(() => undefined)).data;
  };
  const validTo = now() + options.certificateDays * day;
  const identity = { name, device: answer.device, ledger, seller, numberPrefix: options.numberPrefix };
  return tillOn({ ...identity, ...stamping, validTo, send, now }, { documents: [], events: [], accepted: 0 });
}

/** The certificate is from an invented authority, because these documents are only for demonstration. */
function makeStampingKey(
  { name, seller, certificateDays, now }: SimulatedTillOptions,
  serial: string,
): { stamper: ReturnType<typeof createStamper> } {
  const key = SigningKey.generate();
  const subject = {
    commonName: name,
    organization: 'Demonstration',
    organizationUnit: 'Demonstration',
    country: 'SA',
    serial,
    vatNumber: seller.vatNumber,
    documentTypes: '1100',
    address: 'RRRD2929',
    category: 'Retail',
  };
  const request = makeCertificateRequest(key, subject, 'TSTZATCA-Code-Signing');
  const authority = CertificateAuthority.create({
    commonName: 'Demonstration',
    now: now() - 2 * day,
    validForDays: 3650,
  });
  const text = authority.issue({
    request: readCertificateRequest(request),
    validFrom: now() - 2 * day,
    validTo: now() + certificateDays * day,
  });
  return { stamper: createStamper({ key, certificate: readCertificate(text) }) };
}

interface Identity extends Pick<SimulatedTillOptions, 'name' | 'seller' | 'numberPrefix' | 'now'> {
  readonly device: number;
  readonly ledger: string;
  readonly stamper: ReturnType<typeof createStamper>;
  readonly validTo: number;
  readonly send: (batch: Batch) => Promise<FeedAnswer | undefined>;
}

/** An event without an answer. */
const plainEvent = {
  event: 'sent',
  httpStatus: null,
  outcome: null,
  why: null,
  status: null,
  answer: null,
  cleared: null,
  nextAt: null,
  reportBy: null,
} satisfies Partial<EventRow>;

function tillOn(identity: Identity, chain: Chain): SimulatedTill {
  const { name, device, ledger, seller, numberPrefix, stamper, send } = identity;
  const documents = [...chain.documents];
  const events = [...chain.events];
  let { accepted } = chain;
  let have = { icv: 0, event: 0 };

  function addEvent(icv: number, at: number, what: Partial<EventRow>): void {
    events.push({ ...plainEvent, id: events.length + 1, icv, at, ...what });
  }

  function batch(): Batch {
    const last = documents.at(-1);
    const sent = documents.slice(have.icv, have.icv + mostRows);
    const position = have.icv + sent.length;
    const isSent = ({ icv }: EventRow) => icv <= position;
    const open = documents.slice(accepted);
    return {
      ledger,
      found: null,
      documents: sent,
      audit: [],
      events: events.slice(have.event, have.event + mostRows).filter(isSent),
      head: {
        icv: documents.length,
        hash: last?.hash ?? hexDigest('0'),
        event: events.length,
        audit: 0,
        auditHash: ledger,
      },
      status: statusOf(identity, open),
    };
  }

  return {
    name,
    device,
    get icv() {
      return documents.length;
    },
    sell(given, at) {
      const sale = saleSchema.parse({ saleId: randomUUID(), ...given });
      const mode = sale.customer === 'business' ? 'clearance' : 'reporting';
      const icv = documents.length + 1;
      const previousHash = documents.at(-1)?.hash ?? hexDigest('0');
      const number = `${numberPrefix}-${String(icv).padStart(6, '0')}`;
      const placement = { number, uuid: randomUUID(), issuedAt: at, icv, previousHash };
      const { xml, hash } = stamper.stamp(writeDocument(makeInvoice(sale, seller), placement), at);
      const text = Buffer.from(xml).toString('utf8');
      documents.push({ icv, hash, previousHash, mode, dueAt: at + day, xml: text });
    },
    accept(through, at) {
      for (; accepted < through; accepted += 1) {
        const icv = accepted + 1;
        const status = documents[accepted]?.mode === 'clearance' ? 'CLEARED' : 'REPORTED';
        addEvent(icv, at, { event: 'sent' });
        addEvent(icv, at, { event: 'answered', httpStatus: 200, outcome: 'accepted', status });
      }
    },
    async post() {
      const answer = await send(batch());
      if (answer !== undefined) ({ have } = answer);
      return answer;
    },
    copy: () => tillOn(identity, { documents, events, accepted }),
  };
}

function statusOf({ validTo, now }: Identity, open: readonly DocumentRow[]): TillStatus {
  return {
    now: now(),
    version: 'demonstration',
    environment: 'simulation',
    unready: null,
    waiting: open.length,
    parked: 0,
    rejected: 0,
    nearestDeadline: open[0]?.dueAt ?? null,
    connection: 'online',
    skewMs: 0,
    alarms: [],
    certificate: { serial: '1', validFrom: now() - 2 * day, validTo },
  };
}
