import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProcess, stepsOf } from '../model/find-difference.ts';
import { play } from '../model/story.ts';
import { ledgerInMemory } from '../support/new-ledger.ts';
import { check } from './checker.ts';
import { explanations } from './explanations.ts';

/*
 * `npm run prove -- story-documents` checks the documents of random stories of sales and corrections (see test/model) by
 * the authority's own rules and as the chain of one terminal each. KHATM_CHECKER names the program that runs the rules
 * (see checker.ts); without it there is nothing to do. `--seed S` repeats a run, `--documents N` says how many there are.
 */

const stepsPerStory = 150;
/** A story's clock stands on another day than the checker's. */
const reasons = { ...explanations, 'BR-KSA-98': 'sent within 24 hours' };

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
    documents: { type: 'string', default: '300' },
  },
});

const checker = process.env.KHATM_CHECKER;
if (checker === undefined) {
  console.log('KHATM_CHECKER is not set: the authority’s own rules were NOT run');
} else {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-stories-'));
  try {
    const problems: string[] = [];
    let checked = 0;
    for (let story = 0; checked < Number(options.documents); story += 1) {
      const files = await writeStory(`${options.seed} ${story}`, folder);
      for (const { file, errors, warnings } of await check(checker, files, { isChain: true })) {
        const unexplained = warnings.filter(({ id }) => !Object.hasOwn(reasons, id));
        for (const { id, message } of [...errors, ...unexplained])
          problems.push(`${path.basename(file)} of story ${story}: ${id} ${message}`);
      }
      checked += files.length;
    }
    for (const problem of problems) console.log(`PROBLEM ${problem}`);
    console.log(
      `${checked} documents of stories checked, ${problems.length} problems (--seed ${options.seed})`,
    );
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Plays a story and writes its documents as files. @returns the files, in the order of their chain */
async function writeStory(seed: string, folder: string): Promise<string[]> {
  const ledger = ledgerInMemory();
  try {
    await play(inProcess(ledger), stepsOf(seed, stepsPerStory));
    return [...ledger.documents.inOrder()].map(({ icv, uuid }) => {
      const file = path.join(folder, `${String(icv).padStart(4, '0')}.xml`);
      writeFileSync(file, ledger.documents.issuedXml(uuid) ?? '');
      return file;
    });
  } finally {
    ledger.close();
  }
}
