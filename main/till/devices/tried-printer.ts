import type { PrinterConnection } from '../../../shared/contract/till/devices.ts';

/** The beginning of the stored id of a system printer. */
export const systemPrinter = 'system ';

/**
 * Returns a text that identifies a printer.
 * @param system the name of the system's printer; undefined for the system's own choice
 */
export function printerId(printer: PrinterConnection, system: string | undefined): string {
  if (printer.by === 'system') return `${systemPrinter}${system ?? ''}`;
  return printer.by === 'network' ? `network ${printer.host}:${printer.port}` : `path ${printer.path}`;
}
