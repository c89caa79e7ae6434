import type { Alarm } from '../../../shared/alarm.ts';
import { fail } from '../../../shared/failure.ts';
import type { Contact } from '../../../shared/office/wire/orders.ts';
import {
  type OrderDone,
  officeContact,
  officeEnrolment,
  officeOrders,
} from '../../../shared/stored/settings/office.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { Changes } from '../../books/ledger/database/changes.ts';
import { officeStop } from '../orders/carry-out.ts';
import { pinOrderKey } from '../orders/order-inbox.ts';
import type { FeedState } from './feed.ts';
import { createFeeding, type Feeding, type FeedingOptions } from './feeding.ts';

export interface MembershipView {
  readonly address: string;
  readonly name: string;
  /** The result of the last request; undefined before the first, or while another program leads the folder. */
  readonly last: FeedState | undefined;
  /** The time of the office's last answer, in milliseconds since 1970. */
  readonly lastContact: number | undefined;
  readonly contact: Contact | undefined;
  readonly orders: readonly OrderDone[];
}

/** A till's membership in a head office; a till without a membership does nothing here. */
export type Membership = ReturnType<typeof createMembership>;

export interface MembershipOptions extends FeedingOptions {
  readonly changes: Pick<Changes, 'follow'>;
  /** Returns the serial and VAT number of the terminal's certificates; undefined before they are known. */
  readonly identity: () => { readonly serial: string; readonly vatNumber: string } | undefined;
}

/**
 * Enrols the till at an office with a code.
 * @throws FailureError `bad-input` for an address that is not https, `office-unreachable`, `office-refused`
 */
async function join(options: MembershipOptions, address: string, code: string): Promise<void> {
  const { settings, client, orders, ledger, identity } = options;
  const { serial, vatNumber } = identity() ?? fail('no-company');
  const { origin } = new URL(address);
  const answer = await client.enrol(origin, { code, ledger, serial, vatNumber });
  if (answer === undefined) fail('office-unreachable');
  if (answer.result === 'refused') fail('office-refused', { detail: { why: answer.code } });
  const { tenant, device, name, orderKey } = answer;
  await pinOrderKey(orders.secrets, settings, orders.names.pin, orderKey);
  settings.write(officeEnrolment, { address: origin, tenant, device, name });
}

function viewOf(settings: Settings, feeding: Feeding): MembershipView | undefined {
  const enrolled = settings.read(officeEnrolment) ?? undefined;
  if (enrolled === undefined) return undefined;
  return {
    address: enrolled.address,
    name: enrolled.name,
    last: feeding.last,
    lastContact: feeding.facts.lastContact,
    contact: settings.read(officeContact) ?? undefined,
    orders: settings.read(officeOrders)?.done ?? [],
  };
}

export function createMembership(options: MembershipOptions) {
  const { settings, client, orders, onChange, onError } = options;
  const enrolment = () => settings.read(officeEnrolment) ?? undefined;
  const feeding = createFeeding(options, enrolment);
  let leads = false;
  let isLeaving = false;
  let stopFollowing = () => {};

  /** Notices an enrolment or its end by `khatm office`, which runs beside this program. */
  async function followOtherProgram(): Promise<void> {
    if (isLeaving || !feeding.isOfAnother()) return;
    await feeding.close();
    feeding.forget();
    if (leads) feeding.open()?.start();
    onChange();
  }

  return {
    view: () => viewOf(settings, feeding),
    /** Enrols this till with a code. @throws FailureError `office-enrolled`; as `join` */
    async enrol(address: string, code: string) {
      if (enrolment() !== undefined) fail('office-enrolled');
      await join(options, address, code);
      if (leads) feeding.open()?.start();
      return viewOf(settings, feeding) ?? fail('internal');
    },
    /** Ends the membership here, with or without the office. @returns false when the office did not receive the notice */
    async leave() {
      const enrolled = enrolment();
      if (enrolled === undefined) return true;
      isLeaving = true;
      try {
        await feeding.close();
        const told = await client.leave(enrolled);
        settings.write(officeEnrolment, null);
        settings.write(officeContact, null);
        await pinOrderKey(orders.secrets, settings, orders.names.pin, undefined);
        feeding.forget();
        onChange();
        return told;
      } finally {
        isLeaving = false;
      }
    },
    /** The last finding; undefined while the office and the ledger agree, or while that is unknown. */
    get finding() {
      return feeding.facts.finding;
    },
    /**
     * Asks the office before the first sale, and waits only a moment: an unreachable head office does not keep the till
     * from selling.
     */
    witness: feeding.ask,
    /** Returns the reason for which the head office stopped this till; undefined while it may issue. */
    stopped: () => officeStop(settings),
    start() {
      leads = true;
      feeding.open()?.start();
      stopFollowing = options.changes.follow(
        'the membership of a head office',
        () => JSON.stringify(enrolment()),
        () => void followOtherProgram().catch(onError),
      );
    },
    async stop() {
      leads = false;
      stopFollowing();
      await feeding.close();
    },
    alarms(): Alarm[] {
      const { trouble } = feeding.facts;
      return trouble === undefined ? [] : [{ kind: 'office', level: 'amber', why: trouble }];
    },
  };
}
