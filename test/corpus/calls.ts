import { onTestFinished, vi } from 'vitest';
import type { ApiScope } from '../../shared/contract/programs/integration.ts';
import { openShop, type Shop, type ShopOptions } from '../integration/api/shop.ts';
import { fixChance } from './chance.ts';
import { firstDay } from './play.ts';

/* Plays stories of programs that call a terminal. What they are answered is written down as one text. */

/** Headers that say when, by whom or how an answer was sent, and not what it is. */
const passing = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];

/** The lifetime of a token, less a minute. */
const tokenMs = 59 * 60_000;

export interface Call {
  readonly body?: object | string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The token to use in place of the program's own; an empty one is not sent. */
  readonly token?: string;
}

export interface Calls {
  readonly shop: Shop;
  /** Makes a call, writes it down, and returns its body. */
  call(method: string, path: string, call?: Call): Promise<string>;
  /** Makes a call, writes it down, and returns the fields of its JSON. */
  json<T>(method: string, path: string, call?: Call): Promise<T>;
  /** Returns all calls so far with their answers. */
  recorded(): string;
}

/** Fixes the time and chance of this process for the current test. */
export function fixForTest(seed: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${firstDay}T10:00:00Z`) });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(fixChance(seed));
}

/** Opens a terminal with its API for the current test, and a program with these scopes. */
export async function openCalls(
  seed: string,
  scopes?: ApiScope[],
  options: ShopOptions = {},
): Promise<Calls> {
  fixForTest(seed);
  const shop = await openShop(options);
  onTestFinished(() => shop.close());
  const program = shop.client(scopes);
  let token = await shop.tokenOf(program);
  let until = shop.clock.now() + tokenMs;
  /** Returns the program's token, a new one where the last has ended. */
  async function ownToken(): Promise<string> {
    if (shop.clock.now() < until) return token;
    token = await shop.tokenOf(program);
    until = shop.clock.now() + tokenMs;
    return token;
  }
  const { host } = new URL(shop.base);
  let recorded = '';
  async function call(method: string, path: string, { body, headers = {}, token }: Call = {}) {
    const bearer = token ?? (await ownToken());
    const answer = await fetch(`${shop.base}${path}`, {
      method,
      headers: {
        connection: 'close',
        ...(bearer !== '' && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
    });
    const text = Buffer.from(await answer.arrayBuffer())
      .toString('utf8')
      .replaceAll(host, 'till')
      .replaceAll(/"requestId":"[^"]*"/g, '"requestId":""');
    recorded += `${method} ${path}\n${answer.status}\n${headersOf(answer)}\n\n${text}\n\n`;
    return text;
  }
  return {
    shop,
    call,
    json: async (...called) => JSON.parse(await call(...called)),
    recorded: () => recorded.replaceAll(host, 'till'),
  };
}

const headersOf = ({ headers }: Response) =>
  [...headers]
    .filter(([name]) => !passing.includes(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
