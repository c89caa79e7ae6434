import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { Document } from '../../main/document/invoice/invoice.ts';
import { checkInvoice } from '../../main/document/invoice/rules/check-invoice.ts';
import { writeDocument } from '../../main/document/invoice/writing/write-document.ts';
import { createRandom } from '../crash/random.ts';
import { placement } from '../document/invoice/fixtures.ts';
import { baseInvoice } from '../document/rules/bases.ts';
import type { BrokenDocument } from '../document/rules/broken-document.ts';
import { brokenDocuments } from '../document/rules/broken-documents.ts';
import { makeTraining } from '../document/stamp/support.ts';
import { check, type Verdict } from './checker.ts';

/*
 * `npm run prove -- refusals` writes and stamps every broken document of test/document/rules, and random combinations of two
 * faults, and checks them by the authority's own rules. The authority must report the rule that was broken, and the
 * same rules and severities as our own check; each difference is listed here with its reason. KHATM_CHECKER names the
 * program (see checker.ts). `--seed S` repeats the random pairs of another run, and `--pairs N` says how many there are.
 */

interface Difference {
  /** The findings of only one of the two checks, such as `error BR-22`. */
  readonly onlyOurs?: readonly string[];
  readonly onlyTheirs?: readonly string[];
  readonly why: string;
}

const breaksOff =
  'the rule measures one text alone: at a second one the authority’s program breaks off, an error';

const differences: Readonly<Record<string, Difference>> = {
  'BR-KSA-F-06-C14: terms at two payments': { onlyOurs: ['error BR-KSA-F-06-C14'], why: breaksOff },
  'BR-KSA-F-06-C15: an account at two payments': { onlyOurs: ['error BR-KSA-F-06-C15'], why: breaksOff },
};

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
    pairs: { type: 'string', default: '400' },
  },
});
const randomPairs = Number(options.pairs);

const checker = process.env.KHATM_CHECKER;
if (checker === undefined) {
  console.log('KHATM_CHECKER is not set: the authority’s own rules were NOT run');
} else {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-refusals-'));
  try {
    const { seed } = options;
    const problems = await runRules(checker, [...brokenDocuments, ...anyPairs(seed)], folder);
    console.log(
      `${brokenDocuments.length} broken documents and ${randomPairs} pairs of them (--seed ${seed}) checked by the ` +
        `authority’s own rules: ${problems} problems`,
    );
    for (const [name, { why }] of Object.entries(differences)) console.log(`difference at ${name}: ${why}`);
    process.exitCode = problems === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns documents with two faults each, because these best show when a rule is not applied. */
function anyPairs(seed: string): BrokenDocument[] {
  const isPlain = ({ name, rewrite }: BrokenDocument) => rewrite === undefined && !(name in differences);
  const anyCase = fc.constantFrom(...brokenDocuments.filter(isPlain));
  const draw = { numRuns: randomPairs, seed: createRandom(seed).whole(0, 2 ** 31 - 1) };
  return fc.sample(fc.tuple(anyCase, anyCase), draw).map(([first, second]) => ({
    ...first,
    ...second,
    base: first.base,
    name: `${first.name} and ${second.name}`,
    break: (invoice) => second.break(first.break(invoice)),
  }));
}

/** @returns the number of unexpected results */
async function runRules(program: string, cases: readonly BrokenDocument[], folder: string): Promise<number> {
  const { stamper } = makeTraining();
  const issuedAt = Date.now() - 60_000;
  const files = cases.map((broken, index) => {
    const file = path.join(folder, `${String(index).padStart(4, '0')}.xml`);
    writeFileSync(file, stamper.stamp(write(broken, issuedAt), issuedAt).xml);
    return file;
  });
  const verdicts = new Map(
    (await check(program, files)).map((verdict) => [path.basename(verdict.file), verdict]),
  );
  let problems = 0;
  for (const [index, broken] of cases.entries()) {
    const verdict = verdicts.get(path.basename(files[index] ?? ''));
    // One fault of a pair can hide the other, so only a document with a single fault must break its own rule.
    const mustAnswer = index < brokenDocuments.length ? broken.ruleId : undefined;
    for (const problem of findProblems(broken, ourAnswers(broken, issuedAt), verdict, mustAnswer)) {
      problems += 1;
      console.log(`PROBLEM ${broken.name}: ${problem}`);
    }
  }
  return problems;
}

function findProblems(
  { name }: BrokenDocument,
  ours: ReadonlySet<string>,
  verdict: Verdict | undefined,
  mustAnswer: string | undefined,
): string[] {
  if (verdict === undefined) return ['no answer'];
  const theirs = theirAnswers(verdict);
  const { onlyOurs = [], onlyTheirs = [] } = differences[name] ?? {};
  const answered = [...theirs, ...onlyOurs].some((answer) => answer.endsWith(` ${mustAnswer}`));
  const isRefused = [...ours].some((answer) => answer.startsWith('error'));
  return [
    ...(mustAnswer === undefined || answered ? [] : [`the authority does not answer with ${mustAnswer}`]),
    ...(isRefused && verdict.passed ? ['the authority accepts it'] : []),
    ...compare('only our check says', ours, theirs, onlyOurs),
    ...compare('only the authority says', theirs, ours, onlyTheirs),
  ];
}

function compare(
  what: string,
  answers: ReadonlySet<string>,
  by: ReadonlySet<string>,
  expected: readonly string[],
): string[] {
  const alone = [...answers].filter((answer) => !by.has(answer));
  return [
    ...alone.filter((answer) => !expected.includes(answer)).map((answer) => `${what} ${answer}`),
    ...expected.filter((answer) => !alone.includes(answer)).map((answer) => `no longer: ${what} ${answer}`),
  ];
}

/** Returns findings of the business rules only, because a wrong value often breaks the schema or the QR too. */
function theirAnswers({ errors, warnings }: Verdict): ReadonlySet<string> {
  const answers = [...errors.map(({ id }) => `error ${id}`), ...warnings.map(({ id }) => `warning ${id}`)];
  return new Set(answers.filter((answer) => / BR-/.test(answer)));
}

function ourAnswers({ base, break: change, number }: BrokenDocument, issuedAt: number): ReadonlySet<string> {
  const violations = checkInvoice(change(baseInvoice(base)), {
    issuedAt,
    number: number ?? placement.number,
  });
  return new Set(violations.map(({ severity, id }) => `${severity} ${id}`));
}

/** Writes the broken document as the terminal would. */
function write({ base, break: change, number, rewrite }: BrokenDocument, issuedAt: number): Document {
  const right = baseInvoice(base);
  const place = { ...placement, number: number ?? placement.number, issuedAt };
  const document = writeDocument(rewrite === undefined ? change(right) : right, place);
  const [from, to] = rewrite ?? ['', ''];
  // A name that is too long for the document has no room in the QR; no rule compares the two.
  const qr = { ...document.qr, sellerName: document.qr.sellerName.slice(0, 100) };
  return { ...document, opening: document.opening.replace(from, to), qr };
}
