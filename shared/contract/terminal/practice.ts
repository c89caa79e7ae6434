import * as z from 'zod';
import { command } from '../command.ts';

/** The faults that a person can request in training, to learn before they happen. */
export const practiceKinds = [
  'cardDeclined',
  'cardAnswerLost',
  'refuseNext',
  'warnNext',
  'away',
  'slow',
  'noPaper',
] as const;
export type PracticeKind = (typeof practiceKinds)[number];

const faultsSchema = z.object({
  faults: z.array(
    z.object({
      kind: z.enum(practiceKinds),
      /** The end of the fault; without one it waits for the next document. */
      until: z.iso.datetime().optional(),
    }),
  ),
});
export type PracticeFaults = z.infer<typeof faultsSchema>;

export const sandboxViewSchema = z.object({
  /** The address of the gateway that the training sandbox imitates. */
  address: z.string(),
  /** The page where it shows the documents it received and accepts directives. */
  page: z.string(),
  /** False when another program leads the folder; the address is then that of its sandbox. */
  runsHere: z.boolean(),
  /** The configured port; if absent, any free port is used. */
  port: z.int().optional(),
});
export type SandboxView = z.infer<typeof sandboxViewSchema>;

/** Practice in training; in the other environments these fail with `not-allowed`. */
export const practice = {
  'practice.faults': command({ role: 'cashier', output: faultsSchema }),
  /**
   * Requests a fault. If it is repeated, its time begins again. One of the card needs the card terminal for practice,
   * which the till has from then on if it had none.
   */
  'practice.cause': command({
    role: 'cashier',
    input: z.strictObject({ kind: z.enum(practiceKinds) }),
    output: faultsSchema,
  }),
  /** Returns the address of the training sandbox. */
  'practice.sandbox': command({ role: 'manager', output: sandboxViewSchema }),
  /** Sets the port of the training sandbox from its next start on; if omitted, it uses any free port. */
  'practice.setPort': command({
    role: 'manager',
    input: z.strictObject({ port: z.int().min(1024).max(65_535).optional() }),
    output: sandboxViewSchema,
  }),
  'practice.end': command({ role: 'cashier', output: faultsSchema }),
};
