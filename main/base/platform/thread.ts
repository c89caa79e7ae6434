import { parentPort, type Transferable, type Worker } from 'node:worker_threads';
import { type Failure, FailureError } from '../../../shared/failure.ts';

/* A thread for work beside the terminal's own: started with the first task, kept, and ended with the program. */

interface Task<T> {
  readonly id: number;
  readonly task: T;
}

type Answer<R> =
  | { readonly id: number; readonly result: R }
  | { readonly id: number; readonly failure: Failure }
  /** The answer to a task that failed because of a defect. */
  | { readonly id: number; readonly error: string };

export interface Thread<T, R> {
  /**
   * Tasks are done in the order in which they come.
   * @throws FailureError as the task's work does
   * @param limit ends the thread, with the tasks that wait for it, when the task takes longer
   * @throws Error when the thread broke; the next task gets a new thread
   */
  ask(task: T, limit?: TaskLimit): Promise<R>;
  /** Ends the thread; tasks that are not done yet fail. */
  close(): Promise<void>;
}

export interface TaskLimit {
  readonly timeoutMs: number;
  /** The failure of the task that took too long. */
  readonly failure: Failure;
}

interface Waiting<R> {
  resolve(result: R): void;
  reject(error: unknown): void;
}

/** Creates a thread. @param name for errors @param start starts the thread, which calls `answerTasks` */
export function createThread<T, R>(name: string, start: () => Worker): Thread<T, R> {
  let worker: Worker | undefined;
  let waiting = new Map<number, Waiting<R>>();
  let lastId = 0;
  let closed = false;

  function begin(): Worker {
    const begun = start();
    const ownTasks = waiting;
    let cause: unknown;
    begun.on('message', (answer: Answer<R>) => {
      const task = ownTasks.get(answer.id);
      ownTasks.delete(answer.id);
      if (ownTasks.size === 0) begun.unref();
      if ('result' in answer) task?.resolve(answer.result);
      else if ('failure' in answer) task?.reject(new FailureError(answer.failure));
      else task?.reject(new Error(answer.error));
    });
    begun.on('error', (error) => {
      cause = error;
    });
    begun.on('exit', () => {
      if (worker === begun) worker = undefined;
      if (waiting === ownTasks) waiting = new Map();
      for (const { reject } of ownTasks.values())
        reject(new Error(`the thread that ${name} ended`, { cause }));
    });
    return begun;
  }

  return {
    ask(task, limit) {
      if (closed) return Promise.reject(new Error('closed'));
      worker ??= begin();
      lastId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<R>();
      waiting.set(lastId, { resolve, reject });
      if (limit !== undefined) endLate(worker, promise, () => reject(new FailureError(limit.failure)), limit);
      worker.ref();
      worker.postMessage({ task, id: lastId } satisfies Task<T>);
      return promise;
    },
    async close() {
      closed = true;
      await worker?.terminate();
    },
  };
}

/** Ends a thread whose task takes too long: no message reaches one that is busy. */
function endLate(worker: Worker, done: Promise<unknown>, refuse: () => void, { timeoutMs }: TaskLimit): void {
  const timer = setTimeout(() => {
    refuse();
    void worker.terminate();
  }, timeoutMs);
  done.catch(() => undefined).finally(() => clearTimeout(timer));
}

/** Does the tasks, on the thread's own side. @param transfer returns what is transferred instead of copied */
export function answerTasks<T, R>(
  work: (task: T) => R | Promise<R>,
  transfer: (result: R) => Transferable[] = () => [],
): void {
  const answer = async ({ id, task }: Task<T>) => {
    try {
      const result = await work(task);
      parentPort?.postMessage({ id, result } satisfies Answer<R>, transfer(result));
    } catch (error) {
      parentPort?.postMessage(brokenOff(id, error));
    }
  };
  parentPort?.on('message', (task: Task<T>) => void answer(task));
}

function brokenOff(id: number, error: unknown): Answer<never> {
  if (error instanceof FailureError) return { id, failure: error.failure };
  return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
