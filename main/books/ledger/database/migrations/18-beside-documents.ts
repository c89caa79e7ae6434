import type { Migration } from '../database.ts';

export const besideDocuments: Migration = {
  name: 'what was done beside documents',
  sql: `
    -- JSON: removed lines, prices other than the article's, discounts; NULL when there are none. The line of the audit
    -- log says the same.
    ALTER TABLE issued_by ADD COLUMN beside TEXT;
    CREATE INDEX issued_by_actor ON issued_by (actor);

    -- JSON: the lines of the basket, and those that left it. NULL for a basket of an earlier version.
    ALTER TABLE basket ADD COLUMN goods TEXT;

    -- What is done without a document, by shift.
    CREATE INDEX audit_deed ON audit (json_extract(detail, '$.shift'))
    WHERE action IN ('lines-removed', 'basket-emptied', 'basket-discarded', 'drawer-opened', 'receipt-printed',
      'report-printed');
    CREATE INDEX audit_print ON audit (json_extract(detail, '$.uuid')) WHERE action = 'receipt-printed';
    CREATE INDEX audit_report_print ON audit (json_extract(detail, '$.closed')) WHERE action = 'report-printed';
  `,
};
