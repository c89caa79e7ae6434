import type { DropFolderStatus } from '../../../shared/contract/programs/integration.ts';
import { type FailureCode, FailureError } from '../../../shared/failure.ts';
import { OutsideError } from '../../base/outside/outside-error.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { createJobRunner } from '../../base/platform/job-runner.ts';
import { createSerialQueue } from '../../base/platform/serial-queue.ts';
import type { DroppedFile } from './dropped-files.ts';
import { createFolderScan, type FolderScanOptions, type FolderState } from './folder-scan.ts';
import { notifyStatus } from './status-files.ts';

export type WatchState = FolderState & Pick<DropFolderStatus, 'failure' | 'failedAt'>;

export interface FolderWatchOptions extends FolderScanOptions {
  readonly clock: Clock;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
}

/** The number of milliseconds between two scans; the second scan that finds a file unchanged accepts it. */
const pollIntervalMs = 1_000;

const lookJob = 'look';

/** Returns the failure's code if a person can do something about it. */
function failureCodeOf(error: unknown): FailureCode {
  if (error instanceof FailureError) return error.failure.code;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOSPC', 'EDQUOT'].includes(code)) return 'disk-full';
  return code.startsWith('E') && !code.startsWith('ERR_') ? 'folder-unusable' : 'internal';
}

/** Reports a lasting failure once, not at each scan. */
function createLastFailure(onError: (error: unknown) => void) {
  let code: FailureCode | undefined;
  let name: string | undefined;
  return {
    get code() {
      return code;
    },
    /** The file or folder that is not what it must be. */
    get name() {
      return name;
    },
    report(error: unknown): void {
      const before = code;
      code = failureCodeOf(error);
      name = error instanceof OutsideError ? String(error.failure.detail?.name) : undefined;
      if (code !== before) onError(error);
    },
    end(): void {
      [code, name] = [undefined, undefined];
    },
  };
}

export function createFolderWatch(options: FolderWatchOptions) {
  const { work, clock, onChange, onError } = options;
  const scan = createFolderScan(options);
  /** Scans and status files run one after the other, since both write into out/. */
  const { run: inOrder } = createSerialQueue();
  const runner = createJobRunner({ clock, tick, onError });
  const failure = createLastFailure(onError);
  let lookedAt: number | undefined;

  function tick(): undefined {
    if (runner.isRunning) void lookAsJob();
  }

  /** A scan is a separate job: a folder on a slow share may take long, and the pause begins after that. */
  async function lookAsJob(): Promise<void> {
    const end = runner.jobs.begin(lookJob);
    await inOrder(() => look(false));
    end();
    if (runner.isRunning) runner.in(pollIntervalMs);
  }

  async function look(isAsked: boolean): Promise<void> {
    try {
      await scan.run(isAsked);
      failure.end();
      lookedAt = clock.now();
    } catch (error) {
      failure.report(error);
    }
    onChange();
  }

  function notify(rows: () => readonly DroppedFile[]): Promise<void> {
    return inOrder(async () => {
      try {
        await notifyStatus(rows(), work());
      } catch (error) {
        failure.report(error);
      }
    });
  }

  return {
    get isRunning(): boolean {
      return runner.isRunning;
    },
    get state(): WatchState {
      const { code, name } = failure;
      return {
        ...scan.state,
        ...(code !== undefined && { failure: code }),
        ...(name !== undefined && { failedAt: name }),
      };
    },
    /** The time at which the last successful scan ended, in milliseconds since 1970. */
    get lookedAt(): number | undefined {
      return lookedAt;
    },
    /** Writes the status of these documents, then scans. Resolves after the first scan. */
    async start(unfinished: () => readonly DroppedFile[]) {
      void notify(unfinished);
      runner.start();
      await runner.jobs.of(lookJob);
    },
    /** Waits for the work in progress and forgets earlier sightings. */
    async stop() {
      await runner.stop();
      await inOrder(async () => {
        failure.end();
        lookedAt = undefined;
        scan.reset();
      });
    },
    /** Scans once, now. Never rejects. */
    look: () => inOrder(() => look(true)),
    /** Writes the status of these documents into out/. Never rejects. */
    notify,
  };
}
