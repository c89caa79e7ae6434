import * as z from 'zod';
import { instant } from '../../fields.ts';
import { updateTroubles, updateWaits } from '../../update.ts';
import { always, command } from '../command.ts';

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** An address under which the rings are; https, or this machine itself. */
export const updateServerSchema = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((text) => isSafe(text), { message: 'must begin with https', params: { code: 'https-address' } });

function isSafe(text: string): boolean {
  // The form of an address is checked beside this.
  if (!URL.canParse(text)) return true;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isOwn = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || isOwn) && `${username}${password}${search}${hash}` === '';
}

const settings = {
  /** The server; undefined if no server is asked. */
  server: updateServerSchema.optional(),
  /** True if updates are installed at night without a manager. */
  automatic: z.boolean(),
  /** The hours of the night, in Riyadh; `to` is not included. */
  night: z.strictObject({ from: time, to: time }),
};

export const updatesSchema = z.object({
  ...settings,
  version: z.string(),
  ring: z.string(),
  /** True when the policy sets the server. */
  serverFromPolicy: z.boolean(),
  /** itself: replaces itself · system: a command replaces it · none: this start of it cannot be replaced. */
  way: z.enum(['itself', 'system', 'none']),
  command: z.string().optional(),
  /** False if a person must agree on the screen. */
  isSilent: z.boolean(),
  offer: z
    .object({
      version: z.string(),
      /** True for an older version than the one that is running. */
      isOlder: z.boolean(),
      notes: z.object({ ar: z.string(), en: z.string() }),
      /** The percentage of terminals that may install it now. */
      stage: z.int(),
      bytes: z.int(),
      since: instant,
      /** The folder from which it came; by default the server. */
      folder: z.string().optional(),
      tonight: z.boolean(),
    })
    .optional(),
  looked: z.object({ at: instant, why: z.enum(updateTroubles).optional() }).optional(),
  last: z.object({ version: z.string(), at: instant, why: z.enum(updateTroubles).optional() }).optional(),
  /** The reason why nothing can be installed at this moment. */
  wait: z.enum(updateWaits).optional(),
});
export type Updates = z.infer<typeof updatesSchema>;

export const updates = {
  'update.get': command({ role: 'manager', output: updatesSchema }),
  /** Looks for an update on the server; the view has the result. */
  'update.look': command({ role: 'manager', output: updatesSchema }),
  /** Looks for an update in a folder, for instance on a stick. */
  'update.lookIn': command({
    role: 'manager',
    input: z.strictObject({ folder: z.string().trim().min(1).max(1000) }),
    output: updatesSchema,
  }),
  /**
   * now: installs the offer, and the program ends · tonight: in the hours of the night · not: withdraws a request for
   * tonight. Fails with `update-refused` or `update-waits`.
   */
  'update.install': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ when: z.enum(['now', 'tonight', 'not']) }),
    output: updatesSchema,
  }),
  /** A server cannot be set if the policy sets one. */
  'update.setSettings': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject(settings),
    output: updatesSchema,
  }),
};
