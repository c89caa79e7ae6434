import type * as z from 'zod';
import type { Role } from '../status.ts';

/** One command the renderer (or another door) may ask of main. */
export interface Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** The least role that may ask. */
  readonly role: Role;
  /**
   * Whether whoever is at the screen must have entered their PIN in the last five minutes. Fails with `pin-needed`; then
   * `session.confirm` takes the PIN, and the same call is made again.
   */
  needsPin?(input: z.output<I>): boolean;
  readonly input: I;
  readonly output: O;
}

/** For `needsPin`, whatever the input. */
export const always = () => true;

export function command<I extends z.ZodType, O extends z.ZodType>(definition: Command<I, O>): Command<I, O> {
  return definition;
}
