import type * as z from 'zod';
import type { Result } from '../failure.ts';
import { credentials } from './credentials.ts';
import { exchange } from './exchange.ts';
import { integration } from './integration.ts';
import { invoices } from './invoices.ts';
import { items } from './items.ts';
import { people } from './people.ts';
import { receipts } from './receipts.ts';
import { returns } from './returns.ts';
import { sales } from './sales.ts';
import { terminal } from './terminal.ts';
import { upkeep } from './upkeep.ts';
import { webhooks } from './webhooks.ts';

/** Every command there is. Doors derive both of their ends from this table. */
export const contract = {
  ...terminal,
  ...people,
  ...credentials,
  ...sales,
  ...items,
  ...returns,
  ...receipts,
  ...invoices,
  ...upkeep,
  ...integration,
  ...webhooks,
  ...exchange,
};

export type CommandName = keyof typeof contract;
/** What a caller writes. */
export type CommandInput<N extends CommandName> = z.input<(typeof contract)[N]['input']>;
/** What main works on, after parsing. */
export type CommandParsed<N extends CommandName> = z.output<(typeof contract)[N]['input']>;
export type CommandOutput<N extends CommandName> = z.output<(typeof contract)[N]['output']>;

/** Asks main for a command: the only way from a screen to the terminal. Never rejects. */
export type Call = <N extends CommandName>(
  name: N,
  input: CommandInput<N>,
) => Promise<Result<CommandOutput<N>>>;

export function isCommandName(name: unknown): name is CommandName {
  return typeof name === 'string' && Object.hasOwn(contract, name);
}
