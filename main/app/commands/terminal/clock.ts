import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import type { CommandContext } from '../context.ts';

export function clockCommands({ environment: { knownTime } }: CommandContext): HandlersOf<'clock.'> {
  return {
    'clock.confirm': ({ now, reason }, caller) => knownTime.confirm(Date.parse(now), caller, reason),
    'clock.correct': ({ now, reason }, { name }) => ({
      documents: knownTime.correct(Date.parse(now), name, reason),
    }),
  };
}
