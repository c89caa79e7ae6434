import { isUtf8 } from 'node:buffer';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { FailureError, fail, parseOrFail } from '../../shared/failure.ts';
import { type Sale, saleSchema } from '../../shared/sale.ts';
import type { Environment } from '../../shared/status.ts';
import { describeIssue } from '../../shared/words/index.ts';
import { sellerOf } from '../credential/seller.ts';
import { trainingCompany } from '../environment/training.ts';
import type { Seller } from '../invoice/invoice.ts';
import { checkSale, tryOut } from '../issue/issue-sale.ts';
import { privateFolder } from '../platform/private-files.ts';
import { lacksParty } from '../references/complete-parties.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { companyOf, filesNamed, readInput, writeOutput } from './files.ts';
import { linesOf, whatCame } from './issue-answer.ts';
import { ask, openData } from './on-terminal.ts';
import { UsageError } from './usage-error.ts';

/**
 * `khatm issue`: reads, checks and prices every file before it touches the data folder, so a bad file leaves nothing
 * half-done. After a sale is sealed, its line is printed and a later failure ends with exit code 1.
 */
export async function issue(
  names: string[],
  options: { data: string; env?: Environment; out?: string; wait: boolean },
): Promise<void> {
  const files = filesNamed(names);
  const seller = sellerOf(companyOf(options) ?? trainingCompany);
  const sales = files.map((file) => readSale(file, seller));
  let unwell = false;
  refuseClashes(files, sales);
  if (options.out !== undefined) mkdirSync(options.out, { recursive: true, mode: privateFolder });
  const terminal = await openData(options);
  try {
    await terminal.ready();
    await refuseUncertified(terminal, files, sales);
    for (const [index, sale] of sales.entries()) {
      const issued = await issueOf(terminal, sale, files[index] ?? '');
      process.exitCode = 1;
      if (options.wait) await terminal.idle();
      const { uuid, number, icv, hash, qr } = issued;
      const came = options.wait ? await whatCame(terminal, uuid) : undefined;
      const { state } = came ?? issued;
      console.log(JSON.stringify({ uuid, number, icv, hash, qr, status: state, ...came?.said }));
      if (came !== undefined) for (const line of linesOf(number, came)) console.error(line);
      if (options.out !== undefined) {
        const { fileName, xml } = await ask(terminal, 'invoice.xml', { uuid });
        writeOutput(path.join(options.out, fileName), xml);
      }
      if (came?.isNo === true) unwell = true;
    }
    if (!unwell) process.exitCode = 0;
  } finally {
    await terminal.close();
  }
}

function readSale(file: string, seller: Seller): Sale {
  const bytes = readInput(file);
  if (!isUtf8(bytes)) throw new UsageError(`${file}: is not UTF-8 text`);
  // Some editors begin a file with a byte order mark.
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    const sale = parseOrFail(saleSchema, parseJson(text));
    // The ledger completes it.
    if (lacksParty(sale)) return sale;
    const now = Date.now();
    tryOut(checkSale(sale, seller, now).invoice, now);
    return sale;
  } catch (error) {
    if (error instanceof FailureError) throw new UsageError(describeBadSale(file, error));
    throw error;
  }
}

/** Failures that only the ledger can find, such as goods returned before, are reported with their file too. */
async function issueOf(terminal: Terminal, sale: Sale, file: string) {
  try {
    return await ask(terminal, 'sale.issue', sale);
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'bad-input')
      throw new UsageError(describeBadSale(file, error));
    throw error;
  }
}

/** Refuses two different sales under one id: the second would fail after the first was sealed. */
function refuseClashes(files: string[], sales: Sale[]): void {
  const seen = new Map<string, string>();
  for (const [index, sale] of sales.entries()) {
    if (sale.saleId === undefined) continue;
    const text = JSON.stringify(sale);
    const earlier = seen.get(sale.saleId);
    if (earlier !== undefined && earlier !== text)
      throw new UsageError(`${files[index]}: saleId: another sale of this call has the same id`);
    seen.set(sale.saleId, text);
  }
}

/** Refuses customers that the certificate does not allow, before any file is sealed. */
async function refuseUncertified(terminal: Terminal, files: string[], sales: Sale[]): Promise<void> {
  const { customers } = await ask(terminal, 'terminal.status', {});
  for (const [index, { customer }] of sales.entries()) {
    if (customers.includes(customer)) continue;
    const issue = {
      path: ['customer'],
      code: `${customer}-not-certified`,
      message: 'is not in the certificate',
    };
    throw new UsageError(`${files[index]}: customer: ${describeIssue(issue, 'en')}`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('bad-input', { issues: [{ path: [], code: 'not-json', message: 'is not JSON' }] });
  }
}

/** All problems in one line: `sale.json: lines.0.quantity: must be above zero; …`. */
function describeBadSale(file: string, { failure }: FailureError): string {
  const issues = (failure.issues ?? []).map((issue) =>
    [...(issue.path.length > 0 ? [issue.path.join('.')] : []), describeIssue(issue, 'en')].join(': '),
  );
  return `${file}: ${issues.length > 0 ? issues.join('; ') : failure.code}`;
}
