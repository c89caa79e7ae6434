import type { Devices, OwnPrinters, PrinterConnection } from '../../../shared/contract/till/devices.ts';
import { type FailureCode, FailureError } from '../../../shared/failure.ts';
import {
  answeringPrintersSetting,
  devicesSetting,
  ownPrintersSetting,
} from '../../../shared/stored/settings/terminal.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { PrintOptions, ReceiptPrinter } from '../../document/paper/printer.ts';
import { createCustomerDisplay } from './customer-display.ts';
import { createLines, type OpenLine } from './line/open-line.ts';
import { createTillPrinter, type DrawPage } from './till-printer.ts';
import { printerId } from './tried-printer.ts';

export interface PrintTrouble {
  readonly code: FailureCode;
  /** The time in milliseconds since 1970. */
  readonly at: number;
}

export interface TillDevicesOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly system: ReceiptPrinter | undefined;
  readonly draw: DrawPage | undefined;
  readonly openLine?: OpenLine;
  /** Called when `trouble` may have changed. */
  readonly onTrouble: () => void;
}

/** The devices at this till except the card terminal, which belongs to an environment. */
export function createTillDevices(options: TillDevicesOptions) {
  const { settings, clock, system, draw, onTrouble, openLine = createLines(clock) } = options;
  const devices = () => settings.read(devicesSetting);
  const printing = createTillPrinter({
    system,
    draw,
    devices,
    openLine,
    clock,
    answering: {
      read: () => settings.read(answeringPrintersSetting),
      write: (ids) => settings.write(answeringPrintersSetting, ids),
    },
  });
  const display = createCustomerDisplay({ display: () => devices().display, openLine });
  let trouble: FailureCode | undefined;

  function note(failure: FailureCode | undefined): void {
    if (failure === trouble) return;
    trouble = failure;
    onTrouble();
  }

  async function openDrawer(): Promise<void> {
    const { printer, drawer } = devices();
    await printing.kick(printer, drawer.pin);
    note(undefined);
  }

  const { printer } = printing;
  const watched = printer && watch(printer, { clock, chosen: () => devices().printer });

  return {
    ...printing,
    printer: watched?.printer,
    /**
     * The failure of the last page that was printed, until one is printed on the same printer.
     * @param inUse the printers to consider, by `printerId`
     */
    printTrouble: (inUse: readonly string[]): PrintTrouble | undefined => watched?.trouble(inUse),
    display,
    settings: devices,
    setSettings: (chosen: Devices) => settings.write(devicesSetting, chosen),
    /** Connects the card terminal for practice if there is none. */
    needCardTerminal() {
      if (devices().card === 'none') settings.write(devicesSetting, { ...devices(), card: 'simulator' });
    },
    present: () => ({
      drawer: devices().drawer.use !== 'none',
      display: devices().display !== undefined,
      scanner: devices().scanner,
    }),
    /** Returns the printers other than the receipt printer. */
    ownPrinters: (): OwnPrinters => settings.read(ownPrintersSetting),
    setOwnPrinters: (chosen: OwnPrinters) => settings.write(ownPrintersSetting, chosen),
    /** Opens the drawer that the settings name. @throws FailureError `drawer-failed` */
    openDrawer,
    /** Returns true when the drawer opens by itself as cash changes hands. */
    opensWithCash: () => devices().drawer.use === 'withCash',
    /** Opens the drawer because cash changes hands; a rejection becomes an alarm, too. */
    async openForCash(open: (pulse: () => Promise<void>) => Promise<void>) {
      try {
        await open(openDrawer);
      } catch (error) {
        note(error instanceof FailureError ? error.failure.code : 'internal');
        throw error;
      }
    },
    /**
     * The failure of the drawer when it was last supposed to open by itself; an old one does not count if the till no
     * longer opens the drawer.
     */
    trouble: (): FailureCode | undefined => (devices().drawer.use === 'withCash' ? trouble : undefined),
  };
}

export type TillDevices = ReturnType<typeof createTillDevices>;

/** Prints, and remembers the last failure. @param chosen the receipt printer of the settings */
function watch(
  printer: ReceiptPrinter,
  { clock, chosen }: { readonly clock: Pick<Clock, 'now'>; readonly chosen: () => PrinterConnection },
) {
  /** The last failure of each printer: a print on the spare printer says nothing about the main one. */
  const troubles = new Map<string, PrintTrouble>();
  return {
    trouble: (inUse: readonly string[]) =>
      [...troubles]
        .filter(([id]) => inUse.includes(id))
        .map(([, trouble]) => trouble)
        .toSorted((one, other) => other.at - one.at)[0],
    printer: {
      list: () => printer.list(),
      async print(html: string, options: PrintOptions) {
        const id = printerId(options.ownPrinter?.printer ?? chosen(), options.printer);
        try {
          await printer.print(html, options);
          troubles.delete(id);
        } catch (error) {
          const code = error instanceof FailureError ? error.failure.code : 'internal';
          troubles.set(id, { code, at: clock.now() });
          throw error;
        }
      },
    },
  };
}
