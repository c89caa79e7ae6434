import { release } from 'node:os';
import { readLicences } from '../diagnosis/read-licences.ts';
import type { HandlersOf } from '../platform/dispatch.ts';

export interface AboutOptions {
  readonly version: string;
  /** The id of this installation. */
  readonly terminalId: string;
  /** The data folder. */
  readonly folder: string;
  readonly logFolder: string;
  /** The file with the licences, which every package contains. */
  readonly licencesFile: string | undefined;
}

/** The commands about the program itself. */
export function aboutCommands({
  version,
  terminalId,
  folder,
  logFolder,
  licencesFile,
}: AboutOptions): HandlersOf<'about.'> {
  return {
    'about.get': () => {
      const { node, electron, chrome } = process.versions;
      const system = `${process.platform} ${process.arch} ${release()}`;
      return { version, terminal: terminalId, folder, logs: logFolder, system, node, electron, chrome };
    },
    'about.licences': async () => ({ libraries: await readLicences(licencesFile) }),
  };
}
