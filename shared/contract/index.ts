import type * as z from 'zod';
import type { Failure } from '../failure.ts';
import { activity } from './people/activity.ts';
import { people } from './people/people.ts';
import { session } from './people/session.ts';
import { integration } from './programs/integration.ts';
import { office } from './programs/office.ts';
import { remote } from './programs/remote.ts';
import { webhooks } from './programs/webhooks.ts';
import { about } from './terminal/about.ts';
import { backups } from './terminal/backups.ts';
import { clock } from './terminal/clock.ts';
import { credentials } from './terminal/credentials.ts';
import { diagnosis } from './terminal/diagnosis.ts';
import { environments } from './terminal/environments.ts';
import { firstDay } from './terminal/first-day.ts';
import { goLive } from './terminal/go-live.ts';
import { log } from './terminal/log.ts';
import { maintenance } from './terminal/maintenance.ts';
import { network } from './terminal/network.ts';
import { policy } from './terminal/policy.ts';
import { practice } from './terminal/practice.ts';
import { startup } from './terminal/startup.ts';
import { terminal } from './terminal/terminal.ts';
import { updates } from './terminal/updates.ts';
import { vault } from './terminal/vault.ts';
import { accounts } from './till/accounts.ts';
import { articles } from './till/articles.ts';
import { baskets } from './till/baskets.ts';
import { buyers } from './till/buyers.ts';
import { card } from './till/card.ts';
import { devices } from './till/devices.ts';
import { invoices } from './till/invoices.ts';
import { items } from './till/items.ts';
import { monthFile } from './till/month.ts';
import { receipts } from './till/receipts.ts';
import { reports } from './till/reports.ts';
import { returns } from './till/returns.ts';
import { sales } from './till/sales.ts';
import { shifts } from './till/shifts.ts';
import { takings } from './till/takings.ts';

/** Every command. The types of both sides are derived from this table. */
export const contract = {
  ...terminal,
  ...people,
  ...session,
  ...environments,
  ...vault,
  ...credentials,
  ...network,
  ...sales,
  ...baskets,
  ...buyers,
  ...accounts,
  ...card,
  ...devices,
  ...shifts,
  ...takings,
  ...reports,
  ...activity,
  ...items,
  ...log,
  ...articles,
  ...returns,
  ...practice,
  ...receipts,
  ...invoices,
  ...clock,
  ...maintenance,
  ...backups,
  ...monthFile,
  ...diagnosis,
  ...office,
  ...firstDay,
  ...goLive,
  ...policy,
  ...about,
  ...startup,
  ...updates,
  ...integration,
  ...webhooks,
  ...remote,
};

export type CommandName = keyof typeof contract;
/** The input in the form that a caller writes. */
export type CommandInput<N extends CommandName> = z.input<(typeof contract)[N]['input']>;
/** The input in the form that main receives after parsing. */
export type CommandParsed<N extends CommandName> = z.output<(typeof contract)[N]['input']>;
export type CommandOutput<N extends CommandName> = z.output<(typeof contract)[N]['output']>;

/**
 * The answer of main. An event with a higher revision is newer than the answer; one with a lower revision is included
 * in it. The answer to a command has no revision if something else happened meanwhile; then only a new query shows
 * which is newer.
 */
export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly revision?: number }
  | { readonly ok: false; readonly failure: Failure };

/** Sends a command to main: the only way from a screen to the terminal. Never rejects. */
export type Call = <N extends CommandName>(
  name: N,
  input: CommandInput<N>,
) => Promise<Answer<CommandOutput<N>>>;

export function isCommandName(name: unknown): name is CommandName {
  return typeof name === 'string' && Object.hasOwn(contract, name);
}
