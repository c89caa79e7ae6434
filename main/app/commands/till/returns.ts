import type { CommandParsed } from '../../../../shared/contract/index.ts';
import type { CommandContext, CommandTill } from '../context.ts';

export const returnCommands = ({
  till: { returns },
}: CommandContext<unknown, unknown, Pick<CommandTill, 'returns'>>) => ({
  'invoice.returnable': (of: CommandParsed<'invoice.returnable'>) => returns.returnable(of),
  'invoice.returnNote': (input: CommandParsed<'invoice.returnNote'>) => returns.note(input),
});
