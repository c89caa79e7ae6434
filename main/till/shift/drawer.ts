import type { Actor } from '../../../shared/actor.ts';
import type { ClosedShift, ShiftReport, ShiftView } from '../../../shared/contract/till/shifts.ts';
import { fail } from '../../../shared/failure.ts';
import { cashRounding, shiftRequired } from '../../../shared/stored/settings/environment.ts';
import type { CashCoin } from '../../../shared/values/cash-rounding.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import type { AccountPayment, NewPayment } from '../../books/ledger/accounts/account-payments.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { CashMovement, Shift, ShiftActor, StoredReport } from '../../books/ledger/shifts/shifts.ts';
import { closeReport, movementOf, personOf, reportOf } from './shift-report.ts';

/** The cash drawer of an environment: its shifts, from the float to the closing report. */
export type Drawer = ReturnType<typeof createDrawer>;

type DrawerLedger = Pick<
  Ledger,
  'chain' | 'shifts' | 'documents' | 'tillActions' | 'accounts' | 'baskets' | 'cards' | 'settings' | 'audit'
>;

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
 * Creates the drawer.
 * @param onChange called after each step of a shift, so that an earlier copy of the ledger cannot undo it unnoticed
 * @param hasCashier returns true while a cashier is on the list of people
 */
export function createDrawer(
  ledger: DrawerLedger,
  clock: Pick<Clock, 'now'>,
  onChange: () => void = () => {},
  hasCashier: () => boolean = () => false,
) {
  const { shifts, settings, accounts } = ledger;
  const current = () => shifts.current() ?? fail('no-shift');
  const isRequired = () => settings.read(shiftRequired) ?? hasCashier();

  /** A cashier who did not receive the report gets it again; only a manager gets the reports of others. */
  function closed(number: number, by: Actor): ClosedShift | undefined {
    const report = shifts.report(number);
    if (report === undefined) return undefined;
    return by.role !== 'cashier' || report.closedBy === by.name ? closedOf(report) : fail('no-shift');
  }

  /** Refuses a sale. @throws FailureError `no-shift` when a person sells at the screen and needs an open shift */
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
    now(): { shift?: ShiftView; isRequired: boolean } {
      const shift = shifts.current();
      return { ...(shift && { shift: viewOf(shift, shifts, clock.now()) }), isRequired: isRequired() };
    },
    /** Opens a shift; returns false if it was opened before with this id. @throws FailureError `shift-open` */
    open(id: string, by: Actor, float: Halalas): boolean {
      const isNew = shifts.open({ id, at: clock.now(), by: shiftActor(by), float });
      onChange();
      return isNew;
    },
    /** Moves cash into or out of the drawer; returns false if it was moved before. @throws FailureError `no-shift` */
    move(movement: Omit<CashMovement, 'at' | 'by'>, by: Actor): boolean {
      const isNew = shifts.move({ ...movement, at: clock.now(), by: shiftActor(by) });
      onChange();
      return isNew;
    },
    /** Takes money. @throws FailureError `no-shift` if sales need an open shift; those of `Accounts.receive` */
    receive: (payment: Omit<NewPayment, 'at' | 'by'>, by: Actor) =>
      paid(by, () => accounts.receive({ ...payment, at: clock.now(), by })),
    /** Pays a buyer's credit back. @throws FailureError as `receive`, and `Accounts.payBack` */
    payBack: (payment: Omit<NewPayment, 'at' | 'by'>, by: Actor) =>
      paid(by, () => accounts.payBack({ ...payment, at: clock.now(), by })),
    /** Reverses a payment on account by a counter-entry. @throws FailureError as `receive`, and `Accounts.takeBack` */
    takeBack: (entry: { id: string; number: number; reason: string }, by: Actor) =>
      paid(by, () => accounts.takeBack({ ...entry, at: clock.now(), by })),
    /** Makes this person responsible for the drawer, unless they are already. @throws FailureError `no-shift` */
    takeOver(id: string, by: Actor) {
      if (takeOver(ledger, { id, at: clock.now(), by: shiftActor(by) })) onChange();
    },
    /** Returns the present figures. @throws FailureError `no-shift` */
    report: () => reportOf(current(), ledger),
    /** Closes the shift, or returns the report to the person who closed it. @throws FailureError as `closingReport` */
    close(number: number, by: Actor, count: ShiftReport['cash']['count']): ClosedShift {
      const before = closed(number, by);
      if (before !== undefined) return before;
      const closing = { at: clock.now(), by: shiftActor(by) };
      const makeReport = (shift: Shift) => closingReport(ledger, shift, { ...closing, count });
      const report = shifts.close({ number, ...closing, makeReport });
      onChange();
      return closedOf(report);
    },
    list: (options: Parameters<typeof shifts.reports>[0]) => shifts.reports(options).map(closedOf),
    ...drawerSettings(ledger, clock),
    refuseWithout,
  };
}

function drawerSettings(
  { chain, settings, audit }: Pick<DrawerLedger, 'chain' | 'settings' | 'audit'>,
  clock: Pick<Clock, 'now'>,
) {
  return {
    setRequired(required: boolean, { name }: Actor) {
      chain.exclusively(() => {
        settings.write(shiftRequired, required);
        audit.write({ at: clock.now(), actor: name, action: 'shift-required-set', detail: { required } });
      });
    },
    /** Sets the coin to which cash is rounded; undefined if it is not. */
    setRounding(coin: CashCoin | undefined, { name }: Actor) {
      chain.exclusively(() => {
        settings.write(cashRounding, coin);
        audit.write({ at: clock.now(), actor: name, action: 'cash-rounding-set', detail: { coin } });
      });
    },
  };
}

/** Makes the report within the transaction. @throws FailureError `card-open` while a card payment of the shift has no document or no known outcome */
function closingReport(ledger: DrawerLedger, shift: Shift, closing: Parameters<typeof closeReport>[1]) {
  const open = ledger.cards.openInShift(shift.number);
  if (open > 0) fail('card-open', { detail: { count: open } });
  // This is within the same transaction, so that emptied baskets belong to this shift.
  ledger.baskets.settleEmptied(closing.at);
  return closeReport(reportOf(shift, ledger), closing);
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

/** Returns a stored report with its figures. */
export function closedOf({ number, closedAt, closedBy, hash, report }: StoredReport): ClosedShift {
  return {
    number,
    closedAt: new Date(closedAt).toISOString(),
    closedBy,
    hash,
    // This program wrote the report itself, and a hash protects it.
    report: report as ShiftReport,
  };
}
