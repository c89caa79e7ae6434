import { type Failure, FailureError, fail } from '../../../shared/failure.ts';
import { officeContact, officeRhythm, officeStopSetting } from '../../../shared/stored/settings/office.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { AuditAction } from '../../books/ledger/audit/audit-actions.ts';
import type { OpenOrder } from './open-order.ts';

/* Carries out orders that concern the membership itself; the terminal's own commands carry out the rest. */

/** The kinds that the terminal's own commands carry out. */
export type CommandOrder = Extract<OpenOrder, { kind: 'otp' | 'settings' | 'articles' | 'people' }>;
/** Carries out an order with the terminal's commands, and returns a report for the head office. @throws FailureError */
export type CarryOutCommand = (order: CommandOrder) => Promise<string | undefined>;

export interface CarryOutOptions {
  readonly settings: Settings;
  readonly clock: Pick<Clock, 'now'>;
  readonly carryOutCommand: CarryOutCommand | undefined;
  readonly audit: (action: AuditAction, detail: object) => void;
  readonly onStop: () => void;
}

/** Returns the reason for which the head office stopped this till; undefined while it may issue. */
export function officeStop(settings: Pick<Settings, 'read'>): Failure | undefined {
  try {
    const stop = settings.read(officeStopSetting);
    return stop ? { code: 'office-stopped', detail: { why: stop.why } } : undefined;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
}

/** Returns the milliseconds between posts without news, as the head office asked; undefined if it did not. */
export function rhythmOf(settings: Settings): number | undefined {
  const seconds = settings.read(officeRhythm) ?? undefined;
  return seconds === undefined ? undefined : seconds * 1000;
}

export function createCarryOut(
  options: CarryOutOptions,
): (order: OpenOrder, number: number) => Promise<string | undefined> {
  const { settings, clock, audit, onStop, carryOutCommand } = options;
  const command = async (order: CommandOrder) => (carryOutCommand ?? fail('not-allowed'))(order);

  return async (order, number) => {
    switch (order.kind) {
      case 'stop': {
        const { stopped, why } = order;
        settings.write(officeStopSetting, stopped ? { why, at: clock.now() } : null);
        audit('office-stop', { stopped, why, number });
        onStop();
        return undefined;
      }
      case 'contact':
        settings.write(officeContact, order.contact);
        audit('office-contact', order.contact);
        return undefined;
      case 'archived': {
        const { period, part, sha256 } = order;
        audit('office-archived', { period, part, sha256 });
        return undefined;
      }
      case 'settings': {
        if (order.rhythm !== undefined) settings.write(officeRhythm, order.rhythm);
        if (order.shop !== undefined || order.backupFolder !== undefined) await command(order);
        return undefined;
      }
      default:
        return command(order);
    }
  };
}
