/** Bounds what is in memory at once, when thousands of tills come back after a day away. */
export interface Admission {
  /** Whether a request of this many bytes may come in, and be read soon; a refused one is to be tried again later. */
  admits(bytes: number): boolean;
  /** Counts it, until the returned function is called. */
  enter(bytes: number): () => void;
  /** Waits until a batch that unpacks to this many bytes may be unpacked and read: one at a time, in their order. */
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
/**
 * Milliseconds for which the first waits before no more come in. A till gives up after a minute, and what it
 * sent would be read for nobody.
 */
const mostWaitMs = 20_000;

/** @param monotonic milliseconds */
export function createAdmission(monotonic: () => number): Admission {
  let waiting = 0;
  let unpacked = 0;
  // Batches that are read at the same time would all be ready late, and keep others waiting for as many documents.
  let isReading = false;
  const queue: { bytes: number; since: number; begin(): void }[] = [];

  function next(): void {
    const [first] = queue;
    if (first === undefined || isReading || !fits(first.bytes)) return;
    queue.shift();
    unpacked += first.bytes;
    isReading = true;
    first.begin();
  }

  const isSlow = () => queue[0] !== undefined && monotonic() - queue[0].since >= mostWaitMs;
  // A request larger than the whole allowance is let in alone.
  const fits = (bytes: number) => unpacked === 0 || unpacked + bytes <= mostUnpacked;
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
          unpacked -= bytes;
          isRead();
          next();
        });
        queue.push({ bytes, since: monotonic(), begin: () => resolve({ isRead, leave }) });
        next();
      }),
  };
}
