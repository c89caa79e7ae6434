import * as z from 'zod';
import { failureCodeSchema, failureSchema } from '../../failure.ts';
import { instant, nameText, text, uuid } from '../../fields.ts';
import { redirectFault } from '../../values/redirect-address.ts';
import { always, command } from '../command.ts';

/* Settings through which other programs send sales and fetch documents. */

/**
 * Rights that a client may have: the labels that the specification gives as examples; deliveries of webhooks; and the
 * right to declare documents of other systems in notes, which cannot be checked.
 */
export const apiScopes = [
  'invoices.read',
  'invoices.write',
  'webhooks.manage',
  'notes.other-systems',
] as const;
export type ApiScope = (typeof apiScopes)[number];

const scopesSchema = z
  .array(z.enum(apiScopes))
  .min(1)
  .transform((scopes) => apiScopes.filter((scope) => scopes.includes(scope)));

/** `service`: acts for itself (client credentials). `app`: acts for a person who approves (authorization code). */
export const clientKinds = ['service', 'app'] as const;

export const apiClientSchema = z.object({
  /** The OAuth `client_id`. */
  id: z.string(),
  name: z.string(),
  kind: z.enum(clientKinds),
  scopes: z.array(z.enum(apiScopes)),
  redirectUris: z.array(z.string()),
  /** False for an app on a person's device, which could not keep a secret (RFC 8252 §8.5). */
  hasSecret: z.boolean(),
  /** The time until which the secret before the last rotation is still accepted. */
  previousSecretUntil: instant.optional(),
  createdAt: instant,
  /** The time of its last token. */
  usedAt: instant.optional(),
  revokedAt: instant.optional(),
});
export type ApiClient = z.infer<typeof apiClientSchema>;

/** This is the only answer that contains the secret, because the terminal stores only its hash. */
const clientWithSecret = z.object({ client: apiClientSchema, secret: z.string().optional() });

export const apiCallSchema = z.object({
  /** The request's id, as in X-Request-Id of the answer. */
  requestId: z.string(),
  at: instant,
  method: z.string(),
  /** The path without the query. */
  path: z.string(),
  status: z.int(),
  code: z.string().optional(),
});
export type ApiCall = z.infer<typeof apiCallSchema>;

const clientsOutput = z.object({ clients: z.array(apiClientSchema) });

/** The longest time for which a rotated secret may still be accepted. */
const longestGraceHours = 30 * 24;

const clientName = nameText(60);

const redirectAddress = z.string().superRefine((address, context) => {
  const fault = redirectFault(address);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault.error, params: fault.params });
});

const clients = {
  /** Returns the clients, newest first, with the revoked ones at the end. */
  'integration.clients.list': command({ role: 'manager', output: clientsOutput }),
  'integration.clients.create': command({
    role: 'manager',
    needsPin: always,
    input: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('service'), name: clientName, scopes: scopesSchema }),
      z.strictObject({
        kind: z.literal('app'),
        name: clientName,
        scopes: scopesSchema,
        /** An app on a server can keep a secret; one on a person's device cannot. */
        secret: z.boolean().default(false),
        /** `redirectFault` has the rules; each is compared to the byte, except for the port of a loopback address. */
        redirectUris: z.array(redirectAddress).min(1).max(10),
      }),
    ]),
    output: clientWithSecret,
  }),
  /** Changes the rights of a client; tokens that are already issued lose the removed rights at once. */
  'integration.clients.scope': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ id: z.string(), scopes: scopesSchema }),
    output: apiClientSchema,
  }),
  /** Makes a new secret; the old one is accepted for this many more hours. */
  'integration.clients.rotate': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      id: z.string(),
      graceHours: z.number().min(0).max(longestGraceHours).default(24),
    }),
    output: clientWithSecret,
  }),
  /** Returns the last calls of a client since the program started, newest first. */
  'integration.clients.calls': command({
    role: 'manager',
    input: z.strictObject({ id: z.string() }),
    output: z.object({ calls: z.array(apiCallSchema) }),
  }),
  /** Revokes a client permanently, with all its tokens. */
  'integration.clients.revoke': command({
    role: 'manager',
    input: z.strictObject({ id: z.string() }),
    output: apiClientSchema,
  }),
};

export const approvalSchema = z.object({
  id: z.uuid(),
  clientId: z.string(),
  clientName: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** The words that the browser of the person who asks shows too; approve only if both are the same. */
  checkWords: z.string(),
  askedAt: instant,
  expiresAt: instant,
});
export type Approval = z.infer<typeof approvalSchema>;

/** An approval in force: a person let an app in, and it may come back until the approval ends. */
export const givenApprovalSchema = z.object({
  id: z.string(),
  clientId: z.string(),
  clientName: z.string(),
  /** The person who gave it. It ends when that person leaves, or is no manager any more. */
  person: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** The time at which the app last got a token by it. */
  usedAt: instant,
});
export type GivenApproval = z.infer<typeof givenApprovalSchema>;

const givenOutput = z.object({ given: z.array(givenApprovalSchema) });

const approvalsOutput = z.object({ approvals: z.array(approvalSchema) });

const approvals = {
  /** Returns the apps that wait for approval, oldest first. */
  'integration.approvals': command({ role: 'manager', output: approvalsOutput }),
  /** Returns the names of the apps that wait for approval, for a screen at which no manager is signed in. */
  'integration.waiting': command({ role: 'nobody', output: z.object({ apps: z.array(z.string()) }) }),
  /**
   * Fails with `not-found` when it was already answered or has expired. Returns the requests that are still waiting.
   */
  'integration.approve': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ id: uuid }),
    output: approvalsOutput,
  }),
  'integration.deny': command({
    role: 'manager',
    input: z.strictObject({ id: uuid }),
    output: approvalsOutput,
  }),
};

const given = {
  /** Returns the approvals in force of a client, the one used last first. */
  'integration.given': command({
    role: 'manager',
    input: z.strictObject({ clientId: z.string() }),
    output: givenOutput,
  }),
  /** Ends one approval with all its tokens; the client stays. Returns those of the client that are left. */
  'integration.endGiven': command({
    role: 'manager',
    input: z.strictObject({ id: z.string() }),
    output: givenOutput,
  }),
};

export const apiStatusSchema = z.object({
  enabled: z.boolean(),
  port: z.int(),
  /** False: this machine only, over HTTP. True: the local network, over HTTPS. */
  network: z.boolean(),
  /** The addresses on which it listens now. */
  addresses: z.array(z.string()),
  /** The reason why it does not listen although it is enabled. */
  failure: failureCodeSchema.optional(),
  /** The certificate that clients on the network must trust; present once HTTPS was used or a certificate supplied. */
  certificate: z
    .object({
      source: z.enum(['own', 'supplied']),
      /**
       * The PEM of the certificate to trust, the last one of the chain; shortly before its end also that of the next
       * one.
       */
      pem: z.string(),
      /** SHA-256 of the first certificate in `pem`, hex with colons. */
      fingerprint: z.string(),
      names: z.array(z.string()),
      validTo: instant,
      /** True when it ends within a month or has ended. */
      isEnding: z.boolean(),
      /** The terminal's own next certificate. */
      next: z.object({ fingerprint: z.string(), from: instant }).optional(),
    })
    .optional(),
});
export type ApiStatus = z.infer<typeof apiStatusSchema>;

const api = {
  'integration.api.get': command({ role: 'manager', output: apiStatusSchema }),
  /** Turns the API on or off, or changes its address. If it cannot listen, the answer's `failure` has the reason. */
  'integration.api.set': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      enabled: z.boolean(),
      port: z.int().min(1024).max(65_535),
      network: z.boolean(),
    }),
    output: apiStatusSchema,
  }),
  /** Makes a new certificate of the terminal's own, or uses one that is supplied with its key, as PEM. */
  'integration.api.certificate': command({
    role: 'manager',
    needsPin: always,
    input: z.discriminatedUnion('source', [
      z.strictObject({ source: z.literal('own') }),
      z.strictObject({
        source: z.literal('supplied'),
        /** The server's certificate first, then the intermediate ones. */
        certificate: z.string().max(100_000),
        privateKey: z.string().max(100_000),
      }),
    ]),
    output: apiStatusSchema,
  }),
};

/** A sale file that was set aside. */
export const refusedFileSchema = z.object({
  /** The name given by the other program. */
  name: z.string(),
  /** Its name in the folder `refused`, beside the file with its reason. */
  keptAs: z.string(),
  at: instant,
  failure: failureSchema,
});
export type RefusedFile = z.infer<typeof refusedFileSchema>;

export const dropFolderStatusSchema = z.object({
  enabled: z.boolean(),
  folder: z.string(),
  /** True if its files have the right `notes.other-systems` of a client. */
  otherSystems: z.boolean(),
  /** The number of sale files in the folder that are not processed yet. */
  waiting: z.int().nonnegative(),
  /** The number of sale files that were put beside the folder `in` by mistake. */
  misplaced: z.int().nonnegative(),
  /** The numbers of files since midnight in Riyadh that became documents, and that were set aside. */
  today: z.object({ issued: z.int().nonnegative(), refused: z.int().nonnegative() }),
  /** The file set aside last, on any day. */
  lastRefused: refusedFileSchema.optional(),
  /** Time of the last scan of the folder; absent while it is off. */
  lookedAt: instant.optional(),
  /** True if every user of the machine may write in the folder, and so put sales there. */
  isOpenToAll: z.boolean(),
  /** The reason why nothing can be processed now, or why one file cannot. */
  failure: failureCodeSchema.optional(),
  /** The path of the file or folder that the failure is about, where it is about one. */
  failedAt: z.string().optional(),
});
export type DropFolderStatus = z.infer<typeof dropFolderStatusSchema>;

const dropFolder = {
  'integration.dropFolder.get': command({ role: 'manager', output: dropFolderStatusSchema }),
  /** Returns the files set aside last, newest first; some may have been removed from `refused` since. */
  'integration.dropFolder.refused': command({
    role: 'manager',
    input: z.strictObject({ limit: z.int().min(1).max(100).default(20) }),
    output: z.object({ files: z.array(refusedFileSchema) }),
  }),
  /**
   * `folder` contains in, out and refused, which are created when missing; by default the terminal's own folder.
   * `otherSystems` stays as it is unless given.
   */
  'integration.dropFolder.set': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      enabled: z.boolean(),
      folder: text(1000).optional(),
      otherSystems: z.boolean().optional(),
    }),
    output: dropFolderStatusSchema,
  }),
};

const recovery = {
  /**
   * Opens the integrations again after they could not be opened at start; until then their commands fail. A damaged
   * file is set aside under the name `setAside` in the data folder, and they start empty and off.
   */
  'integration.reopen': command({ role: 'manager', output: z.object({ setAside: z.string().optional() }) }),
};

export const integration = { ...clients, ...approvals, ...given, ...api, ...dropFolder, ...recovery };
