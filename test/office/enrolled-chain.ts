import { tenantNamed } from '../../main/office/tills/tills.ts';
import { enrolledTill } from './enrolled-till.ts';
import { office } from './office.ts';

const clock = { now: Date.UTC(2026, 10, 20, 10) };

/** Enrols a till with this many documents, all in `batch`; nothing is sent yet. */
export async function enrolledChain(documents: number, { tenant = 'Shops', branch = 'Olaya' } = {}) {
  const till = await enrolledTill({ tenant: await tenantNamed(office.database, tenant), branch, clock });
  till.sellCoffees(documents);
  return { ledger: till.ledger, key: till.key, batch: till.batch() };
}
