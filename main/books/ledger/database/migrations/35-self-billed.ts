import type { Migration } from '../database.ts';

export const selfBilled: Migration = {
  name: 'self-billed documents, apart from the sales of a list',
  sql: `
    -- Few documents are self-billed; the sale of one for a consumer is not looked into.
    CREATE INDEX document_self_billed ON document (icv)
    WHERE customer = 'business' AND sale ->> '$.special.selfBilled';
  `,
};
