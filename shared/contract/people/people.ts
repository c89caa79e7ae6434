import * as z from 'zod';
import { instant, nameText } from '../../fields.ts';
import { roles } from '../../status.ts';
import { languages } from '../../values/language.ts';
import { limitsSchema } from '../../values/limits.ts';
import { anyPinSchema, pinSchema } from '../../values/pin.ts';
import { always, command } from '../command.ts';

export const personSchema = z.object({ name: z.string(), role: z.enum(['cashier', 'manager']) });
export type Person = z.infer<typeof personSchema>;

const listedPersonSchema = personSchema.extend({
  /** The time from which a PIN may be tried again; absent if none has to wait. */
  tryAt: instant.optional(),
  /** True when the PIN has fewer than six digits. */
  shortPin: z.literal(true).optional(),
});
export type ListedPerson = z.infer<typeof listedPersonSchema>;

/**
 * The people who work at this terminal. While the list is empty the screen acts as a manager: a new terminal has no
 * default password. Simulation and production need a manager first.
 */
export const people = {
  'people.list': command({
    role: 'nobody',
    output: z.object({ people: z.array(listedPersonSchema) }),
  }),
  /**
   * Signs a person in. Fails with `wrong-pin`, even for an unknown name; after three in a row every further attempt
   * must wait (`detail.seconds`). `short-pins-locked` (`detail.minutes`): too many wrong tries of short PINs by all
   * people; `short-pins-off`: they are not allowed any longer. `vault-locked`, `people-lost`: the list cannot be read.
   */
  'people.signIn': command({
    role: 'nobody',
    input: z.strictObject({ name: z.string().max(60), pin: z.string().max(100) }),
    output: z.object({ role: z.enum(roles) }),
  }),
  /** Stores the language of the screens for the person signed in. Fails with `not-allowed` if nobody is signed in. */
  'people.setLanguage': command({ role: 'cashier', input: z.strictObject({ language: z.enum(languages) }) }),
  'people.signOut': command({ role: 'nobody' }),
  /**
   * Adds a person, or changes the role or PIN of the one with that name. A new person needs a PIN; the first person
   * must be a manager, and one manager must always remain. Four or five digits are for cashiers, where the limits allow
   * them.
   */
  'people.save': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      name: nameText(60),
      role: z.enum(['cashier', 'manager']),
      pin: anyPinSchema.optional(),
    }),
    output: z.object({ people: z.array(personSchema) }),
  }),
  'people.remove': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ name: nameText(60) }),
    output: z.object({ people: z.array(personSchema) }),
  }),
  /** The limits beyond which a cashier needs a manager's agreement. */
  'people.limits': command({ role: 'manager', output: limitsSchema }),
  'people.setLimits': command({
    role: 'manager',
    needsPin: always,
    input: limitsSchema,
    output: limitsSchema,
  }),
  /** Acknowledges that the list was changed from outside and restored, which ends the alarm. */
  'people.acknowledge': command({ role: 'manager' }),
  /**
   * Starts a new list with one manager when the old one is lost (`people` of the status). It needs the passphrase of
   * the vault; fails with `vault-locked` (wrong-passphrase, passphrase-wait), or `not-allowed` when no passphrase opens
   * it.
   */
  'people.recover': command({
    role: 'nobody',
    input: z.strictObject({ name: nameText(60), pin: pinSchema, passphrase: z.string().max(200) }),
    output: z.object({ people: z.array(personSchema) }),
  }),
};
