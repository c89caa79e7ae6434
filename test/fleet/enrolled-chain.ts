import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { certificateSubject } from '../../main/credential/certificate-subject.ts';
import { trainingCompany } from '../../main/environment/training.ts';
import type { ChainKey } from '../../main/fleet/office/tills/chain-key.ts';
import { addTill, enrol, knownTill, tenantNamed } from '../../main/fleet/office/tills/tills.ts';
import type { Ledger } from '../../main/ledger/ledger.ts';
import { type Batch, batchSchema } from '../../shared/fleet/feed.ts';
import { saleSchema } from '../../shared/sale.ts';
import { openTill } from '../integration/till.ts';
import { newFolder } from '../support/khatm.ts';
import { office } from './office.ts';

const publicKey = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const;
const line = { name: 'قهوة', quantity: '1', unitPrice: '11.50' };
let clock = Date.UTC(2026, 10, 20, 10);

/** Enrols a till with so many documents at the office of this file's tests; nothing is sent yet. */
export async function enrolledChain(
  documents: number,
  { tenant: named = 'Shops', branch = 'Olaya' } = {},
): Promise<{ ledger: Ledger; key: ChainKey; batch: Batch }> {
  const { ledger, issueInto } = openTill(path.join(newFolder('chain'), 'ledger.db'), { now: () => clock });
  for (let index = 0; index < documents; index += 1) {
    clock += 1000;
    issueInto(ledger, saleSchema.parse({ saleId: randomUUID(), lines: [line] }));
  }
  const { vatNumber } = trainingCompany;
  const tenant = await tenantNamed(office.database, named);
  const code = await addTill(office.database, { tenant, vatNumber, branch, name: 'Till' });
  const { serial } = certificateSubject(trainingCompany);
  const answer = await enrol(office.database, { code, publicKey, serial, vatNumber, ledger: ledger.id });
  if (answer.result !== 'enrolled') throw new Error(answer.code);
  const { key } = (await knownTill(office.database, tenant, answer.device)) ?? {};
  if (key === undefined) throw new Error('not enrolled');
  const rows = ledger.outbox.after({ icv: 0, event: 0, audit: 0 }, { rows: 200, characters: 4_000_000 });
  return { ledger, key, batch: batchSchema.parse({ ledger: ledger.id, found: null, ...rows }) };
}
