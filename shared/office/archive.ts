import * as z from 'zod';
import { instant } from '../fields.ts';
import { command, type OfficeRole, query } from './command.ts';
import { unknownTillSchema } from './documents.ts';
import { rowId } from './input.ts';

const period = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
const entity = rowId;

/** The roles that see archives; a person who sees single branches sees none, since a month covers a whole taxpayer. */
export const keepers = ['owner', 'tax', 'auditor'] as const satisfies readonly OfficeRole[];

/** The files of one archive that a browser may download. */
export const archiveFiles = ['object', 'sums', 'manifest', 'signature'] as const;
export type ArchiveFile = (typeof archiveFiles)[number];

/** `open`: tills may still send documents of the month; `due`: some are not archived. */
export const archiveStates = ['due', 'open', 'archived'] as const;

export const archivedMonthSchema = z.object({
  entity,
  vatNumber: z.string(),
  period,
  state: z.enum(archiveStates),
  documents: z.int(),
  archived: z.int(),
  /** The day in Riyadh from which the month can be archived. */
  closesOn: z.iso.date(),
  retainUntil: z.iso.date(),
  /** The tills that may still send documents of this month. */
  unknown: z.array(unknownTillSchema),
  /** The parts: 0 is the month, and all others are supplements. */
  parts: z.array(z.object({ part: z.int(), at: instant, documents: z.int(), sha256: z.string() })),
});
export type ArchivedMonth = z.infer<typeof archivedMonthSchema>;

/** `unlocked`: the place locks files against deletion, and one of these is not locked. */
export const archiveFaults = ['missing', 'manifest', 'signature', 'object', 'unlocked'] as const;

export const archive = {
  /** Returns the months, newest first. `place`: where archives are; `holds`: nobody can delete them too early. */
  'archive.list': query({
    roles: keepers,
    input: z.strictObject({}),
    output: z.object({
      now: instant,
      place: z.object({ name: z.string(), holds: z.boolean() }).nullable(),
      months: z.array(archivedMonthSchema),
    }),
  }),
  /**
   * Archives the unarchived documents of a closed month. Fails with `no-archive` if there is no place for archives, and
   * with `archive-place` if the place refuses.
   */
  'archive.make': command({
    roles: ['owner', 'tax'],
    input: z.strictObject({ entity, period }),
    output: z.object({ documents: z.int() }),
  }),
  /** Reads each file of a month again. */
  'archive.check': query({
    roles: keepers,
    input: z.strictObject({ entity, period }),
    output: z.object({
      parts: z.array(z.object({ part: z.int(), fault: z.enum(archiveFaults).nullable() })),
    }),
  }),
};
