import * as z from 'zod';
import { exceededLimits } from './values/limits.ts';

/** The kinds of actors: a person at the screen, a program at the API, a file in the drop folder, or the command line. */
export const actorKinds = ['person', 'program', 'dropFolder', 'commandLine'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** A manager's agreement to what exceeds a cashier's limits. */
export const approvalSchema = z.object({
  by: z.string(),
  reason: z.string(),
  limits: z.array(z.enum(exceededLimits)),
});
export type Approval = z.infer<typeof approvalSchema>;

/** The person or program that issued a document or took another recorded action. */
export const actorSchema = z.object({
  kind: z.enum(actorKinds),
  /** The name of the person or program; "screen" while the terminal has no people. */
  name: z.string(),
  role: z.enum(['cashier', 'manager']).optional(),
  approval: approvalSchema.optional(),
});
export type Actor = z.infer<typeof actorSchema>;

/** Returns the key of sums by person: a person and a program with the same name are different. */
export const actorKey = ({ kind, name }: Pick<Actor, 'kind' | 'name'>): string => `${kind} ${name}`;

/** Reads a key of `actorKey`; a text without a kind, which only altered sums have, is the name of a person. */
export function readActorKey(key: string): Pick<Actor, 'kind' | 'name'> {
  const kind = actorKinds.find((one) => key.startsWith(`${one} `));
  return kind === undefined ? { kind: 'person', name: key } : { kind, name: key.slice(kind.length + 1) };
}
