import * as z from 'zod';
import { updateServerSchema } from '../../contract/terminal/updates.ts';
import { type Devices, devicesSchema, ownPrintersSchema } from '../../contract/till/devices.ts';
import { printingSchema } from '../../contract/till/receipts.ts';
import { waivableRows } from '../../go-live.ts';
import { handOverRules } from '../../hand-over.ts';
import { beginnings } from '../../sample-shop.ts';
import { noShopLines, shopLinesSchema } from '../../shop-lines.ts';
import { languages } from '../../values/language.ts';
import { setting } from './setting.ts';

/* The settings in terminal.db: those of the machine, the same in every environment. */

/** The id by which a keychain distinguishes data folders. */
export const idSetting = setting('id', z.string().optional(), undefined);

/** The language of the screens before a person chooses one. */
export const languageSetting = setting('language', z.enum(languages), 'en');

/** Pairs of a name and a language are stored, because a name such as `__proto__` is not a safe key of an object. */
export const languagesSetting = setting(
  'person-languages',
  z.array(z.tuple([z.string(), z.enum(languages)])),
  [],
);

/** The last usable policy, as text. */
export const lastPolicySetting = setting('policy.last', z.string().nullish(), undefined);

/** The environments that were begun; the folders show them too. */
export const begunSetting = setting('begun', z.array(z.string()), []);
export const onScreenSetting = setting('on-screen', z.string().optional(), undefined);

/** True on a machine that shows nothing but the till. */
export const kioskSetting = setting('kiosk', z.boolean(), false);

export const noDevices: Devices = {
  printer: { by: 'system' },
  cut: true,
  drawer: { use: 'none', pin: 2 },
  card: 'none',
};
export const devicesSetting = setting('devices', devicesSchema, noDevices);

/** The printers other than the receipt printer. */
export const ownPrintersSetting = setting('printers', ownPrintersSchema, {});

/** The printer, by its id, on which the test page was last printed. */
export const triedPrinterSetting = setting('printer.tried', z.string().optional(), undefined);

/** The printers, by their ids, that have answered a question; the newest last. */
export const answeringPrintersSetting = setting('printers.answering', z.array(z.string()), []);

export const printingSetting = setting('receipts', printingSchema, { autoPrint: false, paper: 'roll80' });

/** The shop's own lines on the paper. */
export const shopSetting = setting('receipt-shop', shopLinesSchema, noShopLines);

/** A manager's choice; undefined means the profile's usual rule. */
export const handOverSetting = setting('hand-over', z.enum(handOverRules).optional(), undefined);

const updatesSchema = z.object({
  server: updateServerSchema.optional(),
  automatic: z.boolean(),
  night: z.object({ from: z.string(), to: z.string() }),
});
export type StoredUpdates = z.infer<typeof updatesSchema>;
export const updatesSetting = setting('updates', updatesSchema, {
  automatic: true,
  night: { from: '02:00', to: '05:00' },
});

/** The newest manifest of each ring; without it, an older one could be offered as new. */
export const seenManifests = setting(
  'updates.seen',
  z.record(z.string(), z.object({ serial: z.int(), digest: z.string() })),
  {},
  { isGuard: true },
);

/** The beginning of this terminal: with which shop, the names of its people, and what is noted of the first day. */
export const firstDaySetting = setting(
  'first-day',
  z.object({
    begunWith: z.enum(beginnings).optional(),
    people: z.array(z.string()),
    hasPractised: z.boolean(),
    isPutAway: z.boolean(),
  }),
  { people: [], hasPractised: false, isPutAway: false },
);

/** The person who waived a row before going live, and the time, in milliseconds since 1970. */
export const waiversSetting = setting(
  'go-live.waived',
  z.partialRecord(z.enum(waivableRows), z.object({ by: z.string(), at: z.number() })),
  {},
);
