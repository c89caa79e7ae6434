import * as z from 'zod';

/** One thing each: its addresses, its credential pair and its ledger. Switched together or not at all. */
export const environments = ['training', 'simulation', 'production'] as const;
export type Environment = (typeof environments)[number];

/** Who may do what, rising; nobody: no one is signed in. A manager may do all that a cashier may. */
export const roles = ['nobody', 'cashier', 'manager'] as const;
export type Role = (typeof roles)[number];

/** How a document reaches the authority: standard ones are cleared, simplified ones reported. */
export const submissionModes = ['clearance', 'reporting'] as const;
export type SubmissionMode = (typeof submissionModes)[number];

/**
 * Where a document's submission stands.
 * waiting: to be sent or sent again · sending: a call is under way · accepted · rejected: final, a correction is a
 * new document · parked: cannot go by itself, a person must look.
 */
export const submissionStates = ['waiting', 'sending', 'accepted', 'rejected', 'parked'] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** A message of the authority, its fields as they came (facts: type, code, category, message, status). */
export const authorityMessageSchema = z.object({
  type: z.string().optional(),
  code: z.string().optional(),
  category: z.string().optional(),
  message: z.string().optional(),
  status: z.string().optional(),
});
export type AuthorityMessage = z.infer<typeof authorityMessageSchema>;
