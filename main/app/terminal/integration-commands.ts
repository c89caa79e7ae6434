import { integrationPartsOf } from '../../../shared/contract/effects.ts';
import { integration } from '../../../shared/contract/programs/integration.ts';
import { remote } from '../../../shared/contract/programs/remote.ts';
import { webhooks } from '../../../shared/contract/programs/webhooks.ts';
import type { HandlersOf } from '../../base/platform/dispatch.ts';
import type { CommandContext } from '../commands/context.ts';
import { type ApiCommands, apiCommands, reopenCommands } from '../commands/programs/integration.ts';
import { remoteCommands } from '../commands/programs/remote.ts';
import { webhookCommands } from '../commands/programs/webhooks.ts';

type Commands = ApiCommands & HandlersOf<'webhook.' | 'inbound.' | 'remote.' | 'remoteInvoice.'>;

/**
 * The commands of the integrations of one environment. Each call asks for the parts that are open: integrations that
 * could not be opened with the environment may be opened later, and until then each command fails with the reason.
 */
export function integrationCommands(context: CommandContext): Commands & HandlersOf<'integration.reopen'> {
  const commandsOf = (): Commands => ({
    ...apiCommands(context),
    ...webhookCommands(context),
    ...remoteCommands(context),
  });

  const names = Object.keys({ ...integration, ...webhooks, ...remote }) as (keyof Commands)[];
  const passedOn = Object.fromEntries(
    names.map((name) => [
      name,
      async (input: never, caller: never) => {
        const opened = context.environment.integrations.opened();
        try {
          return await commandsOf()[name](input, caller);
        } finally {
          // Another window may show the same part, and even a failed command may have done a part of its work.
          opened.changed(integrationPartsOf(name));
        }
      },
    ]),
  ) as unknown as Commands;

  return { ...passedOn, ...reopenCommands(context) };
}
