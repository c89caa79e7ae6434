import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { firstPreviousHash } from '../../main/books/ledger/database/first-previous-hash.ts';
import { verifyDocument } from '../../main/document/stamp/verify/verify.ts';
import type { SaleInput } from '../../shared/sale/sale.ts';
import { sumHalalas } from '../../shared/values/money.ts';
import { createRandom } from '../crash/random.ts';
import { anySale } from '../document/invoice/arbitrary-sale.ts';
import { invoiceOf } from '../document/invoice/fixtures.ts';
import type { Chained } from '../sandbox/device.ts';
import { type Authority, openAuthority } from './authority.ts';
import { check } from './checker.ts';
import { explanations } from './explanations.ts';
import { conformanceSales, type NamedSale } from './matrix.ts';

/*
 * `npm run prove -- conformance` sends stamped and chained documents of every kind to a sandbox over HTTP until they are cleared
 * or reported, and checks them by the authority's own schema and rules. Those are not part of the project:
 * KHATM_CHECKER names a program that runs them (see checker.ts). Without it only our own verifier and the sandbox check
 * the documents, and the program reports that. `--seed S` repeats the random baskets of another run, and `--baskets N`
 * says how many there are.
 */

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: randomUUID().slice(0, 8) },
    baskets: { type: 'string', default: '200' },
  },
});
const randomBaskets = Number(options.baskets);

interface Made extends NamedSale {
  readonly file: string;
  readonly document: Chained;
}

const checker = process.env.KHATM_CHECKER;
const folder = mkdtempSync(path.join(tmpdir(), 'khatm-conformance-'));
const authority = await openAuthority();
try {
  const { seed } = options;
  const made = makeAll([...conformanceSales(), ...anySales(seed)], authority, folder);
  console.log(
    `${made.length} documents made, stamped, chained and verified by our own verifier, ` +
      `${randomBaskets} of them from random baskets (--seed ${seed})`,
  );
  const notAccepted = await sendAll(made, authority);
  const problems = checker === undefined ? 0 : await runRules(checker, made);
  if (checker === undefined)
    console.log('KHATM_CHECKER is not set: the authority’s own schema and rules were NOT run');
  process.exitCode = notAccepted + problems === 0 ? 0 : 1;
} finally {
  await authority.close();
  rmSync(folder, { recursive: true });
}

/** Returns random baskets from the generators of the property tests, for unforeseen cases. */
function anySales(seed: string): NamedSale[] {
  const either = fc.oneof(anySale('includeVat'), anySale('excludeVat'));
  return fc
    .sample(either, { numRuns: randomBaskets, seed: createRandom(seed).whole(0, 2 ** 31 - 1) })
    .map(({ sale }, index) => ({ name: `random/${index}`, sale, warns: reasonWarnings(sale) }));
}

/**
 * Returns the rules that warn about several reasons in one category, because they compare each of its rows with the
 * whole category.
 */
function reasonWarnings(sale: SaleInput): string[] {
  const { vatBreakdown } = invoiceOf(sale);
  return ['Z', 'E', 'O'].flatMap((category) => {
    const rows = vatBreakdown.filter((row) => row.category === category).map(({ taxable }) => taxable);
    return rows.some((taxable) => taxable !== sumHalalas(rows)) ? [`BR-${category}-08`] : [];
  });
}

/** Makes the documents as one terminal would, one after the other within the last hour, and verifies each. */
function makeAll(sales: readonly NamedSale[], authority: Authority, folder: string): Made[] {
  const start = Date.now() - 3_600_000;
  let previousHash = firstPreviousHash;
  return sales.map((named, index) => {
    const icv = index + 1;
    const document = authority.issue(named, start + icv * 1000);
    const failed = verifyDocument(document.xml, { previousHash }).filter(({ ok }) => !ok);
    if (failed.length > 0) throw new Error(`${named.name} does not verify: ${JSON.stringify(failed)}`);
    previousHash = document.hash;
    const file = path.join(folder, `${String(icv).padStart(4, '0')}.xml`);
    writeFileSync(file, document.xml);
    return { ...named, file, document };
  });
}

/**
 * Sends the documents to the sandbox in their order.
 * @returns the number of documents with an unexpected result
 */
async function sendAll(made: readonly Made[], authority: Authority): Promise<number> {
  const before = Date.now();
  let refused = 0;
  for (const { document, ...named } of made) {
    const problems = await authority.send(named, document);
    if (problems.length === 0) continue;
    refused += 1;
    console.log(`PROBLEM ${named.name} in the sandbox: ${problems.join('; ')}`);
  }
  const seconds = ((Date.now() - before) / 1000).toFixed(1);
  console.log(
    `the sandbox: ${made.length - refused} documents cleared or reported in ${seconds} s, ${refused} not`,
  );
  return refused;
}

/**
 * Runs the authority's rules on the documents, and on one more that is wrong, to detect a checker that refuses nothing.
 * @returns the number of documents with an unexpected result
 */
async function runRules(program: string, made: readonly Made[]): Promise<number> {
  const wrong = writeWrong(made);
  const verdicts = await check(program, [...made.map(({ file }) => file), wrong]);
  const verdictOf = new Map(verdicts.map((verdict) => [path.basename(verdict.file), verdict]));
  const of = (file: string) => verdictOf.get(path.basename(file));

  let problems = 0;
  const problem = (name: string, what: string) => {
    problems += 1;
    console.log(`PROBLEM ${name}: ${what}`);
  };
  const warned = new Map<string, number>();
  for (const { name, file, warns = [] } of made) {
    const verdict = of(file);
    const errors = verdict?.errors.map(({ id, message }) => `${id} ${message}`) ?? ['no answer'];
    if (!verdict?.passed) problem(name, `refused: ${errors.join('; ')}`);
    const warnings = new Set(verdict?.warnings.map(({ id }) => id));
    for (const id of warnings) warned.set(id, (warned.get(id) ?? 0) + 1);
    for (const id of warnings) if (!warns.includes(id)) problem(name, `unexpected warning ${id}`);
    for (const id of warns) if (!warnings.has(id)) problem(name, `expected warning ${id} did not come`);
  }
  for (const [id, count] of warned)
    console.log(`warning ${id} on ${count}: ${explanations[id] ?? 'NOT EXPLAINED'}`);
  if (!of(wrong)?.errors.some(({ id }) => id === 'BR-CO-15')) problem('a wrong document', 'not refused');
  console.log(
    `the authority’s own schema and rules: ${made.length} documents checked, ${problems} problems, ` +
      `${[...warned.values()].reduce((sum, count) => sum + count, 0)} warnings`,
  );
  return problems;
}

/** Writes the first document with a total that is off by a riyal. */
function writeWrong([first]: readonly Made[]): string {
  const file = path.join(folder, 'wrong.xml');
  const right = readFileSync(first?.file ?? '', 'utf8');
  const wrong = right.replace(
    /(<cbc:TaxInclusiveAmount [^>]*>)(\d+)/,
    (_, tag, riyals) => `${tag}${Number(riyals) + 1}`,
  );
  writeFileSync(file, wrong);
  return file;
}
