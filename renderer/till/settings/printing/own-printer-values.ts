import {
  type OwnPrinter,
  type OwnPrinters,
  ownPrintersSchema,
  type PrinterConnection,
  type PrintUse,
  printUses,
} from '../../../../shared/contract/till/devices.ts';
import type { Paper } from '../../../../shared/contract/till/receipts.ts';
import { connectionOf, type LineValues, lineOf } from '../devices/device-values.ts';

export interface OwnPrinterValues {
  /** The connection; '' if the receipt printer is used. */
  readonly by: PrinterConnection['by'] | 'none';
  readonly line: LineValues;
  /** Empty for the system's own choice of printer. */
  readonly name: string;
  readonly paper: Paper;
  readonly cut: boolean;
}
export type OwnPrintersValues = Readonly<Record<PrintUse, OwnPrinterValues>>;

const usualPaper: Readonly<Record<PrintUse, Paper>> = {
  invoices: 'a4',
  statements: 'a4',
  reports: 'roll80',
  labels: 'roll58',
  spare: 'roll80',
};

export function ownPrinterValues(saved: OwnPrinters): OwnPrintersValues {
  const valuesOf = (use: PrintUse): OwnPrinterValues => {
    const own = saved[use];
    return {
      by: own?.printer.by ?? 'none',
      line: lineOf(own?.printer),
      name: own?.name ?? '',
      paper: own?.paper ?? usualPaper[use],
      cut: own?.cut ?? true,
    };
  };
  return {
    invoices: valuesOf('invoices'),
    statements: valuesOf('statements'),
    reports: valuesOf('reports'),
    labels: valuesOf('labels'),
    spare: valuesOf('spare'),
  };
}

/** Returns the printer to send, whose connection may be invalid; undefined if the receipt printer is used. */
export function ownPrinterOf({ by, line, name, paper, cut }: OwnPrinterValues): OwnPrinter | undefined {
  if (by === 'none') return undefined;
  if (by !== 'system') return { printer: connectionOf(by, line), paper, cut };
  return { printer: { by }, paper, cut, ...(name !== '' && { name }) };
}

export function ownPrintersOf(values: OwnPrintersValues): OwnPrinters {
  const printers: OwnPrinters = {};
  for (const use of printUses) {
    const own = ownPrinterOf(values[use]);
    if (own !== undefined) printers[use] = own;
  }
  return printers;
}

/** Returns the paths of invalid values, such as `invoices.host`, by the schema that the terminal uses too. */
export function wrongOwnPrinters(values: OwnPrintersValues): ReadonlySet<string> {
  const parsed = ownPrintersSchema.safeParse(ownPrintersOf(values));
  return new Set(parsed.error?.issues.map(({ path }) => path.join('.').replace('.printer', '')));
}
