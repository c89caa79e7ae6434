import type { OfficeMigration } from './guarded.ts';

export const deducting: OfficeMigration = {
  name: 'documents that may deduct advances, found quickly',
  sql: `
    CREATE INDEX document_deducting ON document (tenant, bucket, device, generation, icv) WHERE payable <> taxable + vat;
  `,
};
