// The test files that `npm run test:windows -- --chosen` plays, and why it leaves others out.
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The rooms that differ most between systems: files, locks, processes, secrets. */
const rooms = [
  'books/backup',
  'app/cli',
  'till/devices',
  'integration',
  'books/ledger',
  'base/platform',
  'app/terminal',
  'base/vault',
];

const namesIn = (folder, names) => names.split(' ').map((name) => `${folder}/${name}`);

/** The files with descriptions, sums and refusals of the API, which the files that stay ask over the same sockets. */
const described = [
  ...namesIn('integration/api', 'accounting csv described errors openapi qr refusals validate'),
  ...namesIn('integration/api', 'validate.long'),
  ...namesIn('integration/docs', 'collections docs error-codes'),
];
/**
 * The files with rules, sums, words and searches of one ledger or terminal: the same JavaScript and SQL everywhere.
 * They start no process, and use no files and sockets but those of the ledger or terminal that they open.
 * `test/project/windows-choice.test.ts` checks what they import.
 */
export const alike = [
  ...namesIn('books/ledger', 'basket-goods.long bodies known-buyers references reissues'),
  ...namesIn('books/ledger/search', 'block-sums filtered-documents invoice-list known-items search'),
  ...namesIn('books/ledger/database', 'search-words'),
  ...namesIn('app/terminal', 'accounts activity buyers cash-rounding event-stream gifts given-vat'),
  ...namesIn('app/terminal', 'invoice-page keep-basket sale-facts services shifts shop-settings test-values'),
  ...namesIn('app/terminal/people', 'approvals idle-lock people-language'),
  ...namesIn('app/terminal/cards', 'card-before-issue card-payments card-refunds'),
  ...namesIn('app/terminal/life', 'clock-back pending-work practice'),
  ...namesIn('app/terminal/corrections', 'corrected-money corrected-purchases exchange'),
];

/** Returns the chosen files of a project, by room. */
export function chosenFiles(project) {
  const leftOut = [...described, ...alike].map(fileOf);
  const files = rooms.flatMap((room) =>
    readdirSync(path.join(project, 'test', room), { recursive: true })
      .map((name) => `test/${room}/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.test.ts')),
  );
  const missing = leftOut.filter((name) => !files.includes(name));
  if (missing.length > 0) throw new Error(`there is no ${missing.join(', ')}`);
  return files.filter((name) => !leftOut.includes(name));
}

/** Returns the file of a name in the lists. */
export const fileOf = (name) => `test/${name}.test.ts`;
