import type { Needs } from '../../shared/contract/terminal.ts';
import type { TillDevices } from '../devices/till-devices.ts';
import { probeDisk } from '../diagnosis/probe-folder.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import type { Settings } from '../platform/settings.ts';
import { printersInUse } from './paper.ts';

interface NeedsOptions {
  readonly devices: Pick<TillDevices, 'printTrouble'>;
  /** Settings of this machine. */
  readonly settings: Settings;
  /** The data folder. */
  readonly folder: string;
}

/** The command that lists the matters besides alarms that need a manager. */
export function needsCommands(
  { ledger }: { readonly ledger: Pick<Ledger, 'documents'> },
  { devices, settings, folder }: NeedsOptions,
): HandlersOf<'terminal.needs'> {
  return {
    'terminal.needs': (): Needs => {
      const printer = devices.printTrouble(printersInUse(settings));
      const { finding, facts } = probeDisk(folder);
      const isShort = finding === 'disk-short' || finding === 'disk-full';
      return {
        refused: ledger.documents.uncorrected(),
        ...(printer && { printer: { code: printer.code, at: new Date(printer.at).toISOString() } }),
        ...(isShort && { disk: { free: String(facts.free), isFull: finding === 'disk-full' } }),
      };
    },
  };
}
