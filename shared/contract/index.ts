import type * as z from 'zod';
import type { Failure } from '../failure.ts';
import { about } from './about.ts';
import { accounts } from './accounts.ts';
import { activity } from './activity.ts';
import { articles } from './articles.ts';
import { backups } from './backups.ts';
import { baskets } from './baskets.ts';
import { buyers } from './buyers.ts';
import { card } from './card.ts';
import { clock } from './clock.ts';
import { credentials } from './credentials.ts';
import { devices } from './devices.ts';
import { diagnosis } from './diagnosis.ts';
import { environments } from './environments.ts';
import { fleet } from './fleet.ts';
import { goLive } from './go-live.ts';
import { integration } from './integration.ts';
import { invoices } from './invoices.ts';
import { items } from './items.ts';
import { log } from './log.ts';
import { maintenance } from './maintenance.ts';
import { monthFile } from './month.ts';
import { network } from './network.ts';
import { people } from './people.ts';
import { policy } from './policy.ts';
import { practice } from './practice.ts';
import { receipts } from './receipts.ts';
import { remote } from './remote.ts';
import { reports } from './reports.ts';
import { returns } from './returns.ts';
import { sales } from './sales.ts';
import { session } from './session.ts';
import { shifts } from './shifts.ts';
import { startup } from './startup.ts';
import { takings } from './takings.ts';
import { terminal } from './terminal.ts';
import { updates } from './updates.ts';
import { vault } from './vault.ts';
import { webhooks } from './webhooks.ts';

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
  ...fleet,
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
