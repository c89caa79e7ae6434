import type { Readable } from 'node:stream';
import { manifestName, objectName, signatureName, sumsName } from '../../link/wire/archive/file-names.ts';

/* The place that archives are written to. */

export interface OpenArchiveFile {
  readonly bytes: number;
  readonly stream: Readable;
  /** False if the store, which locks files against deletion, has not locked this one. */
  readonly isLocked: boolean;
}

export interface ArchiveWork {
  /** A folder of the office's own in which the files are made, under names that end with `partSuffix`. */
  readonly folder: string;
  /** Receives the files before the database commits; if the commit fails, they do not block another attempt. */
  take(signal?: AbortSignal): Promise<void>;
  /** Keeps the files: the database has committed their names. */
  keep(): Promise<void>;
  end(): Promise<void>;
}

export interface ArchiveSink {
  /** The place as people write it: a folder, or `s3://bucket/prefix`. */
  readonly place: string;
  /** True if the place refuses to delete or change files until their time is over. */
  readonly holds: boolean;
  /**
   * Begins an archive that is kept until the end of a day in Riyadh.
   * @throws Error if it exists already, since an archive is never overwritten
   */
  begin(base: string, until: string): Promise<ArchiveWork>;
  /** Finishes an archive whose office was killed between commit and `keep`; returns false if it is elsewhere. */
  finish(archive: {
    readonly base: string;
    readonly sha256: string;
    readonly until: string;
  }): Promise<boolean>;
  open(name: string): Promise<OpenArchiveFile | undefined>;
}

export const partSuffix = '.part';

/** The manifest comes last: if it exists, all files do. */
export const filesOf = (base: string) => [
  objectName(base),
  sumsName(base),
  signatureName(base),
  manifestName(base),
];

/** The place for archives cannot be reached, refuses a request, or has other files than it was given. */
export class PlaceError extends Error {}

export const neverAnew = (base: string) =>
  new PlaceError(`${objectName(base)} is there already, and an archive is never overwritten`);
