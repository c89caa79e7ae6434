import type { Migration } from '../database.ts';

export const saleIdsInCapitals: Migration = {
  name: 'sale ids that earlier versions kept in capitals',
  sql: `
    -- Small or empty: ids are brought to lower case before they come here.
    CREATE INDEX document_sale_id_in_capitals ON document (lower(sale_id)) WHERE sale_id <> lower(sale_id);
  `,
};
