import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { saleOf, salesPerTill } from '../sales.ts';
import { type ApiAccess, callApi } from '../till/till-api.ts';
import type { Receipt } from '../till/till-messages.ts';
import { createWorkload, type Workload } from '../workload.ts';

/** The shop's own system, which sells through the API and repeats a request under the same key until it is answered. */
export interface Integrator extends Workload {
  /** The answers of the API, by sale number. */
  readonly answers: ReadonlyMap<number, Receipt>;
  /** The descriptions of answers that are not allowed. */
  readonly complaints: readonly string[];
  /** The client secret and the tokens of this program. */
  readonly secrets: ReadonlySet<string>;
}

/** The first sale number of the API. */
export const firstApiSale = 3 * salesPerTill;

const timeoutMs = 5_000;
/** A time limit in milliseconds that is too short for most answers. */
const shortTimeoutMs = 15;
/** The shares of calls that disconnect early, and of answered requests that are repeated. */
const hangsUp = 0.2;
const asksAgain = 0.3;
const betweenTriesMs = 40;

export function createIntegrator(serial: string, api: ApiAccess, clientFile: string): Integrator {
  const answers = new Map<number, Receipt>();
  const complaints: string[] = [];
  const secrets = new Set<string>();
  let token: string | undefined;
  let lastAnswer = 'none';

  async function fetchToken(): Promise<void> {
    const { id, secret } = JSON.parse(readFileSync(clientFile, 'utf8'));
    secrets.add(secret);
    const { status, text } = await callApi(api, {
      path: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: id,
        client_secret: secret,
      }).toString(),
      timeoutMs,
    });
    if (status !== 200) throw new Error(`no token: ${status}`);
    const { access_token: given } = JSON.parse(text);
    secrets.add(given);
    token = given;
  }

  /** @returns undefined when the request must be repeated */
  async function ask(sale: number, timeout: number): Promise<Receipt | undefined> {
    if (token === undefined) await fetchToken();
    const { saleId, ...input } = saleOf(serial, sale);
    const { status, text } = await callApi(api, {
      path: '/v2/invoices',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': `order-${sale}`,
      },
      // In every second sale only the key identifies it.
      body: JSON.stringify(sale % 2 === 0 ? { saleId, ...input } : input),
      timeoutMs: timeout,
    });
    lastAnswer = `${status} ${text.slice(0, 500)}`;
    if (status === 401) token = undefined;
    if (status === 200 || status === 201) {
      const { uuid, hash, counter, number } = JSON.parse(text);
      return { uuid, hash, icv: counter, number };
    }
    if (status !== 401 && status !== 429 && status < 500) complaints.push(`sale ${sale}: ${status} ${text}`);
    return undefined;
  }

  function take(sale: number, answer: Receipt): void {
    const before = answers.get(sale);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(answer))
      complaints.push(`key of sale ${sale} has two answers: ${before.number}, ${answer.number}`);
    answers.set(sale, answer);
  }

  async function sell(sale: number, random: Random): Promise<void> {
    for (let more = random.chance(asksAgain) ? 2 : 1; more > 0; ) {
      const timeout = random.chance(hangsUp) ? shortTimeoutMs : timeoutMs;
      const answer = await ask(sale, timeout).catch((error) => {
        lastAnswer = String(error);
        return undefined;
      });
      if (answer === undefined) await pause(betweenTriesMs);
      else {
        take(sale, answer);
        more -= 1;
      }
    }
  }

  return {
    answers,
    complaints,
    secrets,
    ...createWorkload({
      whose: 'integrator',
      run: (number, random) => sell(firstApiSale + number, random),
      lastAnswer: () => lastAnswer,
    }),
  };
}
