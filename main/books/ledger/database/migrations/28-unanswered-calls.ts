import type { Migration } from '../database.ts';

export const unansweredCalls: Migration = {
  name: 'documents that were called in vain',
  sql: `
    -- Due-order reads these apart from the others, however many of either wait. A document joins only once a call of it
    -- brought no answer, so that issuing does not pay for the index.
    CREATE INDEX submission_tried ON submission (mode, coalesce(report_by, due_at), next_at)
      WHERE state = 'waiting' AND attempts > 0;
  `,
};
