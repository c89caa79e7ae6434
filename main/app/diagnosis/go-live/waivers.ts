import type { WaivableRow } from '../../../../shared/go-live.ts';
import { waiversSetting } from '../../../../shared/stored/settings/terminal.ts';
import type { Settings } from '../../../base/platform/settings.ts';

/** The person who waived a row, and the time, in milliseconds since 1970. */
export interface Waiver {
  readonly by: string;
  readonly at: number;
}

/** The rows that this shop waives, stored for the terminal. */
export function createWaivers(settings: Settings) {
  const read = (): Partial<Record<string, Waiver>> => settings.read(waiversSetting);
  return {
    of: (row: string) => read()[row],
    /** Stores a waiver, or removes the stored one if none is given. */
    set(row: WaivableRow, waiver: Waiver | undefined) {
      const { [row]: _, ...others } = settings.read(waiversSetting);
      settings.write(waiversSetting, waiver === undefined ? others : { ...others, [row]: waiver });
    },
  };
}
