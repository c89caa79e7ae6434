import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Document } from '../../main/invoice/invoice.ts';
import { checkInvoice } from '../../main/invoice/rules/check-invoice.ts';
import { writeDocument } from '../../main/invoice/write-document.ts';
import { placement } from '../invoice/fixtures.ts';
import { baseInvoice } from '../rules/bases.ts';
import { type BrokenDocument, brokenDocuments } from '../rules/broken-documents.ts';
import { makeTraining } from '../stamp/support.ts';
import { check, type Verdict } from './checker.ts';

/*
 * `npm run conformance:refusals`: every broken document of test/rules is written and stamped all the same and put
 * before the authority's own rules. They must answer with the rule that was broken, and with no other rules than our
 * own check does; a difference is listed here with its reason. KHATM_CHECKER names the program (see checker.ts).
 */

interface Difference {
  /** Answers of our check, or of the authority's rules, that the other does not give: `error BR-22`. */
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

/** What is not a business rule: a broken value often breaks the schema or the QR too. */
const isRule = (answer: string) => / BR-/.test(answer);

const checker = process.env.KHATM_CHECKER;
if (checker === undefined) {
  console.log('KHATM_CHECKER is not set: the authority’s own rules were NOT run');
} else {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-refusals-'));
  try {
    process.exitCode = (await judge(checker, folder)) === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns how many documents were not judged as they should be */
async function judge(program: string, folder: string): Promise<number> {
  const { stamper } = makeTraining();
  const issuedAt = Date.now() - 60_000;
  const made = brokenDocuments.map((broken, index) => {
    const file = path.join(folder, `${String(index).padStart(4, '0')}.xml`);
    writeFileSync(file, stamper.stamp(write(broken, issuedAt), issuedAt).xml);
    return { broken, file, ours: ourAnswers(broken, issuedAt) };
  });
  const verdicts = new Map(
    (
      await check(
        program,
        made.map(({ file }) => file),
      )
    ).map((verdict) => [path.basename(verdict.file), verdict]),
  );

  let problems = 0;
  const explained = new Set<string>();
  for (const { broken, file, ours } of made) {
    const verdict = verdicts.get(path.basename(file));
    const found = findProblems(broken, ours, verdict, explained);
    problems += found.length;
    for (const problem of found) console.log(`PROBLEM ${broken.name}: ${problem}`);
  }
  for (const name of Object.keys(differences))
    if (!explained.has(name)) {
      problems += 1;
      console.log(`PROBLEM ${name}: a difference is explained that is not there`);
    }
  console.log(
    `${made.length} broken documents judged by the authority’s own rules: ${problems} problems, ` +
      `${explained.size} differences explained`,
  );
  return problems;
}

function findProblems(
  { name, ruleId }: BrokenDocument,
  ours: ReadonlySet<string>,
  verdict: Verdict | undefined,
  explained: Set<string>,
): string[] {
  if (verdict === undefined) return ['no answer'];
  const theirs = new Set([
    ...verdict.errors.map(({ id }) => `error ${id}`),
    ...verdict.warnings.map(({ id }) => `warning ${id}`),
  ]);
  const { onlyOurs = [], onlyTheirs = [] } = differences[name] ?? {};
  if (onlyOurs.length + onlyTheirs.length > 0) explained.add(name);
  if (verdict.passed && [...ours].some((answer) => answer.startsWith('error')))
    return ['the authority accepts what our check refuses'];
  const answers = [...theirs].some((answer) => answer.endsWith(` ${ruleId}`));
  const isExpected = onlyOurs.some((answer) => answer.endsWith(` ${ruleId}`));
  return [
    ...(answers || isExpected ? [] : [`the authority does not answer with ${ruleId}`]),
    ...compare('only our check says', ours, theirs, onlyOurs),
    ...compare('only the authority says', new Set([...theirs].filter(isRule)), ours, onlyTheirs),
  ];
}

function compare(
  what: string,
  said: ReadonlySet<string>,
  by: ReadonlySet<string>,
  expected: readonly string[],
): string[] {
  const alone = [...said].filter((answer) => !by.has(answer));
  return [
    ...alone.filter((answer) => !expected.includes(answer)).map((answer) => `${what} ${answer}`),
    ...expected.filter((answer) => !alone.includes(answer)).map((answer) => `${what} no longer ${answer}`),
  ];
}

function ourAnswers(broken: BrokenDocument, issuedAt: number): ReadonlySet<string> {
  const invoice = broken.break(baseInvoice(broken.base));
  const violations = checkInvoice(invoice, { issuedAt, number: broken.number ?? placement.number });
  return new Set(violations.map(({ severity, id }) => `${severity} ${id}`));
}

/** The broken document as the terminal would write it. */
function write(broken: BrokenDocument, issuedAt: number): Document {
  const base = baseInvoice(broken.base);
  const place = { ...placement, number: broken.number ?? placement.number, issuedAt };
  const document = writeDocument(broken.rewrite === undefined ? broken.break(base) : base, place);
  const [from, to] = broken.rewrite ?? ['', ''];
  // The QR has no room for a name that is too long for the document; no rule compares the two.
  const qr = { ...document.qr, sellerName: document.qr.sellerName.slice(0, 100) };
  return { ...document, opening: document.opening.replace(from, to), qr };
}
