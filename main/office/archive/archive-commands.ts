import { parseArgs } from 'node:util';
import type { OrderContext } from '../orders/orders.ts';
import { tenantNamed } from '../tills/tills.ts';
import { archiveMonth } from './archive-month.ts';
import { openSink } from './open-sink.ts';

export const archiveUsage =
  'office archive --vat NUMBER --month YYYY-MM --archive PLACE --by NAME   a month that ended 40 days ago';

const options = {
  data: { type: 'string' },
  tenant: { type: 'string', default: 'Head office' },
  vat: { type: 'string', default: '' },
  month: { type: 'string', default: '' },
  archive: { type: 'string', default: '' },
  by: { type: 'string', default: '' },
} as const;

/** Tells which key signs manifests, for those who check them without this office. */
export const keyWords = ({ publicKey }: OrderContext['signer']) =>
  `archives are signed by the key ${publicKey.x}`;

export async function archiveCommand(context: OrderContext, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  const { vat: vatNumber, month: period, archive: place, by } = values;
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(period) || place === '' || by === '') throw new TypeError(archiveUsage);
  const tenant = await tenantNamed(context.database, values.tenant);
  const done = await archiveMonth(context, { tenant, vatNumber, period, sink: await openSink(place), by });
  if (done === undefined) console.log('nothing that is not archived');
  else console.log(`${done.documents} documents, part ${done.part}: ${done.manifest} ${done.sha256}`);
  console.log(keyWords(context.signer));
}
