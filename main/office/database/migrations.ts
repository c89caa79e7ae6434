import { alarms } from './schema/alarms.ts';
import { archives } from './schema/archives.ts';
import { documents } from './schema/documents.ts';
import { orders } from './schema/orders.ts';
import { people } from './schema/people.ts';
import { sums } from './schema/sums.ts';
import { tills } from './schema/tills.ts';

/** One step of the office's schema; its number is its position in the list, from 1. A released step never changes. */
export interface OfficeMigration {
  readonly name: string;
  readonly sql: string;
}

/** All steps in order: a new one is added at the end, and a released one never changes. */
export const officeMigrations: readonly OfficeMigration[] = [
  { name: 'baseline', sql: [tills, documents, sums, orders, alarms, archives, people].join('\n') },
];
