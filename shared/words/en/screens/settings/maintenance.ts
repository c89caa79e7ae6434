export const maintenance = {
  backups: 'Backups',
  lead: 'Each day a copy of all invoices is made in a folder of your choice: a stick, another disk or a share. The keys of this terminal are not in it.',
  folder: 'Folder for the backups',
  folderHint: 'The whole path, such as {example}',
  setFolder: 'Use this folder',
  noFolder: 'No backups are made: no folder is chosen yet.',
  last: 'Last backup',
  lastFacts: {
    one: '{count} invoice, {size}',
    other: '{count} invoices, {size}',
  },
  never: 'None yet',
  sameDisk:
    'This is the disk of the records themselves: if it fails, the backups are gone too. Choose a folder on another disk.',
  failed: 'The last backup could not be made.',
  diskFull: 'The disk of that folder is full. Make room, or choose another folder.',
  folderUnusable: 'That folder cannot be written. Check that it is there, and that its disk is plugged in.',
  backUpNow: 'Back up now',
  backingUp: 'Backing up …',
  reading:
    'A backup is for reading and for the accountant. Once newer invoices were issued, this terminal refuses to go on from an older copy: two invoices would stand in one place of the chain.',
  export: 'Export',
  exportLead: 'Writes the documents as XML files under their official names, with a list of checksums.',
  exportFolder: 'Folder for the export',
  exporting: 'Exporting …',
  allDays: 'Leave the days empty for all.',
  exported: {
    one: '{count} document is in the folder; {written} of them written now.',
    other: '{count} documents are in the folder; {written} of them written now.',
  },
  sums: 'Checksums: {file}',
  check: 'Check the records',
  checkLead: 'Recomputes the chain, the stamp of every invoice and the audit log. Sales go on meanwhile.',
  checkNow: 'Check now',
  checking: 'Checking …',
  whole: {
    one: 'Everything is in order: {count} invoice checked.',
    other: 'Everything is in order: {count} invoices checked.',
  },
  broken:
    'Something is damaged. Stop selling, keep the newest backup safe, and call support with these words:',
} as const;
