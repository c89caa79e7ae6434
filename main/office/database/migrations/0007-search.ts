import type { OfficeMigration } from './guarded.ts';

export const search: OfficeMigration = {
  name: 'documents by the beginning of their number',
  sql: 'CREATE INDEX document_by_number ON document (number text_pattern_ops);',
};
