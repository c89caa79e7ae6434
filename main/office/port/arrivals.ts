import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { networkOf } from './network-of.ts';

/*
 * The bodies that are on their way into the office. A byte is booked when it has arrived: what a sender announces and
 * never sends takes no room from anybody.
 */

/** The sender of a request, once its headers have shown it: a till by its number, a person by their session. */
export interface Sender {
  readonly room: 'tills' | 'people';
  readonly name: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a stranger, who is known by the network alone. */
    sender: Sender | null;
  }
}

const mebibyte = 2 ** 20;
/** The largest numbers of bytes that may be here and unanswered: of each room in total, and of one of its senders. */
const rooms = {
  tills: { most: 48 * mebibyte, mostOfOne: 8 * mebibyte },
  people: { most: 16 * mebibyte, mostOfOne: mebibyte },
  strangers: { most: 16 * mebibyte, mostOfOne: mebibyte },
};

/** The largest body that counts as small, in bytes: only batches of tills are larger. */
const small = 256 * 1024;
/** The number of milliseconds in which a small body must be here. */
const smallWithin = 10_000;

export function createRoom({ most, mostOfOne }: { most: number; mostOfOne: number }) {
  const bySender = new Map<string, number>();
  let all = 0;
  const fits = (sender: string, bytes: number) =>
    all + bytes <= most && (bySender.get(sender) ?? 0) + bytes <= mostOfOne;
  const count = (sender: string, bytes: number) => {
    all += bytes;
    const booked = (bySender.get(sender) ?? 0) + bytes;
    if (booked === 0) bySender.delete(sender);
    else bySender.set(sender, booked);
  };
  return {
    fits,
    /** Counts the bytes of one request until it leaves. */
    enter(sender: string) {
      let booked = 0;
      return {
        /** Returns false when there is no room for these bytes; then they are not booked. */
        take(bytes: number): boolean {
          if (!fits(sender, bytes)) return false;
          booked += bytes;
          count(sender, bytes);
          return true;
        },
        leave() {
          count(sender, -booked);
          booked = 0;
        },
      };
    },
  };
}

/** An answer to a sender whose body is not read to its end. */
export class NotReceived extends Error {
  readonly statusCode: 408 | 503;

  constructor(statusCode: NotReceived['statusCode']) {
    super(statusCode === 408 ? 'the body did not arrive in time' : 'no room for the body');
    this.statusCode = statusCode;
  }
}

/**
 * Returns the hook that books the bodies of requests as they arrive, and refuses those for which there is no room.
 * @param requestMs the milliseconds within which any whole request must arrive
 * @param isBusy returns true while a batch of a till that comes now would be read too late
 */
export function bookArrivals(requestMs: number, isBusy: () => boolean) {
  const open = {
    tills: createRoom(rooms.tills),
    people: createRoom(rooms.people),
    strangers: createRoom(rooms.strangers),
  };
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: RequestPayload,
  ): Promise<RequestPayload> => {
    if (request.method === 'GET' || request.method === 'HEAD') return payload;
    const { room, name } = request.sender ?? { room: 'strangers', name: networkOf(request.ip) };
    const announced = Number(request.headers['content-length'] ?? 0);
    const bytes = Math.min(announced, request.routeOptions.bodyLimit);
    if (!open[room].fits(name, bytes) || (room === 'tills' && isBusy())) throw new NotReceived(503);
    const arriving = open[room].enter(name);
    reply.raw.once('close', arriving.leave);
    const isSmall = request.routeOptions.bodyLimit <= small;
    return counted(payload, arriving.take, isSmall ? Math.min(smallWithin, requestMs) : requestMs);
  };
}

/** Passes a body on, piece by piece, while there is room for it and its time is not over. */
function counted(payload: RequestPayload, take: (bytes: number) => boolean, withinMs: number): Transform {
  const counting = new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (take(piece.length)) done(null, piece);
      else done(new NotReceived(503));
    },
  });
  const timer = setTimeout(() => counting.destroy(new NotReceived(408)), withinMs);
  counting.once('close', () => clearTimeout(timer));
  // A body that is refused for its length has no reader, who would hear of the error.
  counting.on('error', () => undefined);
  const abandon = () => counting.destroy(new NotReceived(408));
  payload.once('error', abandon).once('close', () => payload.readableEnded || abandon());
  return payload.pipe(counting);
}
