import path from 'node:path';
import { inScratch, isOwnFile } from '../../../base/platform/files/own-files.ts';
import { firstFault } from '../../../books/ledger/check/first-fault.ts';
import { openAsItIs } from '../../../books/ledger/open-as-it-is.ts';
import { documentReaders } from '../../../till/issue/document-readers.ts';
import { findingsIn } from '../../../till/shift/check-audit.ts';
import { checkEnd, type EndCheck, type EndWitness } from '../../diagnosis/check-end.ts';
import type { OfLedger } from '../files.ts';
import { lookUpEnvironment } from '../look-up-environment.ts';
import { UsageError } from '../usage-error.ts';
import { wordsOfFinding } from './audit.ts';
import { wordsOfBalance } from './balance-words.ts';

/**
 * `khatm ledger check`: checks the chain of documents. It ends with exit code 1 and the first broken link or a missing
 * end; with `--all` also with every fault that `khatm audit check` finds. It writes nothing into the data folder.
 */
export function checkLedger(options: OfLedger & { all?: boolean; json?: boolean }): Promise<void> {
  return inScratch(async (scratch) => {
    const environment = await lookUpEnvironment(options, scratch);
    const file = path.join(options.data, environment, 'ledger.db');
    if (!isOwnFile(file)) throw new UsageError(`${options.data}: no ledger there`);
    const { archive, isOlder } = await openAsItIs(file, { environment, scratch });
    try {
      const { file: damage, chain, audit, shifts } = await archive.checkBooks(documentReaders);
      const end = await checkEnd(archive, { data: options.data, environment, file });
      const proven = options.all ? findingsIn(archive) : undefined;
      const isWhole =
        firstFault({ file: damage, chain, audit, shifts }) === undefined &&
        (proven?.findings ?? []).length === 0;
      if (!isWhole || end.state === 'cut' || end.state === 'forked') process.exitCode = 1;
      if (options.json) {
        console.log(
          JSON.stringify({
            environment,
            olderForm: isOlder,
            file: damage,
            chain,
            audit,
            shifts,
            ...(proven && { findings: proven.findings, alarms: proven.alarms }),
            end,
          }),
        );
        return;
      }
      if (isOlder) console.log('made by an older version: checked in a copy of today’s schema');
      for (const problem of damage) console.log(`file: ${problem}`);
      const { broken, documents } = chain;
      if (broken) console.log(`broken at document ${broken.icv} (${broken.number}): ${broken.what}`);
      else console.log(`chain whole: ${documents} documents`);
      if (audit.broken !== undefined) console.log(`audit log broken at line ${audit.broken}`);
      else console.log(`audit log whole: ${audit.entries} lines`);
      for (const finding of audit.findings) console.log(wordsOfFinding(finding));
      if (shifts.broken !== undefined) console.log(`closing reports broken at shift ${shifts.broken}`);
      else if (shifts.reports > 0) console.log(`closing reports whole: ${shifts.reports}`);
      if (proven !== undefined) for (const line of provenWords(proven, audit.documents)) console.log(line);
      console.log(endWords(end));
    } finally {
      archive.close();
    }
  });
}

const provenWords = ({ findings, alarms }: ReturnType<typeof findingsIn>, documents: number): string[] => [
  ...(findings.length === 0
    ? [`all fits: the lines of ${documents} documents, shifts, closing reports, accounts, takings, balances`]
    : findings.map(wordsOfFinding)),
  ...alarms.map(wordsOfBalance),
];

const witnesses: Readonly<Record<EndWitness, string>> = {
  note: 'the note beside it',
  machine: 'the record of this machine',
  vault: 'the vault',
};

function endWords({ state, by, icv, knownIcv = icv }: EndCheck): string {
  const who = by.map((each) => witnesses[each]).join(', ');
  switch (state) {
    case 'whole':
      return `end whole: nothing newer is known to ${who}`;
    case 'cut':
      return `end missing: it ends at document ${icv}; ${who} knows document ${knownIcv} or newer audit lines`;
    case 'forked':
      return `another chain: ${who} knows document ${knownIcv} or an audit line with another hash`;
    case 'not-checked':
      return 'end not checked: nothing outside the ledger says how far it had come, or the vault cannot be asked';
  }
}
