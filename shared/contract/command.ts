import type * as z from 'zod';
import type { Role } from '../status.ts';

/** One command that the renderer, or another client, may send to main. */
export interface Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** The lowest role that may use the command. */
  readonly role: Role;
  /**
   * True when the person signed in must have entered their PIN in the last five minutes. Otherwise the command fails
   * with `pin-needed`; `session.confirm` receives the PIN, and the same call is repeated.
   */
  needsPin?(input: z.output<I>): boolean;
  readonly input: I;
  readonly output: O;
}

/** A `needsPin` that applies to every input. */
export const always = () => true;

export function command<I extends z.ZodType, O extends z.ZodType>(definition: Command<I, O>): Command<I, O> {
  return definition;
}
