import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import type { CommandOutput } from '../../../../shared/contract/index.ts';
import { mostSalesTogether } from '../../../../shared/contract/till/sales.ts';
import { type Failure, FailureError } from '../../../../shared/failure.ts';
import { type Sale, saleForm } from '../../../../shared/sale/sale.ts';
import type { Environment } from '../../../../shared/status.ts';
import { inFolder } from '../../../base/outside/outside-folder.ts';
import { privateFolder } from '../../../base/platform/files/private-files.ts';
import { sellerOf } from '../../../sending/credential/seller.ts';
import { trainingCompany } from '../../environment/credentials/training.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { companyOf, filesNamed, refuseInput, warnOfOpen, writeOutput } from '../files.ts';
import { ask, onData } from '../on-terminal.ts';
import { wholeNumber } from '../option-values.ts';
import { UsageError } from '../usage-error.ts';
import { type CheckedSales, checkSales, describeBad, type SaleAt } from './check-sales.ts';
import { linesOf, sendingResult } from './issue-answer.ts';
import { type Place, salesFrom, salesOfFiles } from './read-sales.ts';
import { createSharedNames } from './shared-names.ts';

export interface IssueOptions {
  readonly data: string;
  readonly env?: Environment;
  readonly from?: string;
  readonly keepGoing?: boolean;
  readonly out?: string;
  /** The number of the rejected document in whose place the one sale is issued. */
  readonly replaces?: string;
  /** True to let the sales name documents of other systems. */
  readonly otherSystems?: boolean;
  /** The number of seconds to wait for the authority; false to not wait. */
  readonly wait: string | false;
}

/**
 * `khatm issue`: reads, checks and prices every sale before it touches the data folder, so a bad sale leaves nothing
 * half-done. Once a sale is issued its line is printed, and a later failure ends with exit code 1.
 */
export async function issue(names: string[], options: IssueOptions): Promise<void> {
  const { from } = options;
  waitMsOf(options);
  if ((from === undefined) === (names.length === 0))
    throw new UsageError('name the files with the sales, or give --from');
  if (options.replaces !== undefined && names.length !== 1)
    throw new UsageError('--replaces is for one sale: name its file');
  const sales = from === undefined ? salesOfFiles(await filesNamed(names)) : await salesFrom(from);
  try {
    const checked = await checkSales(sales, {
      seller: sellerOf(companyOf(options) ?? trainingCompany),
      // A call that stopped half-way will be repeated.
      needsIds: from !== undefined,
      replaces: options.replaces,
      otherSystems: options.otherSystems === true,
    });
    if (checked.bad > 0 && options.keepGoing !== true) return refuse(checked, options);
    if (checked.good === 0) return sayNothing(checked, from);
    if (options.out !== undefined) await prepareFolder(options.out, options.data);
    await issueChecked(checked, options);
  } finally {
    sales.close();
  }
}

function refuse({ bad, good }: CheckedSales, { from }: IssueOptions): void {
  process.exitCode = 2;
  if (from !== undefined) console.error(`khatm: ${bad} of ${bad + good} sales cannot be issued; none was`);
}

function sayNothing({ bad }: CheckedSales, from = ''): void {
  if (bad > 0) process.exitCode = 2;
  else console.error(`khatm: ${from}: no sales there`);
}

/** Makes the folder if it is missing, and refuses one in which no file can be made. */
async function prepareFolder(folder: string, ownFolder: string): Promise<void> {
  await inFolder(folder, { make: privateFolder, ownFolder }, async (place) => {
    await place.requireWritable();
    warnOfOpen(folder, place.isOpenToAll);
  }).catch((cause) => refuseInput(folder, cause));
}

/** One call of a terminal and its results so far. */
interface Issuing {
  readonly terminal: Terminal;
  readonly options: IssueOptions;
  readonly waitMs: number;
  /** The documents whose lines are printed when the authority has answered. */
  waiting: { readonly at: SaleName; readonly document: Document }[];
  isUnwell: boolean;
}

/** The part of an output line that names the sale. */
interface SaleName extends Place {
  readonly saleId: string | undefined;
}

type Result = CommandOutput<'sale.issueAll'>['results'][number];
type Document = Extract<Result, { existed: boolean }>;

/** The number of documents that wait for the authority at once; more would only take memory. */
const mostWaiting = 500;

async function issueChecked(checked: CheckedSales, options: IssueOptions): Promise<void> {
  const waitMs = waitMsOf(options);
  const sends = waitMs > 0 ? 'due' : 'nothing';
  await onData({ data: options.data, env: options.env, sends }, async (terminal) => {
    const issuing: Issuing = { terminal, options, waitMs, waiting: [], isUnwell: checked.bad > 0 };
    await terminal.ready();
    if (options.keepGoing !== true && !(await passTerminal(checked, issuing))) return;
    try {
      for await (const group of groupsOf(checked.again())) {
        if (!(await issueGroup(group, issuing))) break;
        if (waitMs === 0 || issuing.waiting.length >= mostWaiting) await printAnswers(issuing, waitMs > 0);
      }
    } catch (error) {
      // The issued documents are printed, however the call ends.
      await printAnswers(issuing, false);
      throw error;
    }
    await printAnswers(issuing, waitMs > 0);
    if (!issuing.isUnwell) process.exitCode = 0;
    else process.exitCode ||= 1;
  });
}

/** Finds the faults that only the ledger and the certificate show, before the first sale is issued. */
async function passTerminal(
  checked: CheckedSales,
  { terminal, options }: Pick<Issuing, 'terminal' | 'options'>,
): Promise<boolean> {
  const { customers } = await ask(terminal, 'terminal.status', {});
  const shared = createSharedNames();
  let bad = 0;
  const report = ({ place, sale }: SaleAt, failure: Failure | undefined) => {
    if (failure === undefined) return;
    bad += 1;
    console.error(`khatm: ${describeBad(place, failure, sale)}`);
  };
  for await (const each of checked.again()) {
    shared.add(each.sale);
    report(each, await refusalOf(terminal, customers, each.sale));
  }
  if (bad === 0 && shared.areAny)
    for (const sales of await shared.groupsOf(checked.again())) {
      const { failures } = await ask(terminal, 'sale.tryAll', { sales: sales.map(({ sale }) => sale) });
      for (const [index, each] of sales.entries()) report(each, failures[index] ?? undefined);
    }
  if (bad > 0) refuse({ ...checked, bad, good: checked.good - bad }, options);
  return bad === 0;
}

async function refusalOf(
  terminal: Terminal,
  customers: readonly string[],
  sale: Sale,
): Promise<Failure | undefined> {
  // A note may leave its customer to the ledger.
  if (sale.customer !== undefined && !customers.includes(sale.customer)) {
    const code = `${sale.customer}-not-certified`;
    return {
      code: 'bad-input',
      issues: [{ path: ['customer'], code, message: 'is not in the certificate' }],
    };
  }
  try {
    await ask(terminal, 'sale.price', sale);
    return undefined;
  } catch (error) {
    if (!(error instanceof FailureError) || !ofTheSale.includes(error.failure.code)) throw error;
    return error.failure;
  }
}

const ofTheSale: readonly string[] = ['bad-input', 'sale-differs'];

/** The number of sales that are committed together, so few that a customer at the next till hardly has to wait. */
async function* groupsOf(sales: AsyncIterable<SaleAt>): AsyncGenerator<SaleAt[]> {
  let group: SaleAt[] = [];
  let bytes = 0;
  for await (const each of sales) {
    if (group.length === mostSalesTogether || bytes + each.bytes > mostBytesTogether) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(each);
    bytes += each.bytes;
  }
  if (group.length > 0) yield group;
}

const mostBytesTogether = 64 * 1024;

/** @returns false when the call must end here */
async function issueGroup(group: readonly SaleAt[], issuing: Issuing): Promise<boolean> {
  const { terminal, options } = issuing;
  const sales = group.map(({ sale }) => sale);
  const { results } = await ask(terminal, 'sale.issueAll', { sales });
  let goesOn = true;
  for (const [index, result] of results.entries()) {
    const { place, sale } = group[index] as SaleAt;
    if ('failure' in result) {
      console.error(`khatm: ${describeBad(place, result.failure, sale)}`);
      issuing.isUnwell = true;
      goesOn &&= options.keepGoing === true && ofTheSale.includes(result.failure.code);
    } else {
      process.exitCode = 1;
      issuing.waiting.push({ at: { ...place, saleId: sale.saleId }, document: result });
    }
  }
  return goesOn;
}

/** Prints the lines of all waiting documents. @throws the first error of a file, after all lines are printed */
async function printAnswers(issuing: Issuing, waits: boolean): Promise<void> {
  const { terminal, waiting } = issuing;
  const errors: unknown[] = [];
  const attempt = <T>(work: Promise<T>) => work.catch((error: unknown) => void errors.push(error));
  issuing.waiting = [];
  if (waits) await attempt(answered(issuing, waiting));
  for (const { at, document } of waiting) {
    const { uuid, number, icv, hash, qr, state } = document.issued;
    const result = (waits && (await attempt(sendingResult(terminal, uuid)))) || undefined;
    const existed = document.existed ? { existed: true } : {};
    const remarks = result?.remarks && { remarks: result.remarks };
    const report = { status: result?.state ?? state, ...result?.reply, ...remarks };
    console.log(JSON.stringify({ ...at, uuid, number, icv, hash, qr, ...existed, ...report }));
    if (result !== undefined) for (const line of linesOf(number, result)) console.error(line);
    await attempt(writeDocument(issuing, uuid));
    if (result?.isNo === true) issuing.isUnwell = true;
  }
  if (errors.length > 0) throw errors[0];
}

/** Waits until the authority has answered for all of these documents, nothing more can be sent, or the time is up. */
async function answered({ terminal, waitMs }: Issuing, waiting: Issuing['waiting']): Promise<void> {
  const until = performance.now() + waitMs;
  let isIdle = waiting.length === 0;
  const idle = terminal.idle().then(() => {
    isIdle = true;
  });
  for (const { document } of waiting)
    while (!isIdle && performance.now() < until) {
      const { state } = await ask(terminal, 'invoice.get', { uuid: document.issued.uuid });
      if (state !== 'waiting' && state !== 'sending') break;
      await Promise.race([idle, setTimeout(pollIntervalMs)]);
    }
}

const pollIntervalMs = 100;

function waitMsOf({ wait }: IssueOptions): number {
  if (wait === false) return 0;
  return wholeNumber('--wait', wait, { least: 0, most: 99_999, of: 'of seconds' }) * 1_000;
}

/** `khatm issue --schema`: prints the JSON Schema of a sale. */
export function printSaleSchema(): void {
  const schema = z.toJSONSchema(saleForm, { io: 'input', unrepresentable: 'any' });
  console.log(JSON.stringify(schema, undefined, 2));
}

async function writeDocument({ terminal, options: { out, data } }: Issuing, uuid: string): Promise<void> {
  if (out === undefined) return;
  const { fileName, xml } = await ask(terminal, 'invoice.xml', { uuid });
  await writeOutput(path.join(out, fileName), xml, data);
}
