import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import type { Ledger } from '../../main/books/ledger/ledger.ts';
import type { OfficeDatabase } from '../../main/office/database/database.ts';
import { ingest } from '../../main/office/ingest/ingest.ts';
import { addTill, enrol, knownTill } from '../../main/office/tills/tills.ts';
import { certificateSubject } from '../../main/sending/credential/certificate-subject.ts';
import { type Batch, batchSchema } from '../../shared/office/wire/feed.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { openTill } from '../integration/till.ts';
import { newFolder } from '../support/khatm.ts';
import { office } from './office.ts';

const { vatNumber } = trainingCompany;
const publicKey = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const;
const limits = { rows: 200, characters: 4_000_000 };
const nothing = { icv: 0, event: 0, audit: 0 };

interface EnrolledTillOptions {
  readonly tenant: number;
  readonly branch?: string;
  readonly name?: string;
  readonly database?: OfficeDatabase;
  /** The till's clock. `sell` advances it by a second for each document. */
  readonly clock?: { now: number };
}

/** A till with its own ledger, enrolled at the office of this file's tests; nothing is sent before `feed`. */
export async function enrolledTill({
  tenant,
  branch = 'Olaya',
  name = 'Till',
  database = office.database,
  clock = { now: Date.UTC(2026, 10, 20, 10) },
}: EnrolledTillOptions) {
  const till = openTill(path.join(newFolder('till'), 'ledger.db'), { now: () => clock.now });
  const { ledger } = till;
  const code = await addTill(database, { tenant, vatNumber, branch, name });
  const { serial } = certificateSubject(trainingCompany);
  const request = { code, publicKey, serial, vatNumber, ledger: ledger.id };
  const answer = await enrol(database, request);
  if (answer.result !== 'enrolled') throw new Error(answer.code);
  const { key } = (await knownTill(database, tenant, answer.device)) ?? {};
  if (key === undefined) throw new Error('not enrolled');

  /** Sells one coffee at each of these prices. */
  const sell = (prices: readonly string[], into = ledger) => {
    for (const unitPrice of prices) {
      clock.now += 1000;
      const lines = [{ name: 'قهوة', quantity: '1', unitPrice }];
      till.issueInto(into, saleSchema.parse({ saleId: randomUUID(), lines }));
    }
  };
  return {
    ...till,
    key,
    device: answer.device,
    request,
    sell,
    /** Issues this many documents, each with 1.50 riyals of VAT. */
    sellCoffees: (count: number, into?: Ledger) => sell(Array<string>(count).fill('11.50'), into),
    /** Returns its rows after the last one that the office has. */
    batch: (have = nothing): Batch => batchOf(ledger, have),
    /** Sends all its rows that fit into one batch. */
    feed: () => ingest(database, key, batchOf(ledger)),
  };
}

export const batchOf = (ledger: Ledger, have = nothing, found: Batch['found'] = null): Batch =>
  batchSchema.parse({ ledger: ledger.id, found, ...ledger.outbox.after(have, limits) });
