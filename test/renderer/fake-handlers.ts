import type { CommandName, CommandOutput, CommandParsed } from '../../shared/contract/index.ts';

/** What a part of the fake terminal answers its commands with. */
export type FakeHandlers<N extends CommandName> = {
  [K in N]: (input: CommandParsed<K>) => CommandOutput<K>;
};
