import * as z from 'zod';
import type { Role } from '../status.ts';

interface Rights<I extends z.ZodType> {
  /** The lowest role that may use the command. */
  readonly role: Role;
  /**
   * True when the person signed in must have entered their PIN in the last five minutes. Otherwise the command fails
   * with `pin-needed`; `session.confirm` receives the PIN, and the same call is repeated.
   */
  needsPin?(input: z.output<I>): boolean;
}

/** One command that the renderer, or another client, may send to main. */
export interface Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> extends Rights<I> {
  readonly input: I;
  readonly output: O;
}

/** A `needsPin` that applies to every input. */
export const always = () => true;

const nothing = z.strictObject({});
const done = z.object({});
type Nothing = typeof nothing;
type Done = typeof done;

/** Makes a command. One without `input` takes none; one without `output` answers only that it is done. */
export function command<I extends z.ZodType, O extends z.ZodType>(definition: Command<I, O>): Command<I, O>;
export function command<O extends z.ZodType>(
  definition: Rights<Nothing> & { output: O },
): Command<Nothing, O>;
export function command<I extends z.ZodType>(definition: Rights<I> & { input: I }): Command<I, Done>;
export function command(definition: Rights<Nothing>): Command<Nothing, Done>;
export function command(definition: Rights<z.ZodType>): Command {
  return { input: nothing, output: done, ...definition };
}
