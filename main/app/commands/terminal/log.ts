import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { readLog } from '../../diagnosis/read-log.ts';
import type { CommandContext } from '../context.ts';

export function logCommands({ terminal: { logFolder } }: CommandContext): HandlersOf<'log.'> {
  return {
    'log.list': ({ level, before }) =>
      readLog(logFolder, { level, before: before === undefined ? undefined : Date.parse(before) }),
  };
}
