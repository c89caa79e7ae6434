import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { certificateSubject } from '../../main/credential/certificate-subject.ts';
import { trainingCompany } from '../../main/environment/training.ts';
import type { OfficeDatabase } from '../../main/fleet/office/database/database.ts';
import { ingest } from '../../main/fleet/office/ingest/ingest.ts';
import { addTill, enrol, knownTill } from '../../main/fleet/office/tills/tills.ts';
import { batchSchema } from '../../shared/fleet/feed.ts';
import { saleSchema } from '../../shared/sale.ts';
import { openTill } from '../integration/till.ts';
import { newFolder } from '../support/khatm.ts';
import { officeTime } from './office-browser.ts';

const { vatNumber } = trainingCompany;
const publicKey = { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) } as const;

/** A till of a branch whose documents the office has. */
export async function tillWith(
  database: OfficeDatabase,
  tenant: number,
  branch: string,
  prices: readonly string[],
) {
  const till = openTill(path.join(newFolder('office-views'), 'ledger.db'), { now: () => officeTime.now });
  for (const unitPrice of prices) {
    officeTime.now += 1000;
    const line = { name: 'قهوة', quantity: '1', unitPrice };
    till.issueInto(till.ledger, saleSchema.parse({ saleId: randomUUID(), lines: [line] }));
  }
  const code = await addTill(database, { tenant, vatNumber, branch, name: `Till ${branch}` });
  const { serial } = certificateSubject(trainingCompany);
  const answer = await enrol(database, {
    code,
    publicKey,
    serial,
    vatNumber,
    ledger: till.ledger.id,
  });
  if (answer.result !== 'enrolled') throw new Error(answer.code);
  const known = await knownTill(database, tenant, answer.device);
  if (known === undefined) throw new Error('not enrolled');
  const rows = till.ledger.outbox.after({ icv: 0, event: 0, audit: 0 }, { rows: 200, characters: 4_000_000 });
  await ingest(database, known.key, batchSchema.parse({ ledger: till.ledger.id, found: null, ...rows }));
  return { device: answer.device, key: known.key, ledger: till.ledger };
}
