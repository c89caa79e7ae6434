import type { TaskLimit } from '../../../base/platform/thread.ts';

/** Refuses a file that takes longer to read than any list of goods: a small one can hold a huge text. */
export const readingLimit: TaskLimit = {
  timeoutMs: 30_000,
  failure: {
    code: 'bad-input',
    issues: [{ path: ['file'], code: 'not-a-table', message: 'takes too long to read' }],
  },
};
