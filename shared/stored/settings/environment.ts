import * as z from 'zod';
import { needSchema } from '../../alarm.ts';
import type { Company } from '../../company.ts';
import { networkUses, proxyChoiceSchema } from '../../contract/terminal/network.ts';
import { sellerSchemes } from '../../sale/party.ts';
import { cashCoins } from '../../values/cash-rounding.ts';
import { setting } from './setting.ts';

/* The settings in a ledger: those of one environment. */

const text = z.string();
/**
 * A company stays while the rules for it change, so this has its fields without the rules: issuing reports a fault, and
 * the settings page shows it for correction.
 */
const companyForm: z.ZodType<Company> = z.strictObject({
  name: text,
  vatNumber: text,
  identification: z.strictObject({ scheme: z.enum(sellerSchemes), value: text }),
  address: z.strictObject({
    street: text,
    additionalStreet: text.optional(),
    building: text.optional(),
    district: text.optional(),
    city: text,
    postalCode: text.optional(),
    province: text.optional(),
    country: text,
  }),
  certificate: z.strictObject({
    organization: text,
    organizationUnit: text,
    address: text,
    category: text,
    documentTypes: z.enum(['1000', '0100', '1100']),
  }),
  terminal: z.strictObject({ numberPrefix: text, serial: text }),
});
/** The company that sells here. */
export const companySetting = setting('company', companyForm.optional(), undefined);

const networkSchema = z.object({
  proxy: proxyChoiceSchema,
  user: z.string().optional(),
  authorities: z.array(z.object({ pem: z.string(), uses: z.array(z.enum(networkUses)) })),
});
export type StoredNetwork = z.infer<typeof networkSchema>;
export const networkSetting = setting('network', networkSchema, { proxy: 'system', authorities: [] });

/** The address and the version of the authority's interfaces, if they are not the profile's. */
export const gatewayAddress = setting('gateway.address', z.string().nullish(), undefined);
export const gatewayVersion = setting('gateway.version', z.string().nullish(), undefined);

export const sandboxPort = setting('sandbox.port', z.int().nullish(), undefined);
export const sandboxAddress = setting('sandbox.address', z.string().optional(), undefined);

export const backupFolderSetting = setting('backup.folder', z.string().nullish(), undefined);
const lastBackupSchema = z.object({
  at: z.number(),
  file: z.string(),
  documents: z.int(),
  bytes: z.int(),
  sameDisk: z.boolean().optional(),
  isOpenToAll: z.boolean().optional(),
  isEncrypted: z.boolean().optional(),
});
export type LastBackup = z.infer<typeof lastBackupSchema>;
export const lastBackup = setting('backup.last', lastBackupSchema.optional(), undefined);
/** The time at which backups began to fail, in milliseconds since 1970. */
export const backupFailing = setting('backup.failing', z.number().nullish(), undefined);
/** The time since which backups are encrypted, and the id of the key: no backup is made in plain text instead. */
export const backupEncryption = setting(
  'backup.encryption',
  z.object({ since: z.number(), id: z.string() }).nullish(),
  undefined,
  { isGuard: true },
);
/** integration: connections to other programs · terminal: its settings · catalogue: the articles. */
export const besideNames = ['integration', 'terminal', 'catalogue'] as const;
export type BesideName = (typeof besideNames)[number];
/**
 * SHA-256 of the files beside a backup, before encryption. The backup stores them among its settings, so that no file
 * of another backup is mistaken for its own.
 */
export const besideHashes = setting(
  'backup.besides',
  z.partialRecord(z.enum(besideNames), z.string()).optional(),
  undefined,
);

/** The damage that was found in this ledger. */
export const ledgerDamage = setting(
  'ledger.damage',
  z.object({ at: z.number(), found: z.string() }).nullish(),
  undefined,
  // Unproved: a line about it would make the damaged ledger newer than every backup, so that none could be restored.
  { isGuard: true },
);
/** The refused document, if the authority has another one under its counter: nothing is issued any more. */
export const issuingStop = setting(
  'issuing.stop',
  z.object({ icv: z.int(), number: z.string(), answer: z.string() }).nullish(),
  undefined,
  { isGuard: true },
);
/** The newest counter when a manager confirmed that no other copy issues documents. */
export const issuingLifted = setting('issuing.lifted', z.int(), 0);

const knownTimesSchema = z.object({
  /** The last time the gateway's clock showed. */
  server: z.int().optional(),
  /** The last time the program ran with a clock that needed no confirmation. */
  run: z.int().optional(),
  /** The last time a person confirmed. */
  confirmed: z.int().optional(),
});
/** Times known to be true, in milliseconds since 1970. */
export type KnownTimes = z.infer<typeof knownTimesSchema>;
/** Without them, the times of the ledger's documents still count. */
export const knownTimes = setting('clock.known', knownTimesSchema, {});

/** The pause of sending for every program on the folder, until the next trial call (milliseconds since 1970). */
export const submissionHold = setting(
  'submission.hold',
  z.object({ reason: z.enum(['busy', 'credential', 'request']), until: z.number() }).nullish(),
  undefined,
);

/** The version that sent parked documents again. */
export const resentVersion = setting('submission.version', z.string().optional(), undefined);

/**
 * A manager's choice whether a sale at the screen needs an open shift; without one, it does as soon as there is a
 * cashier.
 */
export const shiftRequired = setting('shift-required', z.boolean().optional(), undefined);

/** The coin to which cash is rounded, in halalas; undefined if it is not. */
export const cashRounding = setting('cash-rounding', z.literal(cashCoins).optional(), undefined);

/** The file of a month that is being made. */
export const unfinishedMonth = setting(
  'month.unfinished',
  z.object({ month: z.string(), folder: z.string(), file: z.string() }).nullish(),
  undefined,
);

const lateCardSchema = z.object({
  id: z.string(),
  since: z.number(),
  took: z.object({ taken: z.int(), currency: z.string(), reference: z.string().optional() }).optional(),
});
/** The card payments that a manager ended, and that the card terminal may still take. */
export const lateCards = setting('card.late', z.array(lateCardSchema), []);

/** The rows that needed a person when the program that leads this folder last looked. */
export const needsSetting = setting('needs', z.array(needSchema), []);
