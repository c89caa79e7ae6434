import type { Alarm } from '../../../shared/alarm.ts';
import { printersInUse } from '../../till/devices/paper.ts';
import type { TillDevices } from '../../till/devices/till-devices.ts';
import type { PeopleGuard } from '../../till/people/people-guard.ts';
import { probeDisk, probeFolder } from '../diagnosis/probe-folder.ts';
import type { TerminalContext } from './terminal-context.ts';

export interface MachineAlarmsOptions {
  readonly context: Pick<TerminalContext, 'clock' | 'folder' | 'policy' | 'safeMode' | 'settings'>;
  readonly devices: Pick<TillDevices, 'trouble' | 'printTrouble'>;
  readonly guard: Pick<PeopleGuard, 'alteration'>;
  /** Returns the alarms about newer versions of the program. */
  readonly updateAlarms: () => Alarm[];
  /** The facts of the disk and the folder; tests supply their own. */
  readonly probes?: { readonly disk: typeof probeDisk; readonly folder: typeof probeFolder } | undefined;
}

/** The milliseconds for which an answer of the file system counts: a status is made many times a second. */
const probedForMs = 10_000;

/** Returns the function that gives the alarms of the machine, which belong to no environment. */
export function createMachineAlarms(options: MachineAlarmsOptions): () => Alarm[] {
  const { context, devices, guard, updateAlarms } = options;
  const { clock, policy, safeMode, settings } = context;
  const placeAlarms = createPlaceAlarms(options);

  return () => {
    const alarms: Alarm[] = [];
    if (guard.alteration !== undefined)
      alarms.push({ kind: 'people', level: 'red', why: guard.alteration.why });
    if (safeMode !== undefined) alarms.push({ kind: 'safe-mode', level: 'amber', why: safeMode });
    if (devices.trouble() !== undefined) alarms.push({ kind: 'drawer', level: 'amber' });
    if (policy.state === 'broken') alarms.push({ kind: 'policy', level: 'amber' });
    const printer = devices.printTrouble(printersInUse(settings));
    if (printer !== undefined)
      alarms.push({
        kind: 'printer',
        level: 'amber',
        since: new Date(printer.at).toISOString(),
        code: printer.code,
      });
    return [...alarms, ...placeAlarms(clock.monotonic()), ...updateAlarms()];
  };
}

/** Returns the alarms about the disk and the data folder, which are looked at no more often than necessary. */
function createPlaceAlarms({ context: { folder }, probes }: MachineAlarmsOptions) {
  const { disk, folder: place } = probes ?? { disk: probeDisk, folder: probeFolder };
  let probed: { readonly at: number; readonly alarms: readonly Alarm[] } | undefined;

  function probe(): Alarm[] {
    const alarms: Alarm[] = [];
    const { finding, facts } = disk(folder);
    const free = String(facts.free ?? '');
    if (finding === 'disk-full') alarms.push({ kind: 'disk', level: 'red', why: 'full', free });
    if (finding === 'disk-short') alarms.push({ kind: 'disk', level: 'amber', why: 'short', free });
    const where = place(folder).finding;
    if (where === 'folder-synced') alarms.push({ kind: 'folder', level: 'red', why: 'synced' });
    if (where === 'folder-network') alarms.push({ kind: 'folder', level: 'red', why: 'network' });
    return alarms;
  }

  return (now: number): readonly Alarm[] => {
    if (probed === undefined || now - probed.at >= probedForMs) probed = { at: now, alarms: probe() };
    return probed.alarms;
  };
}
