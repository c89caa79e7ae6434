import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { CommandContext } from '../context.ts';

export const environmentCommands = ({
  terminal: { environments, goLive },
}: CommandContext): HandlersOf<'environment.'> => ({
  'environment.list': environments.list,
  'environment.show': (asked) =>
    environments.show(asked, () => goLive.checkShow(asked.environment, asked.confirm)),
  'environment.setAddress': (asked, { name }) => environments.setAddress(asked, name),
  'environment.setVersion': (asked, { name }) => environments.setVersion(asked, name),
});
