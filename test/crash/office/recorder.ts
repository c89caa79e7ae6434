import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A POST request as it arrived at the office. */
interface Post {
  readonly headers: IncomingHttpHeaders;
  readonly url: string;
  readonly body: Buffer;
}

/** The last hop of the connection to the office, which records the requests that pass. */
export interface Recorder {
  readonly port: number;
  /** Sets the office's port; undefined means that the office is down. */
  leadTo(port: number | undefined): void;
  readonly posts: readonly Post[];
  /** Sends a complete post again. Returns the status of the answer, or undefined if there is none. */
  replay(post: Post): Promise<number | undefined>;
  /** Sends the head and half of the body of a post, and disconnects. */
  sendHalf(post: Post): Promise<void>;
  close(): void;
}

/** The number of posts that are kept; older ones are dropped. */
const most = 400;

export async function openRecorder(): Promise<Recorder> {
  let target: number | undefined;
  const posts: Post[] = [];

  const ask = (post: Post) =>
    new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const { connection: _, ...headers } = post.headers;
      const outgoing = request({
        host: '127.0.0.1',
        port: target,
        method: 'POST',
        path: post.url,
        agent: false,
        headers: { ...headers, 'content-length': String(post.body.length) },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (answer) => {
        buffer(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
          reject,
        );
      });
      outgoing.end(post.body);
    });

  const server = createServer((incoming, response) => {
    buffer(incoming)
      .then(async (body) => {
        if (target === undefined) throw new Error('the office is down');
        const post = { headers: incoming.headers, url: incoming.url ?? '/', body };
        if (post.url.endsWith('/feed')) posts.push(post);
        if (posts.length > most) posts.shift();
        const answer = await ask(post);
        const { connection: _, 'transfer-encoding': __, ...headers } = answer.headers;
        response.writeHead(answer.status, { ...headers, 'content-length': String(answer.body.length) });
        response.end(answer.body);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
    },
    posts,
    replay: (post) =>
      ask(post).then(
        ({ status }) => status,
        () => undefined,
      ),
    async sendHalf({ url, headers, body }) {
      if (target === undefined) return;
      const socket = connect(target, '127.0.0.1');
      socket.on('error', () => undefined);
      const lines = Object.entries({ ...headers, 'content-length': String(body.length) });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`POST ${url} HTTP/1.1\r\n${head}\r\n`);
      socket.write(body.subarray(0, body.length >> 1), () => socket.destroy());
      await new Promise((resolve) => socket.once('close', resolve));
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
