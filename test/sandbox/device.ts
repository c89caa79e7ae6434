import { randomUUID } from 'node:crypto';
import type { Clock } from '../../main/base/platform/clock.ts';
import { firstPreviousHash } from '../../main/books/ledger/database/first-previous-hash.ts';
import type { SettleTax } from '../../main/document/invoice/amounts/group-tax.ts';
import type { Document } from '../../main/document/invoice/invoice.ts';
import { makeInvoice } from '../../main/document/invoice/make-invoice.ts';
import { writeDocument } from '../../main/document/invoice/writing/write-document.ts';
import {
  csidToCertificateText,
  readCertificate,
} from '../../main/document/stamp/certificates/certificate.ts';
import { makeCertificateRequest } from '../../main/document/stamp/certificates/certificate-request.ts';
import type { CertificateSubject } from '../../main/document/stamp/certificates/subject.ts';
import { SigningKey } from '../../main/document/stamp/key.ts';
import { createStamper } from '../../main/document/stamp/stamp.ts';
import type { Pair } from '../../main/gateway/basic.ts';
import { createGateway, type Gateway, type SubmissionBody } from '../../main/gateway/client.ts';
import type { IssueOutcome } from '../../main/gateway/issue-outcome.ts';
import { authorityProfile } from '../../main/gateway/profile.ts';
import type { Sandbox } from '../../main/sandbox/start-sandbox.ts';
import { type SaleInput, saleSchema } from '../../shared/sale/sale.ts';

/* A till for the sandbox's tests, made of the product's own parts, from the sale to the gateway's client. */

export const second = 1000;
export const hour = 60 * 60 * second;

/** A clock that moves only when it is advanced. Timers run when they are due. */
export class TestClock implements Clock {
  #now = Date.parse('2026-11-20T09:00:00Z');
  #waiting: { at: number; callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const entry = { at: this.#now + milliseconds, callback };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((each) => each !== entry);
    };
  }

  /** The number of waiting timers. */
  get waiting(): number {
    return this.#waiting.length;
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#waiting.filter(({ at }) => at <= this.#now);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
    for (const { callback } of due) callback();
  }
}

export const seller = {
  name: 'متجر الاختبار',
  vatNumber: '399999999900003',
  identification: { scheme: 'CRN' as const, value: '1010010000' },
  address: {
    street: 'الأمير سلطان',
    building: '2322',
    district: 'المربع',
    city: 'الرياض',
    postalCode: '23333',
    country: 'SA',
  },
};

const line = { name: 'قهوة', quantity: '2', unitPrice: '11.50' };
export const consumerSale: SaleInput = { customer: 'consumer', lines: [line] };
export const businessSale: SaleInput = {
  customer: 'business',
  lines: [line],
  buyer: { name: 'شركة المشتري', vatNumber: '399999999800003', address: seller.address },
};
const correction = { corrects: [{ number: 'T1-1' }], reason: 'تصحيح' };

/** The compliance series of document types 1100, named as the sandbox names its steps. */
export const series: Readonly<Record<string, SaleInput>> = {
  'standard-compliant': businessSale,
  'standard-credit-note-compliant': { ...businessSale, kind: 'creditNote', ...correction },
  'standard-debit-note-compliant': { ...businessSale, kind: 'debitNote', ...correction },
  'simplified-compliant': consumerSale,
  'simplified-credit-note-compliant': { ...consumerSale, kind: 'creditNote', ...correction },
  'simplified-debit-note-compliant': { ...consumerSale, kind: 'debitNote', ...correction },
};

export const subject: CertificateSubject = {
  commonName: 'TST-1',
  organization: 'Test Store',
  organizationUnit: 'Riyadh',
  country: 'SA',
  serial: '1-Khatm|2-1|3-test',
  vatNumber: seller.vatNumber,
  documentTypes: '1100',
  address: 'RRRD2929',
  category: 'Retail',
};

export interface Chained extends SubmissionBody {
  readonly xml: Buffer;
  readonly icv: number;
}

/** A device: its key, its chain, and the gateway client. */
export class Device {
  readonly key = SigningKey.generate();
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  readonly gateway: Gateway;
  readonly subject: CertificateSubject;
  #previousHash = firstPreviousHash;
  #icv = 0;

  constructor(sandbox: Sandbox, clock: Clock, changes: Partial<CertificateSubject> = {}, timeoutMs?: number) {
    this.sandbox = sandbox;
    this.clock = clock;
    this.subject = { ...subject, ...changes };
    this.gateway = createGateway({
      profile: authorityProfile,
      baseUrl: sandbox.address,
      fetch,
      timeoutMs,
    });
  }

  /** The certificate template of the sandbox's environment. */
  template = authorityProfile.templates.training;

  request(template = this.template): string {
    return makeCertificateRequest(this.key, this.subject, template);
  }

  /** Returns the same device with a new key, continuing its chain. */
  withNewKey(): Device {
    const next = new Device(this.sandbox, this.clock, this.subject);
    next.template = this.template;
    next.#icv = this.#icv;
    next.#previousHash = this.#previousHash;
    return next;
  }

  /** Returns the next document of the chain, stamped with the certificate of a pair. */
  next(sale: SaleInput, pair: Pair, change: Partial<Placement> = {}): Chained {
    const document = this.stamp(sale, pair, {
      icv: this.#icv + 1,
      previousHash: this.#previousHash,
      ...change,
    });
    this.#icv = document.icv;
    this.#previousHash = document.hash;
    return document;
  }

  /** Returns a document without advancing the chain. */
  stamp(sale: SaleInput, pair: Pair, change: Partial<Placement> = {}): Chained {
    const {
      icv = this.#icv + 1,
      previousHash = this.#previousHash,
      uuid = randomUUID(),
      issuedAt = this.clock.now(),
      edit = (same) => same,
      settle,
    } = change;
    const document = edit(
      writeDocument(makeInvoice(saleSchema.parse(sale), seller, settle), {
        number: `T1-${icv}`,
        uuid,
        issuedAt,
        icv,
        previousHash,
      }),
    );
    const certificate = readCertificate(csidToCertificateText(pair.csid));
    const { xml, hash } = createStamper({ key: this.key, certificate }).stamp(document, issuedAt);
    return { xml, hash, uuid, icv };
  }

  async compliance(): Promise<{ pair: Pair; requestId: string }> {
    const outcome = await this.gateway.requestCompliance(this.request(), this.sandbox.makeOtp());
    if (outcome.kind !== 'issued') throw new Error(`compliance: ${JSON.stringify(outcome)}`);
    return outcome;
  }

  async passSeries(pair: Pair): Promise<void> {
    for (const [step, sale] of Object.entries(series)) {
      const outcome = await this.gateway.checkCompliance(pair, this.stamp(sale, pair));
      if (outcome.kind !== 'accepted') throw new Error(`${step}: ${JSON.stringify(outcome)}`);
    }
  }

  /** Performs the whole onboarding: the compliance pair, the series, and the production pair. */
  async onboard(): Promise<Pair> {
    const { pair, requestId } = await this.compliance();
    await this.passSeries(pair);
    const outcome = await this.gateway.requestProduction(pair, requestId);
    if (outcome.kind !== 'issued') throw new Error(`production: ${JSON.stringify(outcome)}`);
    return outcome.pair;
  }
}

/** Sends a directive over HTTP while the sandbox runs, as an external program would. */
export async function direct(
  sandbox: Sandbox,
  text: string,
): Promise<{ faults: string[]; changed?: number }> {
  const answer = await fetch(new URL('/_sandbox/directive', sandbox.address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ directive: text }),
  });
  if (answer.status !== 200) throw new Error(`${text}: ${await answer.text()}`);
  return (await answer.json()) as { faults: string[]; changed?: number };
}

/** Returns the pair from an answer that issued one. */
export function issued(outcome: IssueOutcome) {
  if (outcome.kind !== 'issued') throw new Error(JSON.stringify(outcome));
  return { ...outcome, certificate: readCertificate(csidToCertificateText(outcome.pair.csid)) };
}

export interface Placement {
  readonly icv: number;
  readonly previousHash: string;
  readonly uuid: string;
  readonly issuedAt: number;
  /** Changes the document before it is stamped. */
  readonly edit: (document: Document) => Document;
  /** The settlement for a note that states a tax other than that of its rates. */
  readonly settle: SettleTax | undefined;
}
