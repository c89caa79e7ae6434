import type { Caller } from '../../main/platform/dispatch.ts';

/** Callers in tests. */
export const manager: Caller = { role: 'manager', name: 'Mona' };
export const cashier: Caller = { role: 'cashier', name: 'Sami' };
