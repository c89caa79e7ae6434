import * as z from 'zod';
import { command } from '../command.ts';

export const librarySchema = z.object({
  name: z.string(),
  version: z.string(),
  /** The name of its licence, such as `MIT`. */
  licence: z.string(),
  /** The text of its licence; empty if it has none. */
  text: z.string(),
});

/** The program and the libraries that it consists of. */
export const about = {
  'about.get': command({
    role: 'manager',
    output: z.object({
      version: z.string(),
      /** The id of this installation. */
      terminal: z.string(),
      folder: z.string(),
      logs: z.string(),
      system: z.string(),
      node: z.string(),
      /** The version of Electron; absent in a browser. */
      electron: z.string().optional(),
      chrome: z.string().optional(),
    }),
  }),
  /** The licences that belong to a package; empty if the program was not started from one. */
  'about.licences': command({ role: 'manager', output: z.object({ libraries: z.array(librarySchema) }) }),
};
