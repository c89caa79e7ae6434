import { request } from 'node:https';
import { text } from 'node:stream/consumers';

/** Where a till can be reached by other programs, and whom they trust for it. */
export interface Door {
  readonly port: number;
  /** PEM; empty before the door was opened. */
  certificate: string;
}

export interface DoorCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** After so many milliseconds the caller hangs up, whatever became of the call. */
  readonly patienceMs: number;
}

/** One POST on a connection of its own. @throws Error when there is no answer */
export function callDoor(
  { port, certificate }: Door,
  { path, headers, body, patienceMs }: DoorCall,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path,
        ca: certificate,
        agent: false,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(patienceMs),
      },
      (answer) => {
        text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, text: said }), reject);
      },
    )
      .on('error', reject)
      .end(body);
  });
}
