import * as z from 'zod';
import { text } from '../fields.ts';
import { roles } from '../status.ts';
import { command } from './command.ts';

/** Six digits or more: with the pause after wrong ones, guessing takes years. */
export const pinSchema = z.string().regex(/^\d{6,12}$/, 'must be 6 to 12 digits');

export const personSchema = z.object({ name: z.string(), role: z.enum(['cashier', 'manager']) });
export type Person = z.infer<typeof personSchema>;

/**
 * Who works at this terminal. While there is nobody in the list the screen acts as a manager: a terminal fresh from its
 * box asks for no password and has none. Simulation and production need a manager first.
 */
export const people = {
  'people.list': command({
    role: 'nobody',
    input: z.strictObject({}),
    output: z.object({ people: z.array(personSchema) }),
  }),
  /** Fails with `wrong-pin`; after three in a row each further try has to wait (`detail.seconds`). */
  'people.signIn': command({
    role: 'nobody',
    input: z.strictObject({ name: z.string().max(60), pin: z.string().max(100) }),
    output: z.object({ role: z.enum(roles) }),
  }),
  'people.signOut': command({ role: 'nobody', input: z.strictObject({}), output: z.object({}) }),
  /**
   * Adds a person, or changes role or PIN of the one of that name. A new person needs a PIN; the first one must be a
   * manager, and so must the last.
   */
  'people.save': command({
    role: 'manager',
    input: z.strictObject({
      name: text(60),
      role: z.enum(['cashier', 'manager']),
      pin: pinSchema.optional(),
    }),
    output: z.object({ people: z.array(personSchema) }),
  }),
  'people.remove': command({
    role: 'manager',
    input: z.strictObject({ name: z.string() }),
    output: z.object({ people: z.array(personSchema) }),
  }),
};
