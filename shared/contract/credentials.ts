import * as z from 'zod';
import { companySchema } from '../company.ts';
import { failureSchema } from '../failure.ts';
import { authorityMessageSchema, environments } from '../status.ts';
import { always, command } from './command.ts';
import { onboardingStepSchema } from './terminal.ts';

const instant = z.iso.datetime();

/** A certificate in plain words. */
export const certificateSchema = z.object({
  /** Of the taxpayer and the terminal, as in the certificate. */
  organization: z.string(),
  organizationUnit: z.string(),
  commonName: z.string(),
  vatNumber: z.string().optional(),
  documentTypes: z.string().optional(),
  issuer: z.string(),
  /** Decimal. */
  serial: z.string(),
  validFrom: instant,
  validTo: instant,
});
export type CertificateView = z.infer<typeof certificateSchema>;

/** Where the life cycle stands (specification, Credential lifecycle). */
export const lifeCycleStates = ['none', 'compliance', 'eligible', 'production'] as const;

/** The ways to a production credential. */
export const flowKinds = ['onboarding', 'renewal', 'reissue'] as const;
export type FlowKind = (typeof flowKinds)[number];

/** The test documents of the compliance series, by what they are. */
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
  /** What the authority said of it. */
  messages: z.array(authorityMessageSchema),
});
export type SeriesResult = z.infer<typeof seriesResultSchema>;

/** One onboarding, renewal or re-issue on its way. */
export const flowSchema = z.object({
  kind: z.enum(flowKinds),
  startedAt: instant,
  running: z.boolean(),
  steps: z.array(onboardingStepSchema),
  series: z.array(seriesResultSchema),
  /** Going on needs a new one-time password: none was taken yet, or the answer that would have used it was lost. */
  needsOtp: z.boolean(),
  /** Why it stands still. */
  failure: failureSchema.optional(),
});
export type FlowView = z.infer<typeof flowSchema>;

/**
 * What the terminal can tell of a 401 or 403 by itself (specification, Errors): the header is built wrongly, the pair
 * is of another environment, the certificate has run out, the secret was changed or the pair revoked at the authority,
 * or the action is not allowed (403).
 */
export const refusalCauses = [
  'header-malformed',
  'other-environment',
  'certificate-expired',
  'pair-revoked',
  'not-permitted',
] as const;
export type RefusalCause = (typeof refusalCauses)[number];

export const credentialViewSchema = z.object({
  environment: z.enum(environments),
  state: z.enum(lifeCycleStates),
  /** In force: the production certificate, or the compliance one before there is one. */
  certificate: certificateSchema.optional(),
  /** Whole days until the certificate in force ends; negative after. */
  daysLeft: z.int().optional(),
  /** Renewal is offered: 60 days before the end. */
  renewalDue: z.boolean(),
  /** After a renewal, until the new pair has proved itself: the old certificate, which is still kept. */
  predecessor: certificateSchema.optional(),
  /**
   * A new certificate that the authority has rejected before it ever served: the one before it is in force, and the new
   * one is tried again at `nextAt`, with the first document sent after it. `credential.abandon` gives it up.
   */
  trial: z
    .object({ certificate: certificateSchema, rejections: z.int().positive(), nextAt: instant })
    .optional(),
  flow: flowSchema.optional(),
  /** Newest first. */
  history: z.array(
    z.object({
      kind: z.enum(flowKinds),
      stage: z.enum(['compliance', 'production']),
      serial: z.string(),
      validFrom: instant,
      validTo: instant,
      issuedAt: instant,
      endedAt: instant.optional(),
      /** Why it is no longer in force. */
      end: z.enum(['superseded', 'renewed', 'revoked', 'abandoned']).optional(),
    }),
  ),
  refusals: z.object({
    /** 401 and 403 in the last 24 hours. */
    lastDay: z.int().nonnegative(),
    /** Since the last call that was let in; 0 = all is well. */
    inARow: z.int().nonnegative(),
    last: z
      .object({
        at: instant,
        httpStatus: z.int(),
        code: z.string().optional(),
        message: z.string().optional(),
        cause: z.enum(refusalCauses),
      })
      .optional(),
  }),
});
export type CredentialView = z.infer<typeof credentialViewSchema>;

export const vaultKinds = ['keychain', 'system', 'passphrase', 'training'] as const;

/** One environment as the settings page shows it. */
export const environmentViewSchema = z.object({
  environment: z.enum(environments),
  /** It has a ledger on this terminal. */
  begun: z.boolean(),
  onScreen: z.boolean(),
  /** Where its gateway is; training has its own. */
  address: z.string().optional(),
  /** True once a pair from there is held: address and pair belong together. */
  addressFixed: z.boolean(),
  /** The `Accept-Version` it sends; other than the profile's only in simulation. */
  version: z.string(),
  state: z.enum(lifeCycleStates),
  certificate: certificateSchema.optional(),
  daysLeft: z.int().optional(),
  waiting: z.int().nonnegative(),
  vault: z.object({
    kind: z.enum(vaultKinds).optional(),
    /** passphrase-needed: no keychain here, and no passphrase was chosen yet. */
    state: z.enum(['open', 'locked', 'passphrase-needed', 'unavailable']),
    failure: failureSchema.optional(),
  }),
});
export type EnvironmentView = z.infer<typeof environmentViewSchema>;

/** Printable ASCII, as one HTTP header can carry it; six digits in real life (facts, Time). */
export const otpSchema = z.string().regex(/^[\x21-\x7e]{1,64}$/, 'must be digits');
const none = z.strictObject({});

export const credentials = {
  'environment.list': command({
    role: 'manager',
    input: none,
    output: z.object({ environments: z.array(environmentViewSchema) }),
  }),
  /**
   * Puts an environment on the screen, and begins it where it has not begun. Beginning production must be confirmed and
   * cannot be undone: after it the terminal always starts in production. Needs a manager with a PIN (`no-manager`).
   */
  'environment.show': command({
    role: 'manager',
    needsPin: ({ environment }) => environment !== 'training',
    input: z.strictObject({
      environment: z.enum(environments),
      confirm: z.literal('production').optional(),
      /** For the vault of an environment that begins on a machine without a keychain; at least 12 characters. */
      passphrase: z.string().max(200).optional(),
    }),
    output: z.object({ environments: z.array(environmentViewSchema) }),
  }),
  /** Another address of the gateway, before any pair from there is held. `undefined` = the profile's. */
  'environment.setAddress': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ environment: z.enum(environments), address: z.url().max(500).optional() }),
    output: z.object({ environments: z.array(environmentViewSchema) }),
  }),
  /** Tries a newer `Accept-Version`; in simulation alone. `undefined` = the profile's. */
  'environment.setVersion': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      environment: z.literal('simulation'),
      version: z
        .string()
        .regex(/^V\d{1,3}$/, 'must be V and a number')
        .optional(),
    }),
    output: z.object({ environments: z.array(environmentViewSchema) }),
  }),
  /**
   * Opens the vault of the environment on the screen; first the one that keeps the people. Whoever knows the passphrase
   * may. Wrong ones wait as wrong PINs do: `vault-locked` (wrong-passphrase; passphrase-wait with `seconds`).
   */
  'vault.unlock': command({
    role: 'nobody',
    input: z.strictObject({ passphrase: z.string().max(200).optional() }),
    output: z.object({}),
  }),
  /**
   * Seals the vault of the environment on the screen under another passphrase, of at least 12 characters. Fails with
   * `vault-locked` (wrong-passphrase, passphrase-wait, passphrase-short), or `not-allowed` where no passphrase opens the vault.
   */
  'vault.changePassphrase': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ current: z.string().max(200), next: z.string().max(200) }),
    output: z.object({}),
  }),

  /** Who sells here; `fixed` names what a certificate holds and therefore no longer changes without a new one. */
  'company.get': command({
    role: 'manager',
    input: none,
    output: z.object({ company: companySchema.optional(), fixed: z.array(z.string()) }),
  }),
  /** Fails with `bad-input` where a fixed field would change. */
  'company.save': command({
    role: 'manager',
    input: companySchema,
    output: z.object({ company: companySchema }),
  }),

  'credential.get': command({ role: 'manager', input: none, output: credentialViewSchema }),
  /**
   * Begins to onboard, renew or re-issue, and answers when that has come to its end or stands still (`flow.failure`);
   * `credential` events tell how it goes. Onboarding in production must be confirmed. Fails, with nothing begun, with
   * `bad-input`, `flow-running`, `already-onboarded`, `not-onboarded`, `no-company`, `no-manager`.
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
  /** Goes on where it stands still: sends the failed test documents again, asks again. */
  'credential.continue': command({
    role: 'manager',
    input: z.strictObject({ otp: otpSchema.optional() }),
    output: credentialViewSchema,
  }),
  /** Gives up what was begun, or the new certificate that is on trial; what was in force before it stays. */
  'credential.abandon': command({
    role: 'manager',
    needsPin: always,
    input: none,
    output: credentialViewSchema,
  }),
};
