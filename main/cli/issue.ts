import { isUtf8 } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { FailureError, fail, parseOrFail } from '../../shared/failure.ts';
import { type Sale, saleSchema } from '../../shared/sale.ts';
import { describeIssue } from '../../shared/words/index.ts';
import type { Caller } from '../commands.ts';
import { sellerOf } from '../credential/seller.ts';
import { checkSale } from '../issue-sale.ts';
import { openTerminal, type Terminal } from '../terminal.ts';
import { trainingCompany } from '../training.ts';
import { readInput } from './files.ts';
import { UsageError } from './usage-error.ts';

/**
 * `khatm issue`: every file is read, checked and priced before the data folder is touched, so a bad one leaves nothing
 * half-done. Once a sale is sealed, what goes wrong after it ends with 1; its line has been printed.
 */
export async function issue(
  files: string[],
  options: { data: string; out?: string; wait: boolean },
): Promise<void> {
  const sales = files.map(readSale);
  let unwell = false;
  refuseClashes(files, sales);
  if (options.out !== undefined) mkdirSync(options.out, { recursive: true });
  const terminal = await openTerminal({ folder: options.data, version: manifest.version });
  try {
    await terminal.ready();
    for (const sale of sales) {
      const issued = await ask(terminal, 'sale.issue', sale);
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

/** Whoever may run programs on the data folder may manage the terminal; the audit log says that it was from here. */
const commandLine: Caller = { role: 'manager', name: 'command line' };

/** One command, its failure raised. */
export async function ask<N extends CommandName>(
  terminal: Terminal,
  name: N,
  input: CommandInput<N>,
): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, commandLine);
  if (!result.ok) throw new FailureError(result.failure);
  return result.value as CommandOutput<N>;
}

function readSale(file: string): Sale {
  const bytes = readInput(file);
  if (!isUtf8(bytes)) throw new UsageError(`${file}: is not UTF-8 text`);
  // Some editors begin a file with a byte order mark.
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    const sale = parseOrFail(saleSchema, parseJson(text));
    checkSale(sale, sellerOf(trainingCompany), Date.now());
    return sale;
  } catch (error) {
    if (error instanceof FailureError) throw new UsageError(describeBadSale(file, error));
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
