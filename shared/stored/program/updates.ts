import * as z from 'zod';
import { environments } from '../../status.ts';
import { databaseNames, ringSchema, updateTroubles, versionSchema } from '../../update.ts';
import { storedForm } from '../stored-form.ts';

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

export const updateStateForm = storedForm({
  name: 'update-state',
  schema: z.object({
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
    last: z
      .object({ version: versionSchema, at: instant, why: z.enum(updateTroubles).optional() })
      .optional(),
    /** The last search for an update; `why` if it found none. */
    looked: z.object({ at: instant, why: z.enum(updateTroubles).optional() }).optional(),
  }),
});
export type UpdateState = z.infer<(typeof updateStateForm)['schema']>;
