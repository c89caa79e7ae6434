import { orderSchema } from '../../../shared/fleet/orders.ts';
import type { GivenOrder } from '../../../shared/headquarters/given-order.ts';
import type { MakeOrder } from './orders.ts';

/** Returns a function that makes the order for each till. */
export function makeGiven({ save, ...rest }: GivenOrder): MakeOrder {
  return async (encrypt) => {
    if (save === undefined) return orderSchema.parse(rest);
    const people = await Promise.all(
      save.map(async ({ pin, ...person }) =>
        pin === undefined ? person : { ...person, encrypted: await encrypt(pin) },
      ),
    );
    return orderSchema.parse({ ...rest, save: people });
  };
}
