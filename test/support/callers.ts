import type { Caller } from '../../main/commands.ts';

/** Who asks, in tests. */
export const manager: Caller = { role: 'manager', name: 'Mona' };
export const cashier: Caller = { role: 'cashier', name: 'Sami' };
export const nobody: Caller = { role: 'nobody', name: 'screen' };
