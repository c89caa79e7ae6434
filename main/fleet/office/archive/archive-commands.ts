import path from 'node:path';
import { parseArgs } from 'node:util';
import type { OrderRoom } from '../orders/orders.ts';
import { tenantNamed } from '../tills/tills.ts';
import { archiveMonth } from './archive-month.ts';

/* `headquarters archive`. */

export const archiveUsage =
  'headquarters archive --vat NUMBER --month YYYY-MM --folder DIR --by NAME   a month that ended 40 days ago';

const options = {
  data: { type: 'string' },
  tenant: { type: 'string', default: 'Head office' },
  vat: { type: 'string', default: '' },
  month: { type: 'string', default: '' },
  folder: { type: 'string', default: '' },
  by: { type: 'string', default: '' },
} as const;

/** Archives a month into a folder. */
export async function archiveCommand(room: OrderRoom, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  const { vat: vatNumber, month: period, folder, by } = values;
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(period) || folder === '' || by === '')
    throw new TypeError(archiveUsage);
  const tenant = await tenantNamed(room.database, values.tenant);
  const done = await archiveMonth(room, { tenant, vatNumber, period, folder: path.resolve(folder), by });
  if (done === undefined) console.log('nothing that is not archived');
  else console.log(`${done.documents} documents, part ${done.part}: ${done.manifest} ${done.sha256}`);
}
