import * as z from 'zod';
import { contactSchema, orderAnswerSchema, orderKinds } from '../../office/wire/orders.ts';
import { always, command } from '../command.ts';

export const officeViewSchema = z.object({
  /** The till's place at a head office; absent if it belongs to none. */
  membership: z
    .object({
      address: z.string(),
      name: z.string(),
      /**
       * The result of the last request; absent before the first. `complete`: the office has everything; `more`: it is
       * being sent; `away`: it did not answer.
       */
      state: z
        .enum(['complete', 'more', 'too-large', 'unknown', 'left', 'away', 'other-certificate', 'refused'])
        .optional(),
      /** The time of the office's last answer since this program began. */
      lastContact: z.iso.datetime().optional(),
      /** The head office's own contact details. */
      contact: contactSchema.optional(),
      /** Its last orders, newest first. */
      orders: z.array(
        z.object({
          number: z.int(),
          kind: z.enum(orderKinds),
          at: z.iso.datetime(),
          /** `failed`: tried, and `why` is the failure's code; `refused`: not tried. */
          result: orderAnswerSchema.shape.result,
          why: z.string().optional(),
        }),
      ),
    })
    .optional(),
});
export type OfficeView = z.infer<typeof officeViewSchema>;

/** The environment's membership in a head office. */
export const office = {
  'office.get': command({ role: 'manager', output: officeViewSchema }),
  /** Fails with `office-unreachable`, `office-refused`, `office-enrolled`, `no-company`, `set-by-policy`. */
  'office.enrol': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      /** The office's address: https, or http on this machine. By default the one in the machine's policy. */
      address: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .optional(),
      /** The enrolment code of this till, for one use. */
      code: z.string().trim().min(1).max(500),
    }),
    output: officeViewSchema,
  }),
  /** Ends the membership, even when the office cannot be informed. Fails with `set-by-policy`. */
  'office.leave': command({
    role: 'manager',
    needsPin: always,
    output: z.object({ ...officeViewSchema.shape, told: z.boolean() }),
  }),
};
