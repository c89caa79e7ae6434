import * as z from 'zod';
import { goLiveSchema, waivableRows } from '../go-live.ts';
import { always, command } from './command.ts';

/** The checklist before this terminal may go live. */
export const goLive = {
  /** May ask the authority for its time and take some seconds. */
  'goLive.get': command({ role: 'manager', input: z.strictObject({}), output: goLiveSchema }),
  /**
   * Says that this shop does without a row that cannot be true on this machine (else `bad-input`), or takes that back; a line in the audit log
   * says who did.
   */
  'goLive.waive': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ row: z.enum(waivableRows), waived: z.boolean() }),
    output: goLiveSchema,
  }),
};
