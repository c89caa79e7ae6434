import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Devices, PrinterConnection } from '../../shared/contract/devices.ts';
import { found, type StepResult } from '../../shared/diagnosis.ts';
import { opens } from '../network/reach.ts';

export interface DevicesProbe {
  readonly devices: Devices;
  /** The name of the system's printer that is chosen; undefined for the system's own choice. */
  readonly printer: string | undefined;
  /** Returns the names of the system's printers; left out where there is no window to ask. */
  readonly printers: (() => Promise<readonly string[]>) | undefined;
}

/** The receipt printer and the drawer behind it. Nothing is printed and nothing opens. */
export async function probeDevices(options: DevicesProbe): Promise<StepResult[]> {
  const { devices } = options;
  const printer = await printerStep(options);
  return [printer, drawerStep(devices, printer)];
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

function drawerStep({ drawer, printer }: Devices, printerStep: StepResult): StepResult {
  if (drawer.use === 'none') return found('drawer-none');
  if (printer.by === 'system') return found('drawer-at-system-printer');
  return found(printerStep.state === 'ok' ? 'drawer-reached' : 'drawer-gone');
}

type OwnPrinter = Exclude<PrinterConnection, { by: 'system' }>;

async function isThere(printer: OwnPrinter): Promise<boolean> {
  if (printer.by === 'network') return opens(printer);
  return access(printer.path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

const nameOf = (printer: OwnPrinter) =>
  printer.by === 'network' ? `${printer.host}:${printer.port}` : printer.path;
