import { isMainThread } from 'node:worker_threads';
import { OutsideError } from './outside-error.ts';

/*
 * A share that is offline answers no call, and a call that waits cannot be taken back: it keeps one of the few threads
 * in which the process reads files and computes keys. So a place gets one call at a time and no further one while it is
 * silent, and all places together leave a thread free.
 */

/** The process has four threads. */
const callsAtOnce = 3;
/** The number of milliseconds that one call may take. */
const answerMs = 10_000;
/** A call that has taken this long in milliseconds keeps the process from ending by itself. */
const stuckMs = 1_000;

interface Call {
  readonly root: string;
  readonly begin: () => void;
}

const waiting = new Set<Call>();
/** The calls under way by their places, with the time at which each began. */
const underWay = new Map<string, number>();
/** The places that did not answer in time and have not answered since. */
const silent = new Set<string>();

export interface CallOptions<T> {
  /** The path for a person. */
  readonly name: string;
  /** The place that gets one call at a time. */
  readonly root: string;
  readonly timeoutMs?: number | undefined;
  /** Receives a result that came too late, such as an open file. */
  readonly onLate?: ((result: T) => void) | undefined;
  /** True for a call that is made at some time even if nobody waits for it any more. */
  readonly isKept?: boolean | undefined;
}

/**
 * Makes one call to a file system that may never answer.
 * @throws OutsideError `place-silent` when the answer does not come in time
 */
export function ask<T>(work: () => Promise<T>, options: CallOptions<T>): Promise<T> {
  const { name, root, timeoutMs = answerMs, onLate, isKept = false } = options;
  if (silent.has(root) && !isKept) return Promise.reject(new OutsideError('place-silent', name));
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let [hasBegun, isLate] = [false, false];
  const call: Call = {
    root,
    begin() {
      hasBegun = true;
      underWay.set(root, performance.now());
      work()
        .then((result) => (isLate ? onLate?.(result) : resolve(result)), reject)
        .finally(() => {
          clearTimeout(timer);
          underWay.delete(root);
          silent.delete(root);
          beginNext();
        });
    },
  };
  const timer = setTimeout(() => {
    isLate = true;
    if (hasBegun) silent.add(root);
    if (!isKept) waiting.delete(call);
    reject(new OutsideError('place-silent', name));
  }, timeoutMs);
  waiting.add(call);
  beginNext();
  return promise;
}

function beginNext(): void {
  for (const call of waiting) {
    if (underWay.size >= callsAtOnce) return;
    if (underWay.has(call.root)) continue;
    waiting.delete(call);
    call.begin();
  }
}

/** The end of the process would wait for the call, perhaps for ever. What had to be stored is on the disk by now. */
function endAnyway(): void {
  const stuckSince = performance.now() - stuckMs;
  if ([...underWay.values()].some((began) => began < stuckSince)) process.kill(process.pid, 'SIGKILL');
}

if (isMainThread) process.on('exit', endAnyway);
