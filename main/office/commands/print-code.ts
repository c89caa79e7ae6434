import { addTill, codeAgain, tenantNamed } from '../tills/tills.ts';
import { withDatabase } from './open-context.ts';
import { usage, type Values } from './usage.ts';

export async function printCode(given: Values): Promise<void> {
  if (given.again !== undefined) {
    const device = Number(given.again);
    if (!Number.isInteger(device) || device < 1) throw new TypeError(usage);
    return withDatabase(given.data, async (database) => {
      const tenant = await tenantNamed(database, given.tenant);
      console.log(await codeAgain(database, { tenant, device }));
    });
  }
  const { data, vat: vatNumber, branch, name } = given;
  if (vatNumber === undefined || branch === undefined || name === undefined) throw new TypeError(usage);
  if (!/^3\d{13}3$/.test(vatNumber)) throw new TypeError(`--vat ${vatNumber}: no VAT number`);
  await withDatabase(data, async (database) => {
    const tenant = await tenantNamed(database, given.tenant);
    console.log(await addTill(database, { tenant, vatNumber, branch, name }));
  });
}
