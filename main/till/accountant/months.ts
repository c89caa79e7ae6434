import path from 'node:path';
import type { Company } from '../../../shared/company.ts';
import type { MonthFile } from '../../../shared/contract/till/month.ts';
import { type Failure, fail } from '../../../shared/failure.ts';
import { unfinishedMonth } from '../../../shared/stored/settings/environment.ts';
import { inFolder } from '../../base/outside/outside-folder.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { removeOwn } from '../../base/platform/files/own-files.ts';
import { workerBeside } from '../../base/platform/worker-beside.ts';
import { withFileFailures } from '../../books/backup/file-failures.ts';
import type { Ledger } from '../../books/ledger/ledger.ts';
import type { MakeMonthOptions } from './make-month.ts';
import { monthFileName, monthOf } from './month.ts';
import type { MonthMessage, MonthTask } from './month-worker.ts';
import { passStaging, stagingFolderOf } from './staging.ts';

export interface MonthRequest extends Pick<MakeMonthOptions, 'month' | 'folder' | 'language' | 'shop'> {
  readonly actor: string;
}

export interface MonthsOptions {
  readonly ledger: Ledger;
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly company: () => Company | undefined;
  readonly failureOf: (error: unknown) => Failure;
  readonly onChange: () => void;
}

/** The thread reads thousands of documents; its memory for new objects is limited, since the till needs the rest. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };

interface Work {
  readonly stop: Int32Array;
  readonly ended: Promise<void>;
}

interface WorkEvents {
  readonly onMessage: (message: MonthMessage) => void;
  readonly onError: (error: unknown) => void;
  readonly onEnd: () => void;
}

function startWork(task: Omit<MonthTask, 'stop'>, { onMessage, onError, onEnd }: WorkEvents): Work {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const workerData = { ...task, stop: shared } satisfies MonthTask;
  const worker = workerBeside(import.meta.url, 'month-worker', { workerData, resourceLimits });
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.on('message', onMessage);
  worker.on('error', onError);
  worker.on('exit', () => {
    resolve();
    onEnd();
  });
  return { stop: new Int32Array(shared), ended: promise };
}

async function end(work: Work | undefined): Promise<void> {
  if (work === undefined) return;
  Atomics.store(work.stop, 0, 1);
  await work.ended;
}

/** Returns the task of the thread, and the file. @throws FailureError as `make` */
async function planOf(
  { month, folder, language, shop }: MonthRequest,
  options: MonthsOptions,
): Promise<{ task: Omit<MonthTask, 'stop'>; file: string }> {
  await withFileFailures(() =>
    inFolder(folder, { ownFolder: path.dirname(options.folder) }, async () => undefined),
  );
  const { environment } = options.ledger;
  const now = options.clock.now();
  const company = options.company() ?? fail('no-company');
  const file = path.join(folder, monthFileName(monthOf(month, now), { company, environment, now }));
  const environmentFolder = options.folder;
  return { task: { environment, environmentFolder, company, shop, month, folder, language, now }, file };
}

/** The file of a month for the accountant: one at a time, made in a thread. */
export function createMonths(options: MonthsOptions) {
  const { ledger, clock, failureOf, onChange } = options;
  let work: Work | undefined;
  let progress = { done: 0, of: 0 };
  let made: Extract<MonthFile, { state: 'made' }> | undefined;
  let failure: Failure | undefined;
  const unfinished = () => ledger.settings.read(unfinishedMonth) ?? undefined;

  function view(): MonthFile {
    const { month, folder } = unfinished() ?? {};
    if (month === undefined || folder === undefined) return made ?? { state: 'none' };
    if (work !== undefined) return { state: 'working', month, folder, ...progress };
    return { state: 'unfinished', month, folder, ...(failure && { failure }) };
  }

  function onMessage(message: MonthMessage, { month, folder, actor }: MonthRequest): void {
    if (message.step === 'progress') progress = { done: message.done, of: message.of };
    if (message.step === 'failed') failure = message.failure;
    if (message.step === 'made') {
      const { file, documents, bytes, isOpenToAll } = message.made;
      made = { state: 'made', month, folder, file, documents, bytes, isOpenToAll };
      try {
        ledger.settings.write(unfinishedMonth, null);
        ledger.audit.write({ at: clock.now(), actor, action: 'exported', detail: { month, documents } });
      } catch (error) {
        failure = failureOf(error);
      }
    }
    if (message.step === 'progress') onChange();
  }

  function start(task: Omit<MonthTask, 'stop'>, request: MonthRequest): Work {
    return startWork(task, {
      onMessage: (message) => onMessage(message, request),
      onError(error) {
        failure = failureOf(error);
      },
      onEnd() {
        work = undefined;
        onChange();
      },
    });
  }

  return {
    view,
    /**
     * Begins to make a file, or continues an unfinished one; does nothing while another file is being made.
     * @throws FailureError `bad-input` (the month has not begun), `no-company`, `folder-unusable`
     */
    async make(request: MonthRequest): Promise<void> {
      const { task, file } = await planOf(request, options);
      if (work !== undefined) return;
      const { month, folder } = request;
      const left = unfinished();
      // The file gets another name if the month has ended meanwhile.
      if (left !== undefined && left.file !== file) passStaging(options.folder, left.file, file);
      ledger.settings.write(unfinishedMonth, { month, folder, file });
      failure = undefined;
      made = undefined;
      progress = { done: 0, of: 0 };
      work = start(task, request);
      onChange();
    },
    /** Stops the work; the parts that are done are kept. */
    cancel: () => end(work),
    /** Removes the parts of an unfinished file. */
    drop() {
      const left = unfinished();
      if (work !== undefined || left === undefined) return;
      removeOwn(stagingFolderOf(options.folder, left.file));
      ledger.settings.write(unfinishedMonth, null);
      failure = undefined;
      onChange();
    },
    /** Stops the work as the environment closes. */
    stop: () => end(work),
  };
}

export type Months = ReturnType<typeof createMonths>;
