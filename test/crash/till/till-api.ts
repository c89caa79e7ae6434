import { request } from 'node:https';
import { text } from 'node:stream/consumers';

/** The till's API for other programs: its port and the certificate that they must trust. */
export interface ApiAccess {
  readonly port: number;
  /** The certificate as PEM; empty until the API is open. */
  certificate: string;
}

export interface ApiCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The number of milliseconds after which the caller disconnects. */
  readonly timeoutMs: number;
}

/**
 * Sends one POST on a separate connection.
 * @throws Error when there is no answer
 */
export function callApi(
  { port, certificate }: ApiAccess,
  { path, headers, body, timeoutMs }: ApiCall,
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
        signal: AbortSignal.timeout(timeoutMs),
      },
      (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, text: body }), reject);
      },
    )
      .on('error', reject)
      .end(body);
  });
}
