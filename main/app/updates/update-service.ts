import type { Alarm } from '../../../shared/alarm.ts';
import type { Updates } from '../../../shared/contract/terminal/updates.ts';
import { fail } from '../../../shared/failure.ts';
import type { StoredUpdates } from '../../../shared/stored/settings/terminal.ts';
import type { UpdateTrouble, UpdateWait } from '../../../shared/update.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { createSerialQueue } from '../../base/platform/serial-queue.ts';
import { lastingWait, type QuietOptions } from './become-quiet.ts';
import { createEnding, type EndingOptions } from './ending.ts';
import type { Installer } from './installer.ts';
import { isNight } from './night.ts';
import { createRepeats } from './repeats.ts';
import { folderSource, type Source, serverSource } from './source.ts';
import { changeState } from './state.ts';
import type { UpdateSettings } from './update-settings.ts';
import type { Health, Updater } from './updater.ts';

export interface UpdateServiceOptions
  extends QuietOptions,
    Pick<EndingOptions, 'isByHand' | 'end' | 'onError'> {
  readonly updater: Updater;
  readonly settings: UpdateSettings;
  readonly folder: string;
  readonly version: string;
  readonly installer: Installer | undefined;
  readonly clock: Clock;
  /** Returns a number evenly from [0, 1). */
  readonly random: () => number;
  readonly fetch: () => typeof globalThis.fetch;
  readonly health: Health;
  readonly onChange: () => void;
}

const minute = 60_000;
/** The number of milliseconds before the first search, between two searches, and between two checks of the clock. */
const [firstLookAfter, pollIntervalMs, nightEvery] = [2 * minute, 6 * 60 * minute, 5 * minute];
/** The number of milliseconds for which an offer may wait before an alarm. */
const longOffered = 7 * 24 * 60 * minute;

/** Returns the times of the searches: the terminals of one shop should not ask at the same time. */
const lookTimes = (random: () => number) => ({
  first: firstLookAfter * (1 + random()),
  between: () => pollIntervalMs * (0.9 + random() * 0.2),
});

const serverOf = ({ settings, fetch }: UpdateServiceOptions): Source | undefined =>
  settings.server === undefined ? undefined : serverSource(settings.server, settings.ring, fetch());

function sourceOfOffer(options: UpdateServiceOptions): Source | undefined {
  const from = options.updater.state.offer?.folder;
  return from === undefined ? serverOf(options) : folderSource(from);
}

/** Returns true for an installer that asks nobody, and so may run at night. */
const isByItself = (installer: Installer | undefined) =>
  installer !== undefined && installer.command === undefined && installer.isSilent;

/** Returns the source of the offer if it is to be installed automatically. */
async function wantedSource(options: UpdateServiceOptions): Promise<Source | undefined> {
  const { updater, settings, installer } = options;
  const offer = await updater.offer();
  const { last, offer: kept } = updater.state;
  if (offer === undefined || kept === undefined || !isByItself(installer)) return undefined;
  const hasFailed = last?.why !== undefined && last.version === kept.version;
  const isWanted = kept.tonight || (settings.automatic && !offer.isOlder && !hasFailed);
  return isWanted ? sourceOfOffer(options) : undefined;
}

/** Updates of a terminal: searched for by itself or on request, installed at night or at a button. */
export function createUpdateService(options: UpdateServiceOptions) {
  const { updater, settings, installer, clock, onChange, onError } = options;
  const queue = createSerialQueue();
  const ending = createEnding(options);
  const repeats = createRepeats(clock, onError);
  let stopping = new AbortController();

  const look = (source: Source, from?: string) =>
    queue.run(async () => {
      await updater.look(source, from);
      onChange();
    });

  async function lookAtServer(): Promise<void> {
    const source = serverOf(options);
    if (source !== undefined) await look(source);
  }

  async function install(by: string): Promise<UpdateTrouble | { wait: UpdateWait } | undefined> {
    if (!ending.isDue()) {
      const result = await queue.run(() =>
        updater.install(sourceOfOffer(options) ?? nowhere, by, () => stopping.signal.aborted),
      );
      onChange();
      if (typeof result !== 'function') return result;
      ending.begin(result, by === 'night');
    }
    const wait = await ending.endOrRetry();
    return wait === undefined ? undefined : { wait };
  }

  /** Fetches the offer, and installs it at night. */
  async function advance(): Promise<void> {
    const source = await wantedSource(options);
    if (source === undefined) return;
    const got = await queue.run(() => updater.fetch(source, stopping.signal));
    if (typeof got === 'string' || stopping.signal.aborted) return;
    if (isNight(settings.night, clock.now()) && lastingWait(options.waits) === undefined)
      await install('night');
  }

  return {
    view: () => viewOf(options),
    look: lookAtServer,
    lookIn: (from: string) => look(folderSource(from), from),
    /** Installs the offer, and makes the program end. @throws FailureError `update-refused`, `update-waits` */
    async installNow(by: string) {
      const result = await install(by);
      if (typeof result === 'string') fail('update-refused', { detail: { why: result } });
      if (result !== undefined) fail('update-waits', { detail: { why: result.wait } });
    },
    /** Plans the offer for the next night, or cancels that. @throws FailureError as `plan` */
    setTonight(tonight: boolean) {
      plan(options, tonight);
      onChange();
    },
    setSettings(stored: StoredUpdates) {
      settings.write(stored);
      onChange();
    },
    alarms: () => alarmsOf(options),
    /** Completes an earlier installation, and begins to look for updates. */
    start() {
      stopping = new AbortController();
      ending.start();
      repeats.start();
      if (installer === undefined || options.isByHand) return;
      void queue.run(() => updater.settle(options.health)).then(onChange, onError);
      const { first, between } = lookTimes(options.random);
      repeats.add(between, first, lookAtServer);
      repeats.add(() => nightEvery, nightEvery, advance);
    },
    async stop() {
      stopping.abort();
      ending.stop();
      repeats.stop();
      await queue.settled();
    },
  };
}

export type UpdateService = ReturnType<typeof createUpdateService>;

/** Plans the offer for the next night, or cancels that. @throws FailureError `update-refused` without an offer */
function plan({ updater, folder }: UpdateServiceOptions, tonight: boolean): void {
  const { offer, last } = updater.state;
  const planned = offer ?? fail('update-refused', { detail: { why: 'missing' } });
  // The manager has seen the last failure.
  changeState(folder, {
    offer: { ...planned, tonight },
    ...(last?.why !== undefined && { last: undefined }),
  });
}

/** The server of the offer is no longer set; a package that was already fetched is still installed. */
const nowhere: Source = {
  manifest: async () => 'missing',
  open: async () => 'missing',
};

function alarmsOf({ updater, clock }: UpdateServiceOptions): Alarm[] {
  const { offer, last } = updater.state;
  if (last?.why !== undefined) return [{ kind: 'update', level: 'amber', why: 'failed' }];
  const isLong = offer !== undefined && clock.now() - offer.since > longOffered;
  return isLong ? [{ kind: 'update', level: 'amber', why: 'waiting' }] : [];
}

async function viewOf(options: UpdateServiceOptions): Promise<Updates> {
  const { updater, settings, installer, version, waits } = options;
  const { offer: kept, looked, last } = updater.state;
  const offer = await updater.offer();
  const at = (time: number) => new Date(time).toISOString();
  const way = installer === undefined ? 'none' : installer.command === undefined ? 'itself' : 'system';
  return {
    version,
    server: settings.server,
    serverFromPolicy: settings.serverFromPolicy,
    ring: settings.ring,
    automatic: settings.automatic,
    night: settings.night,
    way,
    ...(installer?.command && { command: installer.command }),
    isSilent: installer?.isSilent === true,
    ...(offer &&
      kept && {
        offer: {
          version: kept.version,
          isOlder: offer.isOlder,
          notes: offer.manifest.notes,
          stage: offer.manifest.stage,
          bytes: offer.file.size,
          since: at(kept.since),
          folder: kept.folder,
          tonight: kept.tonight,
        },
      }),
    ...(looked && { looked: { ...looked, at: at(looked.at) } }),
    ...(last && { last: { ...last, at: at(last.at) } }),
    wait: lastingWait(waits),
  };
}
