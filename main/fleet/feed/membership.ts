import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Alarm, OfficeTrouble } from '../../../shared/alarm.ts';
import { type Failure, fail } from '../../../shared/failure.ts';
import type { FleetHead } from '../../../shared/fleet/feed.ts';
import type { Contact } from '../../../shared/fleet/orders.ts';
import type { TillStatus } from '../../../shared/fleet/till-status.ts';
import type { AuditAction } from '../../ledger/audit-actions.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Settings, settingKey } from '../../platform/settings.ts';
import type { SecretStore } from '../../vault/secret-store.ts';
import {
  type CarryOutCommand,
  contactSetting,
  createCarryOut,
  officeStop,
  rhythmOf,
} from '../orders/carry-out.ts';
import {
  createOrderInbox,
  type OrderDone,
  type OrderInbox,
  ordersSetting,
  pinOrderKey,
} from '../orders/order-inbox.ts';
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
  /** The result of the last request; undefined before the first, or while another program leads the folder. */
  readonly last: FeedState | undefined;
  /** The time of the office's last answer, milliseconds since 1970. */
  readonly lastContact: number | undefined;
  /** The head office's own contact details. */
  readonly contact: Contact | undefined;
  /** The last orders, newest first. */
  readonly orders: readonly OrderDone[];
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
   * Ends the membership here, with or without the office.
   * @returns false when the office did not learn of it
   */
  leave(): Promise<boolean>;
  /** The last finding; undefined while the office and the ledger agree, or while that is unknown. */
  readonly finding: OfficeFinding | undefined;
  /**
   * Asks the office before the first sale, for a moment: a head office that is away does not keep the till from
   * selling.
   */
  witness(): Promise<OfficeFinding | undefined>;
  /** Returns the reason for which the head office stopped this till; undefined while it may issue. */
  stopped(): Failure | undefined;
  start(): void;
  stop(): Promise<void>;
  alarms(): Alarm[];
}

export interface MembershipOptions {
  readonly settings: Settings;
  readonly client: OfficeClient;
  readonly secrets: SecretStore;
  /** The names in the vault of the till's own key, and of the office's. */
  readonly names: { readonly key: string; readonly pin: string };
  /** Carries out orders that correspond to a person's commands. */
  readonly carryOut: CarryOutCommand | undefined;
  readonly audit: (action: AuditAction, detail: object) => void;
  /** Called when the head office stopped the till, or released it. */
  readonly onStop: () => void;
  readonly ledger: string;
  /** Returns the serial and VAT number of the terminal's certificates; undefined before they are known. */
  readonly identity: () => { readonly serial: string; readonly vatNumber: string } | undefined;
  /** Returns the till's status; undefined before it is open. */
  readonly status?: (() => TillStatus | undefined) | undefined;
  /** Makes the reader of the ledger, which is closed when the membership ends. */
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

/**
 * Milliseconds between two checks whether another program on the folder has enrolled the till, or ended the membership.
 */
const pollIntervalMs = 5_000;

/** Milliseconds that the first sale waits for the office at most. */
const witnessWithin = 2_000;

export function createMembership(options: MembershipOptions): Membership {
  const { settings, client, ledger, identity, clock, onChange, onError } = options;
  const enrolment = () => settings.read(enrolmentSetting) ?? undefined;
  const feeding = createFeeding(options, enrolment);
  let leads = false;
  let isLeaving = false;
  let stopLooking = () => {};

  /** Notices an enrolment or its end by `khatm fleet`, which runs beside this program. */
  async function followOtherProgram(): Promise<void> {
    if (isLeaving || !feeding.isOfAnother()) return;
    await feeding.close();
    feeding.forget();
    if (leads) feeding.open()?.start();
    onChange();
  }

  function lookLater(): void {
    stopLooking = clock.after(pollIntervalMs, () => {
      followOtherProgram()
        .catch(onError)
        .finally(() => leads && lookLater());
    });
  }

  function view(): MembershipView | undefined {
    const known = enrolment();
    if (known === undefined) return undefined;
    return {
      address: known.address,
      name: known.name,
      last: feeding.last,
      lastContact: feeding.lastContact,
      contact: settings.read(contactSetting) ?? undefined,
      orders: settings.read(ordersSetting)?.done ?? [],
    };
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
      const { tenant, device, name, orderKey } = answer;
      await pinOrderKey(options.secrets, settings, options.names.pin, orderKey);
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
        settings.write(contactSetting, null);
        await pinOrderKey(options.secrets, settings, options.names.pin, undefined);
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
    stopped: () => officeStop(settings),
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

/** The feed of the enrolled till, and the facts from the answers. */
function createFeeding(options: MembershipOptions, enrolment: () => Enrolment | undefined) {
  const { settings, clock, onFinding, onChange, onError, openReader } = options;
  let feed: Feed | undefined;
  /** The enrolment that the feed uses, as text. */
  let fedBy: string | undefined;
  let reader: BatchReader | undefined;
  let inbox: OrderInbox | undefined;
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
    // An office that is away tells nothing new.
    if (state.state === 'away' || now === trouble) return;
    trouble = now;
    onChange();
  }

  function open(): Feed | undefined {
    const known = enrolment();
    if (known === undefined) return undefined;
    reader ??= openReader();
    fedBy ??= JSON.stringify(known);
    if (feed !== undefined) return feed;
    inbox = openInbox(options, known, () => feed?.soon());
    feed = createFeed({
      ...options,
      reader,
      enrolment: known,
      orders: inbox,
      rhythm: () => rhythmOf(settings),
      onCompared,
      onState,
    });
    inbox.resume();
    return feed;
  }

  return {
    open,
    /** Returns true when the enrolment has changed since feeding began. */
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
      await inbox?.settled();
      await reader?.close();
      inbox = undefined;
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

/** The orders for this enrolment. */
function openInbox(options: MembershipOptions, { tenant, device }: Enrolment, soon: () => void): OrderInbox {
  const { carryOut, onChange } = options;
  return createOrderInbox({
    ...options,
    subject: `${tenant}.${device}`,
    carryOut: createCarryOut({ ...options, carryOutCommand: carryOut }),
    onAnswer() {
      soon();
      onChange();
    },
  });
}

/** Returns the trouble of a state that does not end by itself. */
function troubleOf(state: FeedState): OfficeTrouble | undefined {
  if (state.state === 'unknown' || state.state === 'left') return state.state;
  if (state.state === 'other-certificate') return 'certificate';
  if (state.state !== 'refused') return undefined;
  const { code } = state;
  if (code === 'ahead' || code === 'older' || code === 'forked' || code === 'stopped') return undefined;
  return code === 'other-ledger' || code === 'stranger' ? code : 'damaged';
}
