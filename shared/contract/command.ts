import type * as z from 'zod';
import type { Role } from '../status.ts';

/** One command the renderer (or another door) may ask of main. */
export interface Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** The least role that may ask. */
  readonly role: Role;
  readonly input: I;
  readonly output: O;
}

export function command<I extends z.ZodType, O extends z.ZodType>(definition: Command<I, O>): Command<I, O> {
  return definition;
}
