import type { Needs } from '../../../shared/contract/terminal/terminal.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import { printersInUse } from '../../till/devices/paper.ts';
import type { TillDevices } from '../../till/devices/till-devices.ts';
import { probeDisk } from './probe-folder.ts';

export interface NeedsOptions {
  readonly devices: Pick<TillDevices, 'printTrouble'>;
  readonly settings: Settings;
  readonly folder: string;
}

/** Returns the matters besides alarms that need a manager. */
export function needsOf(
  { documents }: { readonly documents: Pick<Ledger['documents'], 'uncorrected'> },
  { devices, settings, folder }: NeedsOptions,
): Needs {
  const printer = devices.printTrouble(printersInUse(settings));
  const { finding, facts } = probeDisk(folder);
  const isShort = finding === 'disk-short' || finding === 'disk-full';
  return {
    refused: documents.uncorrected(),
    ...(printer && { printer: { code: printer.code, at: new Date(printer.at).toISOString() } }),
    ...(isShort && { disk: { free: String(facts.free), isFull: finding === 'disk-full' } }),
  };
}
