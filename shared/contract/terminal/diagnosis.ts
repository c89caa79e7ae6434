import * as z from 'zod';
import { diagnosisSchema } from '../../diagnosis.ts';
import { isOpenToAll } from '../../fields.ts';
import { always, command } from '../command.ts';

/** The diagnosis of this terminal and its machine, for a manager and for support. */
export const diagnosis = {
  /** Examines the machine, the books, the network and the devices; changes nothing and takes up to half a minute. */
  'diagnosis.run': command({ role: 'manager', output: diagnosisSchema }),
  /**
   * Writes a file for support into this folder: versions, settings without secrets, counts, a new diagnosis and the
   * log without free text. Fails with `folder-unusable`, `disk-full`.
   */
  'diagnosis.bundle': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ folder: z.string().trim().min(1).max(1000) }),
    output: z.object({ file: z.string(), bytes: z.int().nonnegative(), isOpenToAll }),
  }),
};
