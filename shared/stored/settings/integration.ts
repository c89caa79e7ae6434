import * as z from 'zod';
import { apiStatusSchema, dropFolderStatusSchema } from '../../contract/programs/integration.ts';
import { remoteSettingsSchema, remoteSyncSchema } from '../../contract/programs/remote.ts';
import { webhookSettingsSchema } from '../../contract/programs/webhooks.ts';
import { setting } from './setting.ts';

/* The settings in integration.db. */

/** The manager's settings of the API; until they are made, it is off and limited to this machine. */
const apiSchema = z.object({
  enabled: z.boolean(),
  port: z.int(),
  network: z.boolean(),
  /** `key`: the name of the private key in the vault. */
  certificate: z
    .object({
      source: z.enum(['own', 'supplied']),
      pem: z.string(),
      key: z.string(),
      /** The terminal's own next certificate, which replaces the present one when it ends. */
      next: z.object({ pem: z.string(), key: z.string() }).optional(),
    })
    .optional(),
});
export type ApiSettings = z.infer<typeof apiSchema>;
export const apiSetting = setting('api', apiSchema, { enabled: false, port: 8790, network: false });

const inboundSchema = z.object({
  enabled: z.boolean(),
  windowSeconds: z.int(),
  /** The names of the secrets in the vault. */
  secret: z.string().optional(),
  nextSecret: z.string().optional(),
});
export type InboundSettings = z.infer<typeof inboundSchema>;
export const inboundSetting = setting('inbound', inboundSchema, { enabled: false, windowSeconds: 300 });

/** The other integration layer. Its secrets are in the vault under names with this id. */
export const remoteSetting = setting(
  'remote',
  z.object({ id: z.string(), settings: remoteSettingsSchema }).nullish(),
  undefined,
);
/** The result of the last synchronisation, with the id of its layer. */
export const remoteLastSync = setting(
  'remote.last',
  remoteSyncSchema.extend({ id: z.string() }).optional(),
  undefined,
);

export const dropFolderSetting = setting(
  'dropFolder',
  z.object({ enabled: z.boolean(), folder: z.string().optional(), otherSystems: z.boolean().optional() }),
  { enabled: false },
);
/** The last rows of the batches that were reported. */
export const toldBatches = setting('dropFolder.batches', z.object({ issued: z.int(), refused: z.int() }), {
  issued: 0,
  refused: 0,
});

/** With the initial settings a delivery is tried for three days. */
export const webhookSetting = setting('webhooks', webhookSettingsSchema, {
  names: {},
  testName: 'webhook.test',
  maxAttempts: 14,
  timestamp: 'fresh',
  windowSeconds: 300,
});

/** The days on which the program ran, for pruning. */
export const prunedDays = setting('days', z.array(z.int()), []);

/*
 * One program asks another, which leads the folder, to apply the other settings: the number of requests so far, and the
 * state with the number of the last one that was answered.
 */
const requestCount = z.int();
const reportOf = <State>(state: z.ZodType<State>) => z.object({ asked: z.int(), state }).optional();
export const apiRequests = setting('api.requests', requestCount, 0);
export const apiReported = setting(
  'api.reported',
  reportOf(apiStatusSchema.pick({ addresses: true, failure: true })),
  undefined,
);
export const dropFolderRequests = setting('dropFolder.requests', requestCount, 0);
export const dropFolderReported = setting(
  'dropFolder.reported',
  reportOf(
    dropFolderStatusSchema.pick({
      waiting: true,
      misplaced: true,
      isOpenToAll: true,
      failure: true,
      failedAt: true,
    }),
  ),
  undefined,
);
