import * as z from 'zod';
import { orderSchema } from '../../../../shared/fleet/orders.ts';
import { pinSchema } from '../../../../shared/pin.ts';
import type { MakeOrder } from './orders.ts';

/* The orders that a person gives freely. OTPs, stops and archives have rooms of their own. */

const free = ['settings', 'articles', 'people', 'contact'] as const;

/** As a person writes it: PINs in the clear, until each till's own key encrypts them. */
export const givenOrderSchema = z
  .looseObject({
    kind: z.enum(free),
    save: z.array(z.looseObject({ pin: pinSchema.optional() })).optional(),
  })
  .superRefine((given, context) => {
    const { save, ...rest } = given;
    const order = { ...rest, ...(save && { save: save.map(({ pin: _, ...person }) => person) }) };
    const parsed = orderSchema.safeParse(order);
    for (const issue of parsed.error?.issues ?? []) context.addIssue({ ...issue });
  });
export type GivenOrder = z.output<typeof givenOrderSchema>;

/** Returns what makes the order for each till. */
export function makeGiven({ save, ...rest }: GivenOrder): MakeOrder {
  return async (seal) => {
    if (save === undefined) return orderSchema.parse(rest);
    const people = await Promise.all(
      save.map(async ({ pin, ...person }) =>
        pin === undefined ? person : { ...person, sealed: await seal(pin) },
      ),
    );
    return orderSchema.parse({ ...rest, save: people });
  };
}
