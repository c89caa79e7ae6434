import path from 'node:path';
import type { Company } from '../../../shared/company.ts';
import { fail } from '../../../shared/failure.ts';
import type { ShopLines } from '../../../shared/shop-lines.ts';
import type { Language } from '../../../shared/words/index.ts';
import { screens } from '../../../shared/words/screens.ts';
import { inFile, inFolder, type OutsideFolder, removeUnfinished } from '../../base/outside/outside-folder.ts';
import { withFileFailures } from '../../books/backup/file-failures.ts';
import type { CounterRange } from '../../books/ledger/documents/documents.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { StoredReport } from '../../books/ledger/shifts/shifts.ts';
import { takingsOf } from '../shift/takings-of.ts';
import { booksCsv, booksWorkbooks, rowsOfWorkbook } from './books.ts';
import { documentPart, lineHeading, partsOf, sourceOf } from './document-part.ts';
import { joinZips } from './join-zips.ts';
import { isGoingOn, type Month, monthFileName, monthOf } from './month.ts';
import { monthReports, type ReadReport, type ReportSources } from './month-reports.ts';
import { readMe } from './read-me.ts';
import { openStaging, type Staging } from './staging.ts';
import { zJson, zPapers, zReportsOf } from './z-reports.ts';
import { openZipFile } from './zip-file.ts';
import { withTimes } from './zip-times.ts';

export interface MakeMonthOptions {
  readonly ledger: Ledger;
  readonly company: Company;
  readonly articlesOf: ReportSources['articlesOf'];
  readonly shop: ShopLines;
  /** The month, such as `2026-10`; it must have begun. */
  readonly month: string;
  /** The folder for the file. It must exist: the folder of an unplugged stick must not be created. */
  readonly folder: string;
  /** The environment's own folder, in which the file is made. */
  readonly scratch: string;
  /** The data folder, in which the file may not be put. */
  readonly ownFolder?: string | undefined;
  readonly language: Language;
  /** The time in milliseconds since 1970. */
  readonly now: number;
  readonly onProgress?: (progress: MonthProgress) => void;
  /** Called between steps; an error that it throws ends the work, and finished parts stay for the next attempt. */
  readonly throwIfStopped?: () => void;
}

/** The number of documents packed so far; when all are packed, the rest of the file is written. */
export interface MonthProgress {
  readonly done: number;
  readonly of: number;
}

export interface MadeMonth {
  readonly file: string;
  readonly documents: number;
  /** The number of documents whose parts exist from an earlier attempt. */
  readonly reused: number;
  readonly bytes: number;
  /** True if every user of the machine may write in the folder. */
  readonly isOpenToAll: boolean;
}

/**
 * Makes one ZIP file of a month for the accountant. The file is assembled part by part beside the books. If that is
 * interrupted, the next attempt continues it. The file gets its name only once it is complete.
 * @throws FailureError `bad-input` (the month has not begun), `disk-full`, `folder-unusable`, `database-busy`
 */
export async function makeMonth(options: MakeMonthOptions): Promise<MadeMonth> {
  const { ledger, company, folder, scratch, ownFolder, now, throwIfStopped = () => undefined } = options;
  const month = monthOf(options.month, now);
  const { environment } = ledger;
  const file = path.join(folder, monthFileName(month, { company, environment, now }));
  return withFileFailures(async () => {
    await inFolder(folder, { ownFolder }, (place) => removeUnfinished(place, Date.now()));
    const staging = openStaging(scratch, file);
    const { contents, names, reused } = await packAll(staging, options, month, company, throwIfStopped);
    const whole = staging.file('whole');
    const parts = ['rest', ...names].map((name) => staging.file(`${name}.zip`));
    const { bytes } = joinZips(parts, whole, throwIfStopped);
    const isOpenToAll = await inFolder(folder, { ownFolder }, async (place) => {
      await putInto(place, path.basename(file), whole, throwIfStopped);
      return place.isOpenToAll;
    });
    staging.remove();
    const { first, last } = contents.range;
    return { file, documents: last - first + 1, reused, bytes, isOpenToAll };
  });
}

/**
 * Packs everything, and starts over if times were corrected meanwhile: otherwise the days in the lists would differ
 * from those in the reports.
 */
async function packAll(
  staging: Staging,
  options: MakeMonthOptions,
  month: Month,
  company: Company,
  throwIfStopped: () => void,
) {
  const { times } = options.ledger;
  for (let tries = 0; tries < mostTries; tries++) {
    const contents = readContents(options, month, throwIfStopped);
    const { names, reused } = packDocuments(staging, options, company, contents.range);
    await packRest(staging, options, { month, company, contents, names });
    if (times.lastCorrected() === contents.corrected) return { contents, names, reused };
  }
  return fail('database-busy');
}

interface Contents {
  /** The last correction of times that the contents include. */
  readonly corrected: string;
  readonly range: CounterRange;
  readonly reports: readonly ReadReport[];
  readonly shifts: readonly StoredReport[];
}

/** The number of documents that are added to the sums in one step: a sale waits for one such step at most. */
const addAtOnce = 300;
/** The number of attempts. All of them fail only if a document is issued, or times are corrected, during each one. */
const mostTries = 100;

/** Reads the reports and the last document at one moment, while others may issue or correct times. */
function readContents(options: MakeMonthOptions, month: Month, throwIfStopped: () => void): Contents {
  const { ledger, articlesOf } = options;
  const { takings, documents, chain, times } = ledger;
  const addUp = takingsOf(documents);
  for (let tries = 0; tries < mostTries; tries++) {
    const corrected = times.lastCorrected();
    while (takings.isBehind()) {
      throwIfStopped();
      takings.learn(addAtOnce, addUp);
    }
    const head = chain.head()?.icv ?? 0;
    const reports = monthReports.map((read) => read({ ledger, articlesOf }, month.period));
    const shifts = zReportsOf(ledger, month);
    const first = documents.counterAt(month.begin);
    const last = documents.counterAt(month.end) - 1;
    if ((chain.head()?.icv ?? 0) === head && times.lastCorrected() === corrected)
      return { corrected, range: { first, last }, reports, shifts };
  }
  return fail('database-busy');
}

/** Packs the documents, except those whose parts exist and are still intact. */
function packDocuments(staging: Staging, options: MakeMonthOptions, company: Company, range: CounterRange) {
  const { ledger, onProgress, throwIfStopped } = options;
  const of = range.last - range.first + 1;
  const names: string[] = [];
  let [done, reused] = [0, 0];
  onProgress?.({ done, of });
  for (const part of partsOf(range)) {
    throwIfStopped?.();
    const name = `documents-${String(part.first).padStart(9, '0')}`;
    const source = sourceOf(ledger, company.vatNumber, part);
    const count = part.last - part.first + 1;
    if (staging.done(name, source) !== undefined) reused += count;
    else staging.keep(name, { source, ...documentPart(ledger, company.vatNumber, part) });
    names.push(name);
    done += count;
    onProgress?.({ done, of });
  }
  return { names, reused };
}

interface RestOf {
  readonly month: Month;
  readonly company: Company;
  readonly contents: Contents;
  readonly names: readonly string[];
}

/** Writes everything except the documents. This is quick and shows the present state, so it is done again each time. */
async function packRest(staging: Staging, options: MakeMonthOptions, rest: RestOf): Promise<void> {
  const { ledger, language, shop, now, throwIfStopped } = options;
  const { month, company, contents, names } = rest;
  const { range, reports, shifts } = contents;
  const { environment } = ledger;
  const documents = range.last - range.first + 1;
  const last =
    documents === 0 ? undefined : [...ledger.documents.entries({ ...range, first: range.last })][0]?.[0];
  const at = last?.issuedAt ?? month.begin;
  const zip = openZipFile(staging.file('rest.zip'), at);
  const sums: string[] = [];
  const add = (name: string, pieces: Iterable<Uint8Array>) => {
    throwIfStopped?.();
    sums.push(zip.add(name, kept(pieces, throwIfStopped)));
  };
  const addText = (name: string, text: string) => add(name, [Buffer.from(text)]);
  const title = screens.en('month.file.zTitle', { month: month.name });
  try {
    const about = { month, company, environment, documents, until: last, isGoingOn: isGoingOn(month, now) };
    addText('README.txt', readMe(about));
    add('documents.csv', booksCsv(ledger, range));
    let book = 0;
    for await (const workbook of booksWorkbooks(ledger, range, language)) {
      book += 1;
      const name = documents <= rowsOfWorkbook ? '' : `-${String(book).padStart(2, '0')}`;
      add(`documents${name}.xlsx`, [withTimes(workbook, at)]);
    }
    add('lines.csv', linesOf(staging, names));
    for (const report of reports)
      add(`reports/${report.title(language)}.xlsx`, [withTimes(await report.workbook(language, at), at)]);
    addText('z-reports.html', zPapers(shifts, title, company, shop, environment));
    addText('z-reports.json', zJson(shifts));
    add('SHA256SUMS', sumsOf(sums, staging, names));
    zip.end();
  } finally {
    zip.close();
  }
}

function* kept<T>(pieces: Iterable<T>, throwIfStopped: (() => void) | undefined): Generator<T> {
  for (const piece of pieces) {
    throwIfStopped?.();
    yield piece;
  }
}

function* linesOf(staging: Staging, names: readonly string[]): Generator<Uint8Array> {
  yield lineHeading;
  for (const name of names) yield staging.read(`${name}.csv`);
}

function* sumsOf(sums: readonly string[], staging: Staging, names: readonly string[]): Generator<Uint8Array> {
  yield Buffer.from(sums.join(''));
  for (const name of names) yield Buffer.from(staging.sumsOf(name));
}

/** Puts a finished file into the folder, where it is read again, since a disk may not have stored it correctly. */
async function putInto(
  folder: OutsideFolder,
  name: string,
  whole: string,
  throwIfStopped: () => void,
): Promise<void> {
  const file = await folder.begin();
  try {
    await inFile(whole, async (from) => {
      for await (const bytes of from.pieces()) {
        throwIfStopped();
        await file.write(bytes);
      }
    });
    await file.check();
    await file.keep(name);
    await folder.sync();
  } finally {
    await file.end();
  }
}
