import * as z from 'zod';
import { halalas, text } from '../../fields.ts';
import { command } from '../command.ts';
import { cardTerminals } from './card.ts';
import { papers, printerName } from './receipts.ts';

/** The speeds of serial lines, in bits per second. */
export const bauds = [9_600, 19_200, 38_400, 57_600, 115_200] as const;

/** A device on the network, by its name or address and its TCP port. */
const networkSchema = z.strictObject({
  by: z.literal('network'),
  host: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$/),
  port: z.int().min(1).max(65_535).default(9_100),
});
/** A device with a path in the system: USB or a serial line. Files are refused when it is opened. */
const pathSchema = z.strictObject({
  by: z.literal('path'),
  path: z
    .string()
    .trim()
    .regex(/^(\/dev\/(?!.*\.\.)[\w./-]{1,200}|\\\\\.\\[\w.#&{}-]{1,200})$/),
  /** The speed of a serial line. */
  baud: z.literal(bauds).default(9_600),
});
const connectionSchema = z.discriminatedUnion('by', [networkSchema, pathSchema]);
export type Connection = z.infer<typeof connectionSchema>;

export const printerSchema = z.discriminatedUnion('by', [
  /** One of the system's printers, chosen with the paper. */
  z.strictObject({ by: z.literal('system') }),
  networkSchema,
  pathSchema,
]);
export type PrinterConnection = z.infer<typeof printerSchema>;

/** The pins of the drawer's plug. */
export const drawerPins = [2, 5] as const;
export type DrawerPin = (typeof drawerPins)[number];

/** none: no drawer, or a key opens it · byHand: on request · withCash: also when cash changes hands. */
export const drawerUses = ['none', 'byHand', 'withCash'] as const;
export type DrawerUse = (typeof drawerUses)[number];

/** The number of columns of a customer display, which has two lines. */
export const displayColumns = 20;

/** A word for the display, which has only Latin letters. */
const displayWord = z
  .string()
  .trim()
  .max(displayColumns)
  .regex(/^[\x20-\x7e]*$/);

const displaySchema = z.strictObject({
  connection: connectionSchema,
  words: z.strictObject({ welcome: displayWord, item: displayWord, total: displayWord, change: displayWord }),
});
export type Display = z.infer<typeof displaySchema>;

/** The longest text that a scanner may add before or after a code. */
export const scannerTextLength = 10;
const scannerText = z
  .string()
  .max(scannerTextLength)
  .regex(/^[\x20-\x7e]*$/);

/** The characters that the shop's scanner adds to each code. */
const scannerSchema = z.strictObject({ prefix: scannerText, suffix: scannerText });

export const devicesSchema = z.strictObject({
  printer: printerSchema,
  cut: z.boolean(),
  drawer: z.strictObject({ use: z.enum(drawerUses), pin: z.literal(drawerPins) }),
  display: displaySchema.optional(),
  /** Undefined for a scanner that adds nothing. */
  scanner: scannerSchema.optional(),
  card: z.enum(cardTerminals),
});
export type Devices = z.infer<typeof devicesSchema>;

/**
 * The uses that may have their own printer; without one the receipt printer is used. spare: the receipts
 * that the receipt printer does not report as printed.
 */
export const printUses = ['invoices', 'statements', 'reports', 'labels', 'spare'] as const;
export type PrintUse = (typeof printUses)[number];

const ownPrinterSchema = z.strictObject({
  printer: printerSchema,
  /** The name of one of the system's printers; by default the system's own choice. */
  name: printerName.optional(),
  /** Statements are always printed on sheets. */
  paper: z.enum(papers),
  cut: z.boolean(),
});
export type OwnPrinter = z.infer<typeof ownPrinterSchema>;

export const ownPrintersSchema = z.partialRecord(z.enum(printUses), ownPrinterSchema);
export type OwnPrinters = z.infer<typeof ownPrintersSchema>;

export const devices = {
  'device.settings': command({ role: 'manager', output: devicesSchema }),
  'device.setSettings': command({ role: 'manager', input: devicesSchema, output: devicesSchema }),
  'device.printers': command({ role: 'manager', output: ownPrintersSchema }),
  'device.setPrinters': command({ role: 'manager', input: ownPrintersSchema, output: ownPrintersSchema }),
  /** Prints the test page on this printer, of any kind. Fails as `device.tryPrinter` does. */
  'device.tryOwnPrinter': command({ role: 'manager', input: ownPrinterSchema }),
  /** Returns the devices for which a screen offers something, and the characters that the scanner adds. */
  'device.present': command({
    role: 'cashier',
    output: z.object({ drawer: z.boolean(), display: z.boolean(), scanner: scannerSchema.optional() }),
  }),
  /**
   * Prints the test page on a printer that is not one of the system's. Fails as `receipt.print` does; in a browser, where
   * no window could draw the page, with `print-failed`.
   */
  'device.tryPrinter': command({
    role: 'manager',
    input: z.strictObject({ printer: connectionSchema, paper: z.enum(papers), cut: z.boolean() }),
  }),
  /** Opens the drawer behind this printer. Fails with `drawer-failed`. */
  'device.tryDrawer': command({
    role: 'manager',
    input: z.strictObject({ printer: printerSchema, pin: z.literal(drawerPins) }),
  }),
  /** Shows the welcome on this display. Fails with `display-failed`. */
  'device.tryDisplay': command({ role: 'manager', input: displaySchema }),
  /** Asks the card terminal a question that charges nobody. Fails with `no-card-terminal`. */
  'device.tryCard': command({ role: 'manager', input: z.strictObject({ card: z.enum(cardTerminals) }) }),
  /** Opens the drawer without a sale, with a line in the audit log. Fails with `drawer-failed`. */
  'drawer.open': command({ role: 'cashier', input: z.strictObject({ reason: text(200) }) }),
  /**
   * Shows something to the customer. Returns at once, and only the newest is shown; a missing display delays nobody.
   */
  'display.show': command({
    role: 'cashier',
    input: z.discriminatedUnion('what', [
      z.strictObject({ what: z.literal('welcome') }),
      z.strictObject({
        what: z.literal('item'),
        name: z.string().max(1_000),
        amount: halalas,
        total: halalas,
      }),
      z.strictObject({ what: z.literal('total'), total: halalas }),
    ]),
  }),
};
