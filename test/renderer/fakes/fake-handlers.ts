import type { CommandName, CommandOutput, CommandParsed } from '../../../shared/contract/index.ts';

/** The handlers of these commands in the fake terminal. */
export type FakeHandlers<N extends CommandName> = {
  [K in N]: (input: CommandParsed<K>) => CommandOutput<K>;
};
