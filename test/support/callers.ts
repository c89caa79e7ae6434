import type { Caller } from '../../main/platform/dispatch.ts';

/** Who asks, in tests. */
export const manager: Caller = { role: 'manager', name: 'Mona' };
export const cashier: Caller = { role: 'cashier', name: 'Sami' };
