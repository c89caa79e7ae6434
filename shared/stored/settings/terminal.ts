import * as z from 'zod';
import { updateServerSchema } from '../../contract/terminal/updates.ts';
import { type Devices, devicesSchema, ownPrintersSchema } from '../../contract/till/devices.ts';
import { printingSchema } from '../../contract/till/receipts.ts';
import { waivableRows } from '../../go-live.ts';
import { handOverRules } from '../../hand-over.ts';
import { noShopLines, shopLinesSchema } from '../../shop-lines.ts';
import { languages } from '../../values/language.ts';
import { setting } from './setting.ts';

/* The settings in terminal.db: those of the machine, the same in every environment. */

/** The id by which a keychain distinguishes data folders. */
export const idSetting = setting({ name: 'id', schema: z.string().optional(), initial: undefined });

/** The language of the screens before a person chooses one. */
export const languageSetting = setting({ name: 'language', schema: z.enum(languages), initial: 'en' });

/** Pairs of a name and a language are stored, because a name such as `__proto__` is not a safe key of an object. */
export const languagesSetting = setting({
  name: 'person-languages',
  schema: z.array(z.tuple([z.string(), z.enum(languages)])),
  initial: [],
});

/** The last usable policy, as text. */
export const lastPolicySetting = setting({
  name: 'policy.last',
  schema: z.string().nullish(),
  initial: undefined,
});

/** The environments that were begun; the folders show them too. */
export const begunSetting = setting({ name: 'begun', schema: z.array(z.string()), initial: [] });
export const onScreenSetting = setting({
  name: 'on-screen',
  schema: z.string().optional(),
  initial: undefined,
});

/** True on a machine that shows nothing but the till. */
export const kioskSetting = setting({ name: 'kiosk', schema: z.boolean(), initial: false });

export const noDevices: Devices = {
  printer: { by: 'system' },
  cut: true,
  drawer: { use: 'none', pin: 2 },
  card: 'none',
};
export const devicesSetting = setting({ name: 'devices', schema: devicesSchema, initial: noDevices });

/** The printers other than the receipt printer. */
export const ownPrintersSetting = setting({ name: 'printers', schema: ownPrintersSchema, initial: {} });

/** The printer, by its id, on which the test page was last printed. */
export const triedPrinterSetting = setting({
  name: 'printer.tried',
  schema: z.string().optional(),
  initial: undefined,
});

export const printingSetting = setting({
  name: 'receipts',
  schema: printingSchema,
  initial: { autoPrint: false, paper: 'roll80' },
});

/** The shop's own lines on the paper. */
export const shopSetting = setting({ name: 'receipt-shop', schema: shopLinesSchema, initial: noShopLines });

/** A manager's choice; undefined means the profile's usual rule. */
export const handOverSetting = setting({
  name: 'hand-over',
  schema: z.enum(handOverRules).optional(),
  initial: undefined,
});

const updatesSchema = z.object({
  server: updateServerSchema.optional(),
  automatic: z.boolean(),
  night: z.object({ from: z.string(), to: z.string() }),
});
export type StoredUpdates = z.infer<typeof updatesSchema>;
export const updatesSetting = setting({
  name: 'updates',
  schema: updatesSchema,
  initial: { automatic: true, night: { from: '02:00', to: '05:00' } },
});

/** The newest manifest of each ring; without it, an older one could be offered as new. */
export const seenManifests = setting({
  name: 'updates.seen',
  schema: z.record(z.string(), z.object({ serial: z.int(), digest: z.string() })),
  initial: {},
  isGuard: true,
});

/** The person who waived a row before going live, and the time, in milliseconds since 1970. */
export const waiversSetting = setting({
  name: 'go-live.waived',
  schema: z.partialRecord(z.enum(waivableRows), z.object({ by: z.string(), at: z.number() })),
  initial: {},
});
