import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FailureError, fail, parseOrFail } from '../../shared/failure.ts';
import { type Sale, saleSchema } from '../../shared/sale.ts';
import type { Environment } from '../../shared/status.ts';
import { describeIssue } from '../../shared/words/index.ts';
import { sellerOf } from '../credential/seller.ts';
import type { Seller } from '../invoice/invoice.ts';
import { writeDocument } from '../invoice/write-document.ts';
import { checkSale } from '../issue-sale.ts';
import type { Terminal } from '../terminal.ts';
import { trainingCompany } from '../training.ts';
import { companyOf, readInput } from './files.ts';
import { ask, openData } from './on-terminal.ts';
import { UsageError } from './usage-error.ts';

/**
 * `khatm issue`: every file is read, checked and priced before the data folder is touched, so a bad one leaves nothing
 * half-done. Once a sale is sealed, what goes wrong after it ends with 1; its line has been printed.
 */
export async function issue(
  files: string[],
  options: { data: string; env?: Environment; out?: string; wait: boolean },
): Promise<void> {
  const seller = sellerOf(companyOf(options) ?? trainingCompany);
  const sales = files.map((file) => readSale(file, seller));
  let unwell = false;
  refuseClashes(files, sales);
  if (options.out !== undefined) mkdirSync(options.out, { recursive: true });
  const terminal = await openData(options);
  try {
    await terminal.ready();
    for (const [index, sale] of sales.entries()) {
      const issued = await issueOf(terminal, sale, files[index] ?? '');
      process.exitCode = 1;
      if (options.wait) await terminal.idle();
      const { uuid, number, icv, hash, qr } = issued;
      const { state } = options.wait ? await ask(terminal, 'invoice.get', { uuid }) : issued;
      console.log(JSON.stringify({ uuid, number, icv, hash, qr, status: state }));
      if (options.out !== undefined) {
        const { fileName, xml } = await ask(terminal, 'invoice.xml', { uuid });
        writeFileSync(path.join(options.out, fileName), xml);
      }
      if (state === 'rejected' || state === 'parked') unwell = true;
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
    tryOut(sale, seller);
    return sale;
  } catch (error) {
    if (error instanceof FailureError) throw new UsageError(describeBadSale(file, error));
    throw error;
  }
}

/** A document of it that is thrown away: its size, too, may be what is wrong. */
function tryOut(sale: Sale, seller: Seller): void {
  const issuedAt = Date.now();
  const { invoice } = checkSale(sale, seller, issuedAt);
  writeDocument(invoice, { number: 'T-000001', uuid: randomUUID(), issuedAt, icv: 1, previousHash: '' });
}

/** What only the ledger knows, for instance that the goods came back already, is said of its file too. */
async function issueOf(terminal: Terminal, sale: Sale, file: string) {
  try {
    return await ask(terminal, 'sale.issue', sale);
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'bad-input')
      throw new UsageError(describeBadSale(file, error));
    throw error;
  }
}

/** Two different sales under one id: the second would be refused after the first was sealed. */
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('bad-input', { issues: [{ path: [], code: 'not-json', message: 'is not JSON' }] });
  }
}

/** All that is wrong in one line: `sale.json: lines.0.quantity: must be above zero; …`. */
function describeBadSale(file: string, { failure }: FailureError): string {
  const issues = (failure.issues ?? []).map((issue) =>
    [...(issue.path.length > 0 ? [issue.path.join('.')] : []), describeIssue(issue, 'en')].join(': '),
  );
  return `${file}: ${issues.length > 0 ? issues.join('; ') : failure.code}`;
}
