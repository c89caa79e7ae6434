import type { CommandName, CommandOutput } from '../../../shared/contract/index.ts';

/* The program as the fake terminal describes it. */

export interface AboutOptions {
  /** The licences of a package. By default there are none, as in a checkout. */
  readonly libraries?: CommandOutput<'about.licences'>['libraries'];
}

type Handlers = { [N in Extract<CommandName, `about.${string}`>]: () => CommandOutput<N> };

export function createFakeAbout({ libraries = [] }: AboutOptions): Handlers {
  return {
    'about.get': () => ({
      version: '0.1.0',
      terminal: '0b9d6a9e-3a3c-4b1e-9a56-4f2b1d3c7e10',
      folder: 'C:\\Users\\till\\AppData\\Local\\Khatm\\data',
      logs: 'C:\\Users\\till\\AppData\\Local\\Khatm\\Logs',
      system: 'win32 x64 10.0.26100',
      node: '24.21.0',
      electron: '45.4.1',
      chrome: '152.0.7444.59',
    }),
    'about.licences': () => ({ libraries: [...libraries] }),
  };
}
