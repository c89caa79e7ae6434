import * as z from 'zod';

/** The environments. Each has its own addresses, credential pair and ledger, which are switched together. */
export const environments = ['training', 'simulation', 'production'] as const;
export type Environment = (typeof environments)[number];

/** Roles in ascending order; nobody: no person is signed in. A manager may do everything that a cashier may. */
export const roles = ['nobody', 'cashier', 'manager'] as const;
export type Role = (typeof roles)[number];

/**
 * The state of the connection to the authority, as of the last call. unknown: no call yet · online · failing: its
 * servers answer with errors · offline: no answer · refused: 401 or 403.
 */
export const connections = ['unknown', 'online', 'failing', 'offline', 'refused'] as const;
export type Connection = (typeof connections)[number];

/** The ways of submission: standard documents are cleared, simplified ones reported. */
export const submissionModes = ['clearance', 'reporting'] as const;
export type SubmissionMode = (typeof submissionModes)[number];

/**
 * The states of a document's submission. waiting: to be sent or sent again · sending: a call is in progress · accepted
 * · rejected: final, a correction is a new document · parked: needs a person's help.
 */
export const submissionStates = ['waiting', 'sending', 'accepted', 'rejected', 'parked'] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** A message of the authority with its original fields (facts: type, code, category, message, status). */
export const authorityMessageSchema = z.object({
  type: z.string().optional().describe('For instance WARNING or ERROR'),
  code: z.string().optional().describe('The rule, for instance BR-KSA-09'),
  category: z.string().optional().describe('The group of the rule'),
  message: z.string().optional().describe('The authority’s words'),
  status: z.string().optional().describe('For instance PASS, WARNING or ERROR'),
});
export type AuthorityMessage = z.infer<typeof authorityMessageSchema>;
