import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { makeInvoice } from '../../main/invoice/make-invoice.ts';
import { writeDocument } from '../../main/invoice/write-document.ts';
import { verifyDocument } from '../../main/stamp/verify.ts';
import { parseOrFail } from '../../shared/failure.ts';
import { saleSchema } from '../../shared/sale.ts';
import { anySale } from '../invoice/arbitrary-sale.ts';
import { placement, seller } from '../invoice/fixtures.ts';
import { makeTraining } from '../stamp/support.ts';
import { check } from './checker.ts';
import { conformanceSales, type NamedSale } from './matrix.ts';

/*
 * `npm run conformance`: documents of every kind, stamped and chained, before the authority's own schema and rules.
 * Those are not part of the project: KHATM_CHECKER names a program that runs them (see checker.ts). Without it our
 * own verifier is the only judge, and the program says so. `--seed N` repeats the random baskets of another run.
 */

/** Rules that warn of what a till must be able to sell, and why they are let warn. */
const explanations: Readonly<Record<string, string>> = {
  'BR-KSA-F-06-C19': 'an item may have a name of two letters',
  'BR-KSA-F-C-01': 'an item may have a number for a name',
  'BR-KSA-97': 'a small VAT amount can be the same in both currencies',
  'BR-KSA-F-07': 'a buyer’s tax number is taken as the buyer gives it',
  'BR-KSA-F-08': 'a buyer’s registration is taken as the buyer gives it',
  'BR-KSA-F-09': 'a buyer’s unified number is taken as the buyer gives it',
  'BR-KSA-F-10': 'a buyer’s national id is taken as the buyer gives it',
  'BR-KSA-F-11': 'a buyer’s residence permit is taken as the buyer gives it',
  'BR-KSA-F-13': 'a buyer’s id may look made up and be right',
};

const randomBaskets = 200;
const { values: options } = parseArgs({ options: { seed: { type: 'string' } } });

interface Made extends NamedSale {
  readonly file: string;
}

const checker = process.env.KHATM_CHECKER;
const folder = mkdtempSync(path.join(tmpdir(), 'khatm-conformance-'));
try {
  const seed = Number(options.seed ?? Date.now() % 1_000_000);
  const made = makeAll([...conformanceSales(), ...anySales(seed)], folder);
  console.log(
    `${made.length} documents made, stamped, chained and verified by our own verifier, ` +
      `${randomBaskets} of them from random baskets (--seed ${seed})`,
  );
  if (checker === undefined)
    console.log('KHATM_CHECKER is not set: the authority’s own schema and rules were NOT run');
  else process.exitCode = (await judge(checker, made)) === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** What nobody thought of: baskets of the property tests. */
function anySales(seed: number): NamedSale[] {
  const either = fc.oneof(anySale('includeVat'), anySale('excludeVat'));
  return fc
    .sample(either, { numRuns: randomBaskets, seed })
    .map(({ sale }, index) => ({ name: `random/${index}`, sale }));
}

/** Makes the documents as one terminal would, one after the other within the last hour, and verifies each. */
function makeAll(sales: readonly NamedSale[], folder: string): Made[] {
  const { stamper } = makeTraining();
  const start = Date.now() - 3_600_000;
  let { previousHash } = placement;
  return sales.map((named, index) => {
    const icv = index + 1;
    const issuedAt = start + icv * 1000;
    const invoice = makeInvoice(parseOrFail(saleSchema, named.sale), seller);
    const place = { number: `T1-${icv}`, uuid: crypto.randomUUID(), issuedAt, icv, previousHash };
    const { xml, hash } = stamper.stamp(writeDocument(invoice, place), issuedAt);
    const failed = verifyDocument(xml, { previousHash }).filter(({ ok }) => !ok);
    if (failed.length > 0) throw new Error(`${named.name} does not verify: ${JSON.stringify(failed)}`);
    previousHash = hash;
    const file = path.join(folder, `${String(icv).padStart(4, '0')}.xml`);
    writeFileSync(file, xml);
    return { ...named, file };
  });
}

/**
 * Has the authority's rules judge the documents, and one more that is wrong, so that a judge who refuses nothing is
 * found out.
 * @returns how many documents were not judged as they should be
 */
async function judge(program: string, made: readonly Made[]): Promise<number> {
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
    `the authority’s own schema and rules: ${made.length} documents judged, ${problems} problems, ` +
      `${[...warned.values()].reduce((sum, count) => sum + count, 0)} warnings`,
  );
  return problems;
}

/** The first document with a total that is off by a riyal. */
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
