import type { GivenOrder } from '../../../shared/office/given-order.ts';
import { orderSchema } from '../../../shared/office/wire/orders.ts';
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
