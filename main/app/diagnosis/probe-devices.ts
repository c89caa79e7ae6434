import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import {
  type Devices,
  type OwnPrinter,
  type OwnPrinters,
  type PrinterConnection,
  type PrintUse,
  printUses,
} from '../../../shared/contract/till/devices.ts';
import { found, type StepResult } from '../../../shared/diagnosis.ts';
import { opens } from '../../base/network/reach.ts';

export interface DevicesProbe {
  readonly devices: Devices;
  /** The printers other than the receipt printer. */
  readonly ownPrinters: OwnPrinters;
  /** The name of the system's printer that is chosen; undefined for the system's own choice. */
  readonly printer: string | undefined;
  /** Returns the names of the system's printers; omitted if there is no window to ask. */
  readonly printers: (() => Promise<readonly string[]>) | undefined;
}

/** Checks the receipt printer, the printers of other uses, and the drawer. Nothing is printed or opened. */
export async function probeDevices(options: DevicesProbe): Promise<StepResult[]> {
  const { devices } = options;
  const printer = await printerStep(options);
  return [printer, await ownPrintersStep(options), drawerStep(devices, printer)];
}

async function printerStep({ devices, printer, printers }: DevicesProbe): Promise<StepResult> {
  const { printer: connection } = devices;
  if (connection.by !== 'system')
    return found((await isThere(connection)) ? 'printer-reached' : 'printer-gone', {
      printer: nameOf(connection),
    });
  if (printers === undefined) return found('printer-not-asked');
  const names = await printers().catch((): string[] => []);
  const isKnown = printer === undefined ? names.length > 0 : names.includes(printer);
  return found(isKnown ? 'printer-known' : 'printer-unknown');
}

/** Returns the uses whose printer is missing; a system that cannot be asked counts as having its printers. */
async function ownPrintersStep({ ownPrinters, printers }: DevicesProbe): Promise<StepResult> {
  const chosen = printUses.flatMap((use) =>
    ownPrinters[use] === undefined ? [] : [{ use, printer: ownPrinters[use] }],
  );
  if (chosen.length === 0) return found('printers-none');
  const names = await printers?.().catch((): string[] => []);
  const isReady = ({ printer, name }: OwnPrinter) => {
    if (printer.by !== 'system') return isThere(printer);
    if (names === undefined) return true;
    return name === undefined ? names.length > 0 : names.includes(name);
  };
  const gone: PrintUse[] = [];
  for (const { use, printer } of chosen) if (!(await isReady(printer))) gone.push(use);
  const uses = (gone.length > 0 ? gone : chosen.map(({ use }) => use)).join(' ');
  return found(gone.length > 0 ? 'printers-gone' : 'printers-there', { uses });
}

function drawerStep({ drawer, printer }: Devices, printerStep: StepResult): StepResult {
  if (drawer.use === 'none') return found('drawer-none');
  if (printer.by === 'system') return found('drawer-at-system-printer');
  return found(printerStep.state === 'ok' ? 'drawer-reached' : 'drawer-gone');
}

type ConnectedPrinter = Exclude<PrinterConnection, { by: 'system' }>;

async function isThere(printer: ConnectedPrinter): Promise<boolean> {
  if (printer.by === 'network') return opens(printer);
  return access(printer.path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

const nameOf = (printer: ConnectedPrinter) =>
  printer.by === 'network' ? `${printer.host}:${printer.port}` : printer.path;
