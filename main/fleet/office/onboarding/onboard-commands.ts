import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { OrderRoom } from '../orders/orders.ts';
import { tenantNamed } from '../tills/tills.ts';
import { handOut } from './hand-out.ts';
import { addTills, readTills } from './read-tills.ts';

/* `headquarters onboard`. */

export const onboardUsage = `headquarters onboard tills FILE.csv   headings: vat, branch, name, serial, prefix; prints the codes
headquarters onboard otps FILE|- --by NAME   the portal's one-time passwords, one to each till that waits`;

const options = {
  data: { type: 'string' },
  tenant: { type: 'string', default: 'Head office' },
  by: { type: 'string', default: '' },
} as const;

/** Adds tills from a list, or hands one-time passwords out. */
export async function onboardCommand(room: OrderRoom, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [what, file] = positionals;
  if (file === undefined) throw new TypeError(onboardUsage);
  const tenant = await tenantNamed(room.database, values.tenant);
  const text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8');
  if (what === 'tills') {
    const list = await readTills(room.database, tenant, text);
    for (const { row, column, code } of list.faults) console.error(`row ${row}: ${column}, ${code}`);
    if (list.faults.length > 0) process.exitCode = 1;
    else
      for (const { name, branch, code } of await addTills(room.database, tenant, list, {
        by: values.by,
        now: room.now(),
      }))
        console.log(`${branch},${name},${code}`);
  } else if (what === 'otps' && values.by !== '') {
    const { tills, ...rest } = await handOut(room, { tenant, pasted: text, by: values.by });
    for (const { device, order } of tills) console.log(`till ${device}: order ${order}`);
    console.log(
      Object.entries(rest)
        .map(([name, count]) => `${name}: ${count}`)
        .join(', '),
    );
  } else throw new TypeError(onboardUsage);
}
