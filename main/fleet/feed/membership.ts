import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Alarm, OfficeTrouble } from '../../../shared/alarm.ts';
import { fail } from '../../../shared/failure.ts';
import type { FleetHead } from '../../../shared/fleet/feed.ts';
import type { TillStatus } from '../../../shared/fleet/till-status.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Settings, settingKey } from '../../platform/settings.ts';
import { createFeed, type Feed, type FeedState } from './feed.ts';
import type { Enrolment, OfficeClient } from './office-client.ts';
import type { BatchReader, Finding } from './pack-batch.ts';

const enrolmentSetting = settingKey(
  'fleet.enrolment',
  z
    .object({ address: z.string(), tenant: z.int(), device: z.int(), name: z.string() })
    .nullish()
    .catch(undefined),
);

/** The office's comparison of its copy with this ledger. */
export interface OfficeFinding {
  readonly found: Finding;
  /** The end of the office's copy. */
  readonly have: FleetHead;
}

export interface MembershipView {
  readonly address: string;
  /** The till's name at the head office. */
  readonly name: string;
  /** Of the last request; undefined before the first, and where another program on the folder leads. */
  readonly last: FeedState | undefined;
  /** Milliseconds since 1970: when the office last answered. */
  readonly lastContact: number | undefined;
}

/** A till's membership in a head office; a till without one does nothing here. */
export interface Membership {
  view(): MembershipView | undefined;
  /**
   * @throws FailureError `bad-input` for an address that is not https, `office-unreachable`, `office-refused`,
   * `office-enrolled`
   */
  enrol(address: string, code: string): Promise<MembershipView>;
  /**
   * Ends the membership here whatever the office says.
   * @returns false when the office did not hear of it
   */
  leave(): Promise<boolean>;
  /** The last finding; undefined while the office and the ledger agree, or nobody knows. */
  readonly finding: OfficeFinding | undefined;
  /** Asks the office before the first sale, for a moment: a head office that is away keeps nobody from selling. */
  witness(): Promise<OfficeFinding | undefined>;
  start(): void;
  stop(): Promise<void>;
  alarms(): Alarm[];
}

export interface MembershipOptions {
  readonly settings: Settings;
  readonly client: OfficeClient;
  readonly ledger: string;
  /** Returns the serial and VAT number of the terminal's certificates; undefined before they are known. */
  readonly identity: () => { readonly serial: string; readonly vatNumber: string } | undefined;
  /** Returns what the till says of itself; undefined before it is open. */
  readonly status?: (() => TillStatus | undefined) | undefined;
  /** Makes what reads the ledger; closed when the membership ends. */
  readonly openReader: () => BatchReader;
  readonly clock: Clock;
  /** Returns a number evenly from [0, 1). */
  readonly random: () => number;
  /** Called when `finding` changed, except while `witness` waits for it. */
  readonly onFinding: () => void;
  /** Called when `alarms` may have changed. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds between two looks whether another program on the folder has enrolled the till, or left. */
const lookEvery = 5_000;

/** Milliseconds that the first sale waits for the office at most. */
const witnessWithin = 2_000;

export function createMembership(options: MembershipOptions): Membership {
  const { settings, client, ledger, identity, clock, onChange, onError } = options;
  const enrolment = () => settings.read(enrolmentSetting) ?? undefined;
  const feeding = createFeeding(options, enrolment);
  let leads = false;
  let isLeaving = false;
  let stopLooking = () => {};

  /** Takes up what `khatm fleet` set beside this program. */
  async function takeUp(): Promise<void> {
    if (isLeaving || !feeding.isOfAnother()) return;
    await feeding.close();
    feeding.forget();
    if (leads) feeding.open()?.start();
    onChange();
  }

  function lookLater(): void {
    stopLooking = clock.after(lookEvery, () => {
      takeUp()
        .catch(onError)
        .finally(() => leads && lookLater());
    });
  }

  function view(): MembershipView | undefined {
    const known = enrolment();
    if (known === undefined) return undefined;
    return { address: known.address, name: known.name, last: feeding.last, lastContact: feeding.lastContact };
  }

  return {
    view,
    async enrol(address, code) {
      if (enrolment() !== undefined) fail('office-enrolled');
      const { serial, vatNumber } = identity() ?? fail('no-company');
      const { origin } = new URL(address);
      const answer = await client.enrol(origin, { code, ledger, serial, vatNumber });
      if (answer === undefined) fail('office-unreachable');
      if (answer.result === 'refused') fail('office-refused', { detail: { why: answer.code } });
      const { tenant, device, name } = answer;
      settings.write(enrolmentSetting, { address: origin, tenant, device, name });
      if (leads) feeding.open()?.start();
      return view() ?? fail('internal');
    },
    async leave() {
      const known = enrolment();
      if (known === undefined) return true;
      isLeaving = true;
      try {
        await feeding.close();
        const told = await client.leave(known);
        settings.write(enrolmentSetting, null);
        feeding.forget();
        onChange();
        return told;
      } finally {
        isLeaving = false;
      }
    },
    get finding() {
      return feeding.finding;
    },
    witness: feeding.ask,
    start() {
      leads = true;
      feeding.open()?.start();
      lookLater();
    },
    async stop() {
      leads = false;
      stopLooking();
      await feeding.close();
    },
    alarms() {
      const { trouble } = feeding;
      return trouble === undefined ? [] : [{ kind: 'office', level: 'amber', why: trouble }];
    },
  };
}

/** The feed of the enrolled till, and what its answers said. */
function createFeeding(options: MembershipOptions, enrolment: () => Enrolment | undefined) {
  const { clock, onFinding, onChange, onError, openReader } = options;
  let feed: Feed | undefined;
  /** The enrolment that it feeds by, as text. */
  let fedBy: string | undefined;
  let reader: BatchReader | undefined;
  let finding: OfficeFinding | undefined;
  let lastContact: number | undefined;
  let trouble: OfficeTrouble | undefined;
  let isAsked = false;

  function onCompared(found: Finding | undefined, have: FleetHead): void {
    lastContact = clock.now();
    if (found === finding?.found) return;
    finding = found && { found, have };
    if (!isAsked) onFinding();
  }

  function onState(state: FeedState): void {
    const now = troubleOf(state);
    // An office that is away says nothing new.
    if (state.state === 'away' || now === trouble) return;
    trouble = now;
    onChange();
  }

  function open(): Feed | undefined {
    const known = enrolment();
    if (known === undefined) return undefined;
    reader ??= openReader();
    fedBy ??= JSON.stringify(known);
    feed ??= createFeed({ ...options, reader, enrolment: known, onCompared, onState });
    return feed;
  }

  return {
    open,
    /** Whether the enrolment is no longer the one that is fed by. */
    isOfAnother: () => fedBy !== JSON.stringify(enrolment()),
    get last() {
      return feed?.last;
    },
    get lastContact() {
      return lastContact;
    },
    get finding() {
      return finding;
    },
    get trouble() {
      return trouble;
    },
    async ask(): Promise<OfficeFinding | undefined> {
      const asked = open();
      if (asked === undefined || lastContact !== undefined) return finding;
      isAsked = true;
      const answer = asked.once().catch(onError);
      await Promise.race([answer, pause(witnessWithin, undefined, { ref: false })]);
      isAsked = false;
      return finding;
    },
    async close(): Promise<void> {
      await feed?.stop();
      await reader?.close();
      feed = undefined;
      reader = undefined;
      fedBy = undefined;
    },
    forget(): void {
      trouble = undefined;
      lastContact = undefined;
      if (finding === undefined) return;
      finding = undefined;
      onFinding();
    },
  };
}

/** The troubles that do not end by themselves. */
function troubleOf(state: FeedState): OfficeTrouble | undefined {
  if (state.state === 'unknown' || state.state === 'left') return state.state;
  if (state.state !== 'refused') return undefined;
  const { code } = state;
  if (code === 'ahead' || code === 'older' || code === 'forked') return undefined;
  return code === 'other-ledger' || code === 'stranger' ? code : 'damaged';
}
