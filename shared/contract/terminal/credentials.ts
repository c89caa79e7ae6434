import * as z from 'zod';
import { companySchema } from '../../company.ts';
import { failureSchema } from '../../failure.ts';
import { instant } from '../../fields.ts';
import { authorityMessageSchema, environments } from '../../status.ts';
import { otpSchema } from '../../values/otp.ts';
import { always, command } from '../command.ts';
import { onboardingStepSchema } from './terminal.ts';

export const certificateSchema = z.object({
  /** The taxpayer and the terminal, as the certificate names them. */
  organization: z.string(),
  organizationUnit: z.string(),
  commonName: z.string(),
  vatNumber: z.string().optional(),
  documentTypes: z.string().optional(),
  issuer: z.string(),
  /** The serial number in decimal. */
  serial: z.string(),
  validFrom: instant,
  validTo: instant,
});
export type CertificateView = z.infer<typeof certificateSchema>;

/** The states of the life cycle (specification, Credential lifecycle). */
export const lifeCycleStates = ['none', 'compliance', 'eligible', 'production'] as const;

export const flowKinds = ['onboarding', 'renewal', 'reissue'] as const;
export type FlowKind = (typeof flowKinds)[number];

/** The test documents of the compliance series, by kind. */
export const seriesDocuments = [
  'standard-invoice',
  'standard-credit-note',
  'standard-debit-note',
  'simplified-invoice',
  'simplified-credit-note',
  'simplified-debit-note',
] as const;
export type SeriesDocument = (typeof seriesDocuments)[number];

export const seriesResultSchema = z.object({
  document: z.enum(seriesDocuments),
  state: z.enum(['waiting', 'running', 'passed', 'failed']),
  httpStatus: z.int().optional(),
  messages: z.array(authorityMessageSchema),
});
export type SeriesResult = z.infer<typeof seriesResultSchema>;

export const flowSchema = z.object({
  kind: z.enum(flowKinds),
  startedAt: instant,
  running: z.boolean(),
  steps: z.array(onboardingStepSchema),
  series: z.array(seriesResultSchema),
  /**
   * True when a new one-time password is needed, because none was entered yet or the answer to the last one was lost.
   */
  needsOtp: z.boolean(),
  /** The reason why it has stopped. */
  failure: failureSchema.optional(),
});
export type FlowView = z.infer<typeof flowSchema>;

/**
 * Causes of a 401 or 403 that the terminal can find by itself (specification, Errors): a malformed header, a pair of
 * another environment, an expired certificate, a pair that was revoked or got a new secret at the authority, or an
 * action that is not permitted (403).
 */
export const rejectionCauses = [
  'header-malformed',
  'other-environment',
  'certificate-expired',
  'pair-revoked',
  'not-permitted',
] as const;
export type RejectionCause = (typeof rejectionCauses)[number];

export const credentialViewSchema = z.object({
  environment: z.enum(environments),
  state: z.enum(lifeCycleStates),
  /** The production certificate, or the compliance certificate until there is one. */
  certificate: certificateSchema.optional(),
  /** Whole days until the certificate in use expires; negative afterwards. */
  daysLeft: z.int().optional(),
  /** Renewal is offered from 60 days before the end. */
  renewalDue: z.boolean(),
  /** The old certificate, kept after a renewal until the new pair has been accepted. */
  predecessor: certificateSchema.optional(),
  /**
   * A new certificate that the authority rejected before its first use: the previous one stays in use, and the new one
   * is tried again at `nextAt` with the next document. `credential.abandon` abandons it.
   */
  trial: z
    .object({ certificate: certificateSchema, rejections: z.int().positive(), nextAt: instant })
    .optional(),
  flow: flowSchema.optional(),
  history: z.array(
    z.object({
      kind: z.enum(flowKinds),
      stage: z.enum(['compliance', 'production']),
      serial: z.string(),
      validFrom: instant,
      validTo: instant,
      issuedAt: instant,
      endedAt: instant.optional(),
      /** The reason why it is no longer in use. */
      end: z.enum(['superseded', 'renewed', 'revoked', 'abandoned']).optional(),
    }),
  ),
  /** The rejections of the credential. The command line prints the field under this name. */
  refusals: z.object({
    /** The number of 401 and 403 answers in the last 24 hours. */
    lastDay: z.int().nonnegative(),
    /** The number of refusals since the last accepted call; 0 means that all is well. */
    inARow: z.int().nonnegative(),
    last: z
      .object({
        at: instant,
        httpStatus: z.int(),
        code: z.string().optional(),
        message: z.string().optional(),
        cause: z.enum(rejectionCauses),
      })
      .optional(),
  }),
});
export type CredentialView = z.infer<typeof credentialViewSchema>;

export const vaultKinds = ['keychain', 'system', 'passphrase', 'training'] as const;

export const environmentViewSchema = z.object({
  environment: z.enum(environments),
  /** True when it has a ledger on this terminal. */
  begun: z.boolean(),
  onScreen: z.boolean(),
  /** The reason why this program cannot show it. */
  unavailable: failureSchema.optional(),
  /** The address of its gateway; training has its own. */
  address: z.string().optional(),
  /** True once a pair from this address exists, because address and pair belong together. */
  addressFixed: z.boolean(),
  /** The `Accept-Version` it sends; only simulation may differ from the profile's. */
  version: z.string(),
  state: z.enum(lifeCycleStates),
  certificate: certificateSchema.optional(),
  daysLeft: z.int().optional(),
  waiting: z.int().nonnegative(),
  vault: z.object({
    kind: z.enum(vaultKinds).optional(),
    /**
     * The reason why it cannot begin yet. passphrase-needed: there is no keychain, and no passphrase has been chosen.
     */
    state: z.enum(['open', 'locked', 'passphrase-needed', 'unavailable']),
    failure: failureSchema.optional(),
  }),
});
export type EnvironmentView = z.infer<typeof environmentViewSchema>;

export const credentials = {
  /**
   * The seller's details; `fixed` lists those that the certificate contains, which only a new certificate can change.
   */
  'company.get': command({
    role: 'manager',
    output: z.object({ company: companySchema.optional(), fixed: z.array(z.string()) }),
  }),
  /** Fails with `bad-input` when a fixed field would change. */
  'company.save': command({
    role: 'manager',
    input: companySchema,
    output: z.object({ company: companySchema }),
  }),

  'credential.get': command({ role: 'manager', output: credentialViewSchema }),
  /**
   * Starts an onboarding, renewal or re-issue, and returns when it has finished or stopped (`flow.failure`);
   * `credential` events report its progress. Onboarding in production must be confirmed. Fails before starting with
   * `bad-input`, `flow-running`, `already-onboarded`, `not-onboarded`, `no-company`, `no-manager`, `go-live-missing`.
   */
  'credential.begin': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      kind: z.enum(flowKinds),
      otp: otpSchema,
      confirm: z.literal('production').optional(),
    }),
    output: credentialViewSchema,
  }),
  /** Continues the flow where it stopped: sends the failed test documents, or the request, again. */
  'credential.continue': command({
    role: 'manager',
    input: z.strictObject({ otp: otpSchema.optional() }),
    output: credentialViewSchema,
  }),
  /** Abandons the current flow, or the new certificate on trial; the credential used before stays. */
  'credential.abandon': command({ role: 'manager', needsPin: always, output: credentialViewSchema }),
};
