import type { Caller } from '../../../main/base/platform/dispatch.ts';
import type { Actor } from '../../../shared/actor.ts';

/** The callers in tests. */
export const manager: Caller = { role: 'manager', name: 'Mona' };
export const cashier: Caller = { role: 'cashier', name: 'Sami' };
/** The cashier, as recorded with an action. */
export const byCashier: Actor = { kind: 'person', name: 'Sami', role: 'cashier' };
