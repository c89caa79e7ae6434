import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { FailureError, fail, parseOrFail } from '../../shared/failure.ts';
import { type Sale, saleSchema } from '../../shared/sale.ts';
import { describeIssue } from '../../shared/words/index.ts';
import { openTerminal, type Terminal } from '../terminal.ts';
import { readInput } from './files.ts';
import { UsageError } from './usage-error.ts';

/**
 * `khatm issue`: every file is read and checked before the first sale is sealed, so a bad one leaves nothing
 * half-done.
 */
export async function issue(
  files: string[],
  options: { data: string; out?: string; wait: boolean },
): Promise<void> {
  const sales = files.map(readSale);
  if (options.out !== undefined) mkdirSync(options.out, { recursive: true });
  const terminal = await openTerminal({ folder: options.data, version: manifest.version });
  try {
    await terminal.ready();
    for (const [index, sale] of sales.entries()) {
      const priced = await terminal.call('sale.price', sale, 'manager');
      if (!priced.ok)
        throw new UsageError(describeBadSale(files[index] ?? '', new FailureError(priced.failure)));
    }
    for (const sale of sales) {
      const issued = await ask(terminal, 'sale.issue', sale);
      if (options.wait) await terminal.idle();
      const { uuid, number, icv, hash, qr } = issued;
      const { state } = options.wait ? await ask(terminal, 'invoice.get', { uuid }) : issued;
      if (options.out !== undefined) {
        const { fileName, xml } = await ask(terminal, 'invoice.xml', { uuid });
        writeFileSync(path.join(options.out, fileName), xml);
      }
      console.log(JSON.stringify({ uuid, number, icv, hash, qr, status: state }));
    }
  } finally {
    await terminal.close();
  }
}

/** One command, its failure raised. */
export async function ask<N extends CommandName>(
  terminal: Terminal,
  name: N,
  input: CommandInput<N>,
): Promise<CommandOutput<N>> {
  const result = await terminal.call(name, input, 'manager');
  if (!result.ok) throw new FailureError(result.failure);
  return result.value as CommandOutput<N>;
}

function readSale(file: string): Sale {
  const text = readInput(file).toString('utf8');
  try {
    return parseOrFail(saleSchema, parseJson(text));
  } catch (error) {
    if (error instanceof FailureError) throw new UsageError(describeBadSale(file, error));
    throw error;
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
