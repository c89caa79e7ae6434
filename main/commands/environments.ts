import type { CommandOutput, CommandParsed } from '../../shared/contract/index.ts';
import type { HandlersOf } from '../platform/dispatch.ts';
import type { CommandContext } from './context.ts';

type List = CommandOutput<'environment.list'>;

/** The environments of a terminal. Each change resolves with the list after it, before the next change begins. */
export interface EnvironmentList {
  list(): Promise<List>;
  /**
   * Puts an environment on the screen, and sets it up first if necessary.
   * @param check rejects if it may not be shown now
   * @throws FailureError
   */
  show(asked: CommandParsed<'environment.show'>, check: () => Promise<void>): Promise<List>;
  /**
   * Sets the address of an environment's gateway.
   * @throws FailureError `not-found` for an environment that is not open; as `setGatewayAddress`
   */
  setAddress(asked: CommandParsed<'environment.setAddress'>, actor: string): Promise<List>;
  /**
   * Sets the version of the authority's interfaces.
   * @throws FailureError `not-found` for an environment that is not open; as `setGatewayVersion`
   */
  setVersion(asked: CommandParsed<'environment.setVersion'>, actor: string): Promise<List>;
}

/** The commands about the environments of this terminal: their list, their gateways, the one on the screen. */
export const environmentCommands = ({
  terminal: { environments, goLive },
}: CommandContext): HandlersOf<'environment.'> => ({
  'environment.list': environments.list,
  'environment.show': (asked) =>
    environments.show(asked, () => goLive.checkShow(asked.environment, asked.confirm)),
  'environment.setAddress': (asked, { name }) => environments.setAddress(asked, name),
  'environment.setVersion': (asked, { name }) => environments.setVersion(asked, name),
});
