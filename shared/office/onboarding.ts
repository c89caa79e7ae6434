import * as z from 'zod';
import { instant } from '../fields.ts';
import { command, query } from './command.ts';
import { commanders } from './orders.ts';

/** The stages of a till on its way to its certificate, those that need somebody first. */
export const onboardingStates = [
  'failed', // the authority refused the password, or another failure occurred; the till waits for a new password
  'over', // the password's hour passed before the till used it; the till waits for a new password
  'waiting', // the till waits for its first password
  'given', // the till was given a password
  'quiet', // the till is enrolled, but has not reported a certificate yet
  'code', // the till's code was not used yet
  'done',
] as const;
export type OnboardingState = (typeof onboardingStates)[number];

export const listColumns = ['vat', 'branch', 'name', 'serial', 'prefix'] as const;
/** A fault of one row of a list, numbered as in a spreadsheet; row 1 has the headings. */
const faultSchema = z.object({
  row: z.int(),
  column: z.enum(listColumns),
  code: z.enum(['missing', 'no-vat-number', 'twice', 'taken', 'too-long', 'character', 'quote']),
});
export type ListFault = z.infer<typeof faultSchema>;

export const onboardedTillSchema = z.object({
  device: z.int(),
  till: z.string(),
  branch: z.string(),
  vatNumber: z.string(),
  serial: z.string().nullable(),
  state: z.enum(onboardingStates),
  /** The code of the failure, with the authority's own if there is one. */
  why: z.string().nullable(),
  /** The time of its last order, or of the till itself. */
  at: instant.nullable(),
});
export type OnboardedTill = z.infer<typeof onboardedTillSchema>;

export const onboarding = {
  /**
   * Returns the counts of all tills by state, and the first tills that are not done, beginning with those that need
   * somebody. `found`: the total number of these, with the text in their name, branch or serial.
   */
  'onboarding.list': query({
    roles: commanders,
    input: z.strictObject({
      text: z.string().max(100).default(''),
      listed: z.int().min(1).max(20_000).default(500),
    }),
    output: z.object({
      now: instant,
      counts: z.record(z.enum(onboardingStates), z.int()),
      found: z.int(),
      tills: z.array(onboardedTillSchema),
      /** The VAT numbers of all tills that wait for a password. */
      taxpayers: z.array(z.string()),
    }),
  }),
  /** Adds the tills of a list as CSV, or none if it has a fault. The codes are shown once. */
  'onboarding.add': command({
    roles: commanders,
    input: z.strictObject({ csv: z.string().max(200_000) }),
    output: z.object({
      faults: z.array(faultSchema),
      added: z.array(z.object({ branch: z.string(), till: z.string(), code: z.string() })),
    }),
  }),
  /** Hands out the portal's passwords. `minutesAgo`: minutes since the portal made them. */
  'onboarding.handOut': command({
    roles: commanders,
    input: z.strictObject({
      pasted: z.string().max(200_000),
      minutesAgo: z.int().min(0).max(59),
      /** The taxpayer whose portal made them; it is needed if tills of more than one taxpayer wait. */
      vatNumber: z.string().max(15).optional(),
    }),
    output: z.object({
      given: z.int(),
      left: z.int(),
      repeated: z.int(),
      unread: z.int(),
      waiting: z.int(),
    }),
  }),
};
