/** The words about spreadsheet files for imports and exports, and about the pages of long lists. */
export const tables = {
  choose: 'Choose a file',
  reading: 'Reading …',
  preview: 'This would happen',
  unread: 'Columns that are not read: {names}',
  faults: {
    one: '{count} fault in the file. Nothing is imported before it is mended.',
    other: '{count} faults in the file. Nothing is imported before they are mended.',
  },
  row: 'Row',
  column: 'Column',
  name: 'Name',
  value: 'In the file',
  reason: 'What is wrong',
  doImport: 'Import',
  importing: 'Importing …',
  nothing: 'The file changes nothing.',
  exportAs: 'Save as {format}',
  exportTitle: 'Export',
  importTitle: 'Import',
  earlier: 'Previous page',
  later: 'Next page',
} as const;
