import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { environments } from '../../../shared/status.ts';
import { ringSchema, updateTroubles } from '../../../shared/update.ts';
import { moveFileSync } from '../../base/platform/files/move-file.ts';
import { privateFile, privateFolder } from '../../base/platform/files/private-files.ts';
import { databaseNames } from './manifest.ts';
import { versionSchema } from './version.ts';

/* The progress of an update, in a file that both versions can read before any database is opened. */

const instant = z.number();

/** The end of a ledger when an installation began. */
const markSchema = z.object({
  environment: z.enum(environments),
  id: z.string(),
  icv: z.int().nonnegative(),
  /** The hash of its newest document; '' for an empty ledger. */
  hash: z.string(),
});
export type Mark = z.infer<typeof markSchema>;

const stateSchema = z.object({
  /** The update that can be installed. Its manifest and package are in the folder named after its serial. */
  offer: z
    .object({
      ring: ringSchema,
      serial: z.int(),
      version: versionSchema,
      since: instant,
      /** The folder from which it came; by default the server. */
      folder: z.string().optional(),
      /** True when a manager wants it installed in the next night. */
      tonight: z.boolean(),
    })
    .optional(),
  /** The installation that began and whose new version has not been found healthy yet. */
  installing: z
    .object({
      version: versionSchema,
      from: versionSchema,
      at: instant,
      by: z.string(),
      marks: z.array(markSchema),
      /** The number of starts of the new version so far. */
      starts: z.int().nonnegative(),
    })
    .optional(),
  /** The version before the present one, as long as its package is kept. */
  former: z
    .object({
      version: versionSchema,
      /** The path within the folder of the updates. */
      file: z.string(),
      sha256: z.string(),
      size: z.int(),
      /** The newest schema of each database that it reads. */
      forms: z.record(z.enum(databaseNames), z.int()),
    })
    .optional(),
  /** The end of the last installation; `why` if it failed. */
  last: z.object({ version: versionSchema, at: instant, why: z.enum(updateTroubles).optional() }).optional(),
  /** The last search for an update; `why` if it found none. */
  looked: z.object({ at: instant, why: z.enum(updateTroubles).optional() }).optional(),
});
export type UpdateState = z.infer<typeof stateSchema>;

/** Returns the folder in which the updates of a data folder are kept. */
export const updatesFolder = (dataFolder: string) => path.join(dataFolder, 'updates');

const stateFile = (folder: string) => path.join(folder, 'state.json');

/** Reads the state; a missing or damaged file is an empty one, since every step checks again. */
export function readState(folder: string): UpdateState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(stateFile(folder), 'utf8')));
  } catch {
    return {};
  }
}

/** Writes the state durably, all of it or nothing. */
export function writeState(folder: string, state: UpdateState): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder });
  const part = `${stateFile(folder)}.part`;
  const descriptor = openSync(part, 'w', privateFile);
  try {
    writeSync(descriptor, JSON.stringify(stateSchema.parse(state)));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  moveFileSync(part, stateFile(folder));
}

/** Writes a part of the state and leaves the rest unchanged. */
export function changeState(folder: string, change: Partial<UpdateState>): UpdateState {
  const next = { ...readState(folder), ...change };
  writeState(folder, next);
  return next;
}
