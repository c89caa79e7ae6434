import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import { OfficeError } from '../../../shared/office/failure.ts';
import { readPlain } from '../../base/outside/outside-folder.ts';
import type { OrderContext } from '../orders/orders.ts';
import { tenantNamed } from '../tills/tills.ts';
import { handOut } from './hand-out.ts';
import { addList } from './read-tills.ts';

/* The usage of `office onboard`. */

export const onboardUsage = `office onboard tills FILE.csv   headings: vat, branch, name, serial, prefix; prints the codes
office onboard otps FILE|- --by NAME [--vat NUMBER]   the portal's one-time passwords, one to each till that waits`;

const options = {
  data: { type: 'string' },
  tenant: { type: 'string', default: 'Head office' },
  by: { type: 'string', default: '' },
  vat: { type: 'string' },
} as const;

/** The most bytes of a list of tills or passwords. */
const mostListBytes = 16 * 1024 ** 2;

export async function onboardCommand(context: OrderContext, args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [what, file] = positionals;
  if (file === undefined) throw new TypeError(onboardUsage);
  const tenant = await tenantNamed(context.database, values.tenant);
  const list =
    file === '-' ? await text(process.stdin) : (await readPlain(file, mostListBytes)).toString('utf8');
  if (what === 'tills') {
    const by = { by: values.by, now: context.now() };
    const { faults, added } = await addList(context.database, tenant, list, by);
    for (const { row, column, code } of faults) console.error(`row ${row}: ${column}, ${code}`);
    if (faults.length > 0) process.exitCode = 1;
    const rows = added.map(({ branch, name, code }) => [branch, name, code]);
    process.stdout.write(stringify(rows, { escape_formulas: true }));
  } else if (what === 'otps' && values.by !== '') {
    const { tills, ...rest } = await handOut(context, {
      ...{ tenant, pasted: list, by: values.by },
      vatNumber: values.vat,
    }).catch(sayWhich);
    for (const { device, order } of tills) console.log(`till ${device}: order ${order}`);
    console.log(
      Object.entries(rest)
        .map(([name, count]) => `${name}: ${count}`)
        .join(', '),
    );
  } else throw new TypeError(onboardUsage);
}

function sayWhich(error: unknown): never {
  const { code, detail } = error instanceof OfficeError ? error.failure : {};
  if (code !== 'which-taxpayer') throw error;
  throw new TypeError(`tills of several taxpayers wait, name one with --vat: ${detail?.taxpayers}`);
}
