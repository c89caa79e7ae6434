/** Bounds what is in memory at once, when thousands of tills come back after a day away. */
export interface Admission {
  /** Whether a request of this many bytes may come in; a refused one is to be tried again later. */
  admits(bytes: number): boolean;
  /** Counts it, until the returned function is called. */
  enter(bytes: number): () => void;
  /** Waits until a batch that unpacks to this many bytes may be unpacked; the returned function gives its place back. */
  unpack(bytes: number): Promise<() => void>;
}

/** Compressed bytes of all requests that are coming in or waiting. */
const mostWaiting = 48 * 2 ** 20;
/** Bytes that are unpacked at once; their objects and XML trees take several times as many. */
const mostUnpacked = 40 * 2 ** 20;

export function createAdmission(): Admission {
  let waiting = 0;
  let unpacked = 0;
  const queue: { bytes: number; begin(): void }[] = [];

  function next(): void {
    for (let first = queue[0]; first !== undefined && fits(first.bytes); first = queue[0]) {
      queue.shift();
      unpacked += first.bytes;
      first.begin();
    }
  }

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
    admits: (bytes) => waiting === 0 || waiting + bytes <= mostWaiting,
    enter(bytes) {
      waiting += bytes;
      return once(() => {
        waiting -= bytes;
      });
    },
    unpack: (bytes) =>
      new Promise((resolve) => {
        const leave = once(() => {
          unpacked -= bytes;
          next();
        });
        queue.push({ bytes, begin: () => resolve(leave) });
        next();
      }),
  };
}
