import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { CommandContext } from '../context.ts';

export const environmentCommands = ({
  terminal: { environments, goLive },
}: CommandContext): HandlersOf<'environment.'> => ({
  'environment.list': environments.list,
  'environment.show': (input) =>
    environments.show(input, () => goLive.checkShow(input.environment, input.confirm)),
  'environment.setAddress': (input, { name }) => environments.setAddress(input, name),
  'environment.setVersion': (input, { name }) => environments.setVersion(input, name),
});
