import * as z from 'zod';
import type { Actor } from '../../../shared/actor.ts';
import type { ClosedShift, ShiftReport, ShiftView } from '../../../shared/contract/till/shifts.ts';
import { fail } from '../../../shared/failure.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { settingKey } from '../../base/platform/settings.ts';
import type { AccountPayment, NewPayment } from '../../books/ledger/accounts/account-payments.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { CashMovement, Shift, ShiftActor, StoredReport } from '../../books/ledger/shifts/shifts.ts';
import { closeReport, movementOf, personOf, reportOf } from './shift-report.ts';

/** The cash drawer of an environment: its shifts, from the float to the closing report. */
export interface Drawer {
  /** Returns the open shift, and true if sales at the screen need one. */
  now(): { shift?: ShiftView; isRequired: boolean };
  /** Opens a shift. @throws FailureError `shift-open` */
  open(id: string, by: Actor, float: Halalas): void;
  /** Moves cash into or out of the drawer. @throws FailureError `no-shift` */
  move(movement: { id: string; kind: 'in' | 'out'; amount: Halalas; reason: string }, by: Actor): void;
  /**
   * Receives a payment on account; cash goes into this drawer.
   * @throws FailureError `no-shift` if sales need an open shift; those of `Accounts.receive`
   */
  receive(payment: Omit<NewPayment, 'at' | 'by'>, by: Actor): AccountPayment;
  /** Pays a buyer's credit back; cash leaves this drawer. @throws FailureError as `receive`, and `Accounts.payBack` */
  payBack(payment: Omit<NewPayment, 'at' | 'by'>, by: Actor): AccountPayment;
  /** Reverses a payment on account by a counter-entry. @throws FailureError as `receive`, and `Accounts.takeBack` */
  takeBack(entry: { id: string; number: number; reason: string }, by: Actor): AccountPayment;
  /** Makes this person responsible for the drawer, unless they are already. @throws FailureError `no-shift` */
  takeOver(id: string, by: Actor): void;
  /** Returns the present figures. @throws FailureError `no-shift` */
  report(): ShiftReport;
  /**
   * Closes the shift, or returns the report to the person who closed it.
   * @throws FailureError `no-shift`; `card-open` while one of its card payments has no document or no known outcome
   */
  close(number: number, by: Actor, count: ShiftReport['cash']['count']): ClosedShift;
  /**
   * Returns the closing report of a shift, for managers and the person who closed it; undefined while it is not closed.
   * @throws FailureError `no-shift` for others
   */
  closed(number: number, by: Actor): ClosedShift | undefined;
  list(options: { before?: number | undefined; limit: number }): ClosedShift[];
  setRequired(isRequired: boolean, by: Actor): void;
  /**
   * Refuses a sale without a shift. @throws FailureError `no-shift` when a person sells at the screen and needs an open
   * shift
   */
  refuseWithout(caller: Pick<Actor, 'kind'>): void;
}

/** True when a sale at the screen needs an open shift. */
const requiredSetting = settingKey('shift-required', z.boolean().default(false));

/** A time longer than any shift: even a shop that is open past midnight closes its shift at night. */
const longestShift = 16 * 3_600_000;

const isForgotten = (openedAt: number, now: number): boolean =>
  now - openedAt >= longestShift && riyadhDateTime(openedAt).date < riyadhDateTime(now).date;

const holderOf = ({ openedBy }: Shift, movements: readonly CashMovement[]): ShiftActor =>
  movements.findLast(({ kind }) => kind === 'handover')?.by ?? openedBy;

function viewOf(
  shift: Shift,
  shifts: Pick<Ledger['shifts'], 'movements' | 'countDocuments'>,
  now: number,
): ShiftView {
  const movements = shifts.movements(shift.number);
  return {
    number: shift.number,
    openedAt: new Date(shift.openedAt).toISOString(),
    openedBy: personOf(shift.openedBy),
    holder: personOf(holderOf(shift, movements)),
    float: shift.float,
    movements: movements.map(movementOf),
    documents: shifts.countDocuments(shift.number),
    isOld: isForgotten(shift.openedAt, now),
  };
}

/**
 * Creates the drawer. @param onChange called after each step of a shift, so that an earlier copy of the ledger cannot
 * undo it unnoticed
 */
export function createDrawer(
  ledger: Pick<
    Ledger,
    'chain' | 'shifts' | 'documents' | 'tillActions' | 'accounts' | 'baskets' | 'cards' | 'settings' | 'audit'
  >,
  clock: Pick<Clock, 'now'>,
  onChange: () => void = () => {},
): Drawer {
  const { shifts, settings, audit, accounts } = ledger;
  const current = () => shifts.current() ?? fail('no-shift');
  const isRequired = () => settings.read(requiredSetting);

  /** A cashier who did not receive the report gets it again; only a manager gets the reports of others. */
  function closed(number: number, by: Actor): ClosedShift | undefined {
    const report = shifts.report(number);
    if (report === undefined) return undefined;
    return by.role !== 'cashier' || report.closedBy === by.name ? closedOf(report) : fail('no-shift');
  }

  function move(movement: Omit<CashMovement, 'at'>): void {
    shifts.move({ ...movement, at: clock.now() });
    onChange();
  }

  function refuseWithout({ kind }: Pick<Actor, 'kind'>): void {
    if (kind === 'person' && isRequired() && shifts.current() === undefined) fail('no-shift');
  }

  function paid(by: Actor, work: () => AccountPayment): AccountPayment {
    // Meanwhile no other program can close the shift.
    const payment = ledger.chain.exclusively(() => {
      refuseWithout(by);
      return work();
    });
    onChange();
    return payment;
  }

  return {
    closed,
    now() {
      const shift = shifts.current();
      return { ...(shift && { shift: viewOf(shift, shifts, clock.now()) }), isRequired: isRequired() };
    },
    open(id, by, float) {
      shifts.open({ id, at: clock.now(), by: shiftActor(by), float });
      onChange();
    },
    move: (movement, by) => move({ ...movement, by: shiftActor(by) }),
    receive: (payment, by) => paid(by, () => accounts.receive({ ...payment, at: clock.now(), by })),
    payBack: (payment, by) => paid(by, () => accounts.payBack({ ...payment, at: clock.now(), by })),
    takeBack: (entry, by) => paid(by, () => accounts.takeBack({ ...entry, at: clock.now(), by })),
    takeOver(id, by) {
      if (takeOver(ledger, { id, at: clock.now(), by: shiftActor(by) })) onChange();
    },
    report: () => reportOf(current(), ledger),
    close(number, by, count) {
      const before = closed(number, by);
      if (before !== undefined) return before;
      const closing = { at: clock.now(), by: shiftActor(by) };
      const makeReport = (shift: Shift) => {
        const open = ledger.cards.openInShift(number);
        if (open > 0) fail('card-open', { detail: { count: open } });
        // This is within the same transaction, so that emptied baskets belong to this shift.
        ledger.baskets.settleEmptied(closing.at);
        return closeReport(reportOf(shift, ledger), { ...closing, count });
      };
      const report = shifts.close({ number, ...closing, makeReport });
      onChange();
      return closedOf(report);
    },
    list: (options) => shifts.reports(options).map(closedOf),
    setRequired(required, { name }) {
      settings.write(requiredSetting, required);
      audit.write({ at: clock.now(), actor: name, action: 'shift-required-set', detail: { required } });
    },
    refuseWithout,
  };
}

/** Hands the open shift over to a person. Returns false if they have it already. */
const takeOver = (
  { chain, shifts }: Pick<Ledger, 'chain' | 'shifts'>,
  handover: Pick<CashMovement, 'id' | 'at' | 'by'>,
): boolean =>
  // The screen still shows the button for a moment, and a second press has another id.
  chain.exclusively(() => {
    const shift = shifts.current();
    const holder = shift && holderOf(shift, shifts.movements(shift.number));
    if (holder?.name === handover.by.name) return false;
    shifts.move({ ...handover, kind: 'handover', amount: 0 });
    return true;
  });

const shiftActor = ({ name, role }: Actor): ShiftActor => ({ name, role });

function closedOf({ number, closedAt, closedBy, hash, report }: StoredReport): ClosedShift {
  return {
    number,
    closedAt: new Date(closedAt).toISOString(),
    closedBy,
    hash,
    // This program wrote the report itself, and a hash protects it.
    report: report as ShiftReport,
  };
}
