/** Limits the memory in use when thousands of tills come back after a day away. */
export interface Admission {
  /**
   * Returns true when a request of this many bytes may come in and will be read soon; a refused one is to be tried
   * again later.
   */
  admits(bytes: number): boolean;
  /** Counts the request until the returned function is called. */
  enter(bytes: number): () => void;
  /** Waits until a batch that unpacks to this many bytes may be unpacked and read: one at a time, small ones first. */
  unpack(bytes: number): Promise<Place>;
}

/** The memory of a batch that is unpacked. */
export interface Place {
  /** Lets the next batch be read, once the server has answered other requests. */
  isRead(): void;
  /** Releases the memory. */
  leave(): void;
}

/** Compressed bytes of all requests that are coming in or waiting. */
const mostWaiting = 48 * 2 ** 20;
/**
 * Bytes that are unpacked at once, enough for some four hundred documents; their objects and XML trees take several
 * times as much.
 */
const mostUnpacked = 6 * 2 ** 20;
/** Bytes of a small batch: its till may wait for the answer. Reading it takes only a moment. */
const smallBatch = 2 ** 16;
/** Bytes of small batches that are unpacked even when larger ones leave no room. */
const moreForSmall = 2 ** 20;
/** The number of small batches that may be read before a larger one that came earlier. */
const mostBefore = 64;
/**
 * Milliseconds of waiting of the first batch from which no more are admitted. A till gives up after a minute, and its
 * batch would then be read for nobody.
 */
const mostWaitMs = 20_000;

/** @param monotonic returns milliseconds */
export function createAdmission(monotonic: () => number): Admission {
  let waiting = 0;
  let unpacked = 0;
  let unpackedSmall = 0;
  // Batches that are read at the same time would all be ready late, and would keep others waiting for all of their
  // documents.
  let isReading = false;
  /** Waiting batches in order of arrival. */
  const queue: { bytes: number; since: number; begin(): void }[] = [];
  /** The number of small batches that were read before the first in the queue. */
  let readBefore = 0;

  function next(): void {
    if (isReading) return;
    const small = readBefore < mostBefore ? queue.findIndex(({ bytes }) => bytes <= smallBatch) : 0;
    const at = Math.max(small, 0);
    const first = queue[at];
    if (first === undefined || !fits(first.bytes)) return;
    queue.splice(at, 1);
    readBefore = at === 0 ? 0 : readBefore + 1;
    count(first.bytes, 1);
    isReading = true;
    first.begin();
  }

  const isSlow = () => queue[0] !== undefined && monotonic() - queue[0].since >= mostWaitMs;
  // A request larger than the whole allowance is admitted by itself.
  const fits = (bytes: number) =>
    unpacked === 0 ||
    unpacked + bytes <= mostUnpacked ||
    (bytes <= smallBatch && unpackedSmall + bytes <= moreForSmall);
  const count = (bytes: number, sign: 1 | -1) => {
    unpacked += sign * bytes;
    if (bytes <= smallBatch) unpackedSmall += sign * bytes;
  };
  const once = (work: () => void) => {
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      work();
    };
  };

  return {
    admits: (bytes) => waiting === 0 || (waiting + bytes <= mostWaiting && !isSlow()),
    enter(bytes) {
      waiting += bytes;
      return once(() => {
        waiting -= bytes;
      });
    },
    unpack: (bytes) =>
      new Promise((resolve) => {
        const isRead = once(() => {
          isReading = false;
          setImmediate(next);
        });
        const leave = once(() => {
          count(bytes, -1);
          isRead();
          next();
        });
        queue.push({ bytes, since: monotonic(), begin: () => resolve({ isRead, leave }) });
        next();
      }),
  };
}
