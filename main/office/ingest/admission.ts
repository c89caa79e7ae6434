/**
 * The number of bytes that may be unpacked at the same time, enough for about four hundred documents; their objects and
 * XML trees take several times as much memory.
 */
const mostUnpacked = 6 * 2 ** 20;
/** The largest size in bytes of a small batch: reading it takes only a moment, and its till may be waiting. */
const smallBatch = 2 ** 16;
/** Bytes reserved for small batches, which are unpacked even when larger ones leave no room. */
const moreForSmall = 2 ** 20;
/** The number of small batches that may be read before a larger one that came earlier. */
const mostBefore = 64;
/**
 * If the first batch has waited this many milliseconds, no more are admitted. A till gives up after a minute, and
 * reading its batch would then be useless.
 */
const mostWaitMs = 20_000;

/**
 * Limits the memory in use when thousands of tills come back after a day away.
 * @param monotonic returns milliseconds
 */
export function createAdmission(monotonic: () => number) {
  let unpacked = 0;
  let unpackedSmall = 0;
  // Batches are read one by one: if they were read at the same time, all would be ready late, and others would wait for
  // all of them.
  let isReading = false;
  /** The waiting batches in order of arrival. */
  const queue: { bytes: number; since: number; begin(): void }[] = [];
  /** The number of small batches that were read before the first in the queue. */
  let readBefore = 0;

  // A request larger than the whole allowance is admitted when there is no other.
  const fits = (bytes: number) =>
    unpacked === 0 ||
    unpacked + bytes <= mostUnpacked ||
    (bytes <= smallBatch && unpackedSmall + bytes <= moreForSmall);
  const count = (bytes: number, sign: 1 | -1) => {
    unpacked += sign * bytes;
    if (bytes <= smallBatch) unpackedSmall += sign * bytes;
  };

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

  const once = (work: () => void) => {
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      work();
    };
  };

  return {
    /** Returns true while a batch that comes now would be read too late. */
    isBusy: () => queue[0] !== undefined && monotonic() - queue[0].since >= mostWaitMs,
    /**
     * Waits until a batch that unpacks to this many bytes may be unpacked and read: one at a time, small ones first.
     * `isRead` lets the next batch be read, once the server has answered other requests; `leave` releases the memory.
     */
    unpack: (bytes: number) =>
      new Promise<{ isRead(): void; leave(): void }>((resolve) => {
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

export type Admission = ReturnType<typeof createAdmission>;
