import * as z from 'zod';
import { goLiveSchema, waivableRows } from '../../go-live.ts';
import { always, command } from '../command.ts';

/** The checklist before this terminal may go live. */
export const goLive = {
  /** Returns the checklist; it may ask the authority for its time and take some seconds. */
  'goLive.get': command({ role: 'manager', output: goLiveSchema }),
  /**
   * Waives a row that cannot be fulfilled on this machine (otherwise `bad-input`), or withdraws that; the audit log
   * records who did.
   */
  'goLive.waive': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ row: z.enum(waivableRows), waived: z.boolean() }),
    output: goLiveSchema,
  }),
};
