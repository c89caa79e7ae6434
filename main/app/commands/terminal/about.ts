import { release } from 'node:os';
import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { readLicences } from '../../diagnosis/read-licences.ts';
import type { CommandContext } from '../context.ts';

export function aboutCommands({ terminal }: CommandContext): HandlersOf<'about.'> {
  const { version, terminalId, folder, logFolder, licencesFile } = terminal;
  return {
    'about.get': () => {
      const { node, electron, chrome } = process.versions;
      const system = `${process.platform} ${process.arch} ${release()}`;
      return { version, terminal: terminalId, folder, logs: logFolder, system, node, electron, chrome };
    },
    'about.licences': async () => ({ libraries: await readLicences(licencesFile) }),
  };
}
