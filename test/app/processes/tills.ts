import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Answer, CommandInput, CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { type Failure, FailureError } from '../../../shared/failure.ts';
import { OtherLayer } from '../../integration/remote/other-layer.ts';
import { freePort } from '../../support/free-port.ts';
import { onboardedFolder } from '../../support/onboarded-folder.ts';
import { programFile } from '../../support/run/programs.ts';

/** One of two processes that have the same data folder open. */
export interface Till {
  readonly name: string;
  /** Sends a command as the person at its screen. @throws FailureError */
  ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>;
  /** Returns the code of the failure of a command; undefined if it has none. */
  failure<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Failure | undefined>;
  end(): Promise<void>;
}

export const mona = { name: 'Mona', pin: '482913' };

async function startTill(name: string, folder: string): Promise<Till> {
  const child = spawn(process.execPath, [programFile('test/app/processes/terminal.ts'), folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, (answer: Answer<unknown>) => void>();
  const opened = Promise.withResolvers<void>();
  child.on('message', ({ id, answer }: { id: number; answer: Answer<unknown> }) => {
    if (id === 0) opened.resolve();
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  const ended = once(child, 'exit').then(([code]) => {
    opened.reject(new Error(`${name} ended with ${code}`));
    for (const give of waiting.values()) give({ ok: false, failure: { code: 'internal' } });
  });
  let last = 0;
  const send = (command: string, input: unknown): Promise<Answer<unknown>> => {
    last += 1;
    const { promise, resolve } = Promise.withResolvers<Answer<unknown>>();
    waiting.set(last, resolve);
    child.send({ id: last, name: command, input });
    return promise;
  };
  await opened.promise;

  /** A PIN that was entered a while ago is entered again, as a person at the screen would. */
  async function answerTo(command: string, input: unknown): Promise<Answer<unknown>> {
    const answer = await send(command, input);
    if (answer.ok || answer.failure.code !== 'pin-needed') return answer;
    await send('people.signIn', mona);
    return send(command, input);
  }

  return {
    name,
    async ask(command, input) {
      const answer = await answerTo(command, input);
      if (!answer.ok) throw new FailureError(answer.failure, { cause: `${name}: ${command}` });
      return answer.value as never;
    },
    async failure(command, input) {
      const answer = await answerTo(command, input);
      return answer.ok ? undefined : answer.failure;
    },
    async end() {
      child.disconnect();
      await ended;
    },
  };
}

/** A receiver of webhooks, which keeps the last request. */
async function startReceiver() {
  const got = { body: '', signature: '' };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    got.body = await text(request);
    got.signature = String(request.headers['x-service-signature'] ?? '');
    response.writeHead(200).end();
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    got,
    close: () => server.close(),
  };
}

/** Two processes on one folder, the first of which leads it, and the programs outside that they meet. */
export async function openTills() {
  const folder = await onboardedFolder('processes');
  const first = await startTill('the first process', folder);
  await first.ask('people.save', { ...mona, role: 'manager' });
  const second = await startTill('the second process', folder);
  await second.ask('people.signIn', mona);
  const receiver = await startReceiver();
  const layers = [new OtherLayer(), new OtherLayer()] as const;
  const addresses = await Promise.all(layers.map((layer) => layer.listen()));
  const secret = `whsec-${randomUUID()}`;
  const { endpoint } = await first.ask('webhook.addEndpoint', { url: receiver.url, secret });
  const { addresses: served } = await first.ask('integration.api.set', {
    enabled: true,
    port: await freePort(),
    network: false,
  });
  const { secret: inbound = '' } = await first.ask('inbound.addSecret', {});
  await first.ask('inbound.change', { enabled: true });
  return {
    folder,
    tills: [first, second] as const,
    receiver,
    endpoint: endpoint.id,
    layers: layers.map((layer, index) => ({ layer, address: addresses[index] ?? '' })),
    api: served[0] ?? '',
    /** The secrets that are in force. */
    secrets: { webhook: secret, inbound },
    async close() {
      await second.end();
      await first.end();
      receiver.close();
      await Promise.all(layers.map((layer) => layer.close()));
    },
  };
}

export type Tills = Awaited<ReturnType<typeof openTills>>;
