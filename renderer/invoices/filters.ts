import type { SubmissionState } from '../../shared/status.ts';

/** What the list can be narrowed to. */
export const filters = {
  all: undefined,
  waiting: ['waiting', 'sending'],
  attention: ['rejected', 'parked'],
  accepted: ['accepted'],
} as const satisfies Record<string, readonly SubmissionState[] | undefined>;
export type Filter = keyof typeof filters;
export const filterNames = Object.keys(filters) as Filter[];
