import * as z from 'zod';
import { pinSchema } from '../values/pin.ts';
import { orderSchema } from './wire/orders.ts';

/* The orders that a person gives freely. OTPs, stops and archives are sent in other ways. */

export const givenKinds = ['settings', 'articles', 'people', 'contact'] as const;

/** An order as a person writes it, with unencrypted PINs, until they are encrypted with each till's own key. */
export const givenOrderSchema = z
  .looseObject({
    kind: z.enum(givenKinds),
    save: z.array(z.looseObject({ pin: pinSchema.optional() })).optional(),
  })
  .superRefine((given, context) => {
    const { save, ...rest } = given;
    const order = { ...rest, ...(save && { save: save.map(({ pin: _, ...person }) => person) }) };
    const parsed = orderSchema.safeParse(order);
    for (const issue of parsed.error?.issues ?? []) context.addIssue({ ...issue });
  });
export type GivenOrder = z.output<typeof givenOrderSchema>;
