/** Bounds what is in memory at once, when thousands of tills come back after a day away. */
export interface Admission {
  /** Whether a request of this many bytes may come in, and be read soon; a refused one is to be tried again later. */
  admits(bytes: number): boolean;
  /** Counts it, until the returned function is called. */
  enter(bytes: number): () => void;
  /** Waits until a batch that unpacks to this many bytes may be unpacked and read: one at a time, small ones first. */
  unpack(bytes: number): Promise<Place>;
}

/** The memory of a batch that is unpacked. */
export interface Place {
  /** Lets the next one be read, once the server has answered others. */
  isRead(): void;
  /** Gives the place back. */
  leave(): void;
}

/** Compressed bytes of all requests that are coming in or waiting. */
const mostWaiting = 48 * 2 ** 20;
/** Bytes that are unpacked at once, of some four hundred documents; their objects and XML trees take several times as many. */
const mostUnpacked = 6 * 2 ** 20;
/** Bytes of a small batch: its till may wait for the answer. It is read in a moment. */
const smallBatch = 2 ** 16;
/** Bytes of small batches that are unpacked even beside larger ones that leave no room. */
const moreForSmall = 2 ** 20;
/** Small ones that may be read before a larger one that came earlier. */
const mostBefore = 64;
/**
 * Milliseconds for which the first waits before no more come in. A till gives up after a minute, and what it
 * sent would be read for nobody.
 */
const mostWaitMs = 20_000;

/** @param monotonic milliseconds */
export function createAdmission(monotonic: () => number): Admission {
  let waiting = 0;
  let unpacked = 0;
  let unpackedSmall = 0;
  // Batches that are read at the same time would all be ready late, and keep others waiting for as many documents.
  let isReading = false;
  /** In the order in which they came. */
  const queue: { bytes: number; since: number; begin(): void }[] = [];
  /** Small ones that were read before the first in the queue. */
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
  // A request larger than the whole allowance is let in alone.
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
