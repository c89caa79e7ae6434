import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { commandLine } from '../../main/app/cli/on-terminal.ts';
import { describeIssues } from '../../main/app/cli/refusals.ts';
import { openTerminal } from '../../main/app/terminal/terminal.ts';
import { type Clock, systemClock } from '../../main/base/platform/clock.ts';
import type { IssuedEntry, LedgerEntry } from '../../main/books/ledger/documents/entry.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/contract/index.ts';
import { type Failure, FailureError } from '../../shared/failure.ts';
import { type SaleInput, saleSchema } from '../../shared/sale/sale.ts';
import { makeShop } from '../books/corrections/shop.ts';
import { freePort } from '../support/free-port.ts';
import { khatm } from '../support/khatm.ts';
import { ledgerIn } from '../support/new-ledger.ts';
import { onboardedFolder } from '../support/onboarded-folder.ts';
import { EntryPointError, type Terminal } from './story.ts';

/*
 * A real terminal with all of its entry points: commands of the screen, HTTP with a token, files in the drop folder, and the
 * command line beside it as a process of its own. The authority's answers are written by the test.
 */

/** The entry points, of which the first is the simplest. A command line takes a second, so it gets few of the sales. */
export const entryPoints = ['screen', 'api', 'folder', 'command line'] as const;
type EntryPointName = (typeof entryPoints)[number];

/** Returns the entry point that a number from 0 to 99 chooses. */
const entryPointOf = (chosen: number): EntryPointName =>
  chosen < 20 ? 'screen' : chosen < 60 ? 'api' : chosen < 97 ? 'folder' : 'command line';

interface Call {
  readonly sale: SaleInput & { readonly saleId: string };
  /** The rejected document in whose place the sale is issued. */
  readonly replaces?: Pick<LedgerEntry, 'number' | 'uuid' | 'reissuedAs'> | undefined;
  /** The refusal in one process, if there is one. */
  readonly expected: Failure | undefined;
}

/** Issues a sale. @throws FailureError with the refusal of the entry point */
type EntryPoint = (call: Call) => Promise<void>;

/** Opens a terminal with all entry points; the stories that are played on it share its ledger. */
export async function openEntryPoints() {
  const folder = await onboardedFolder('stories');
  const { clock, hurry } = hurriedClock();
  const terminal = await openTerminal({
    ...{ folder, version: '0', clock },
    ...{ environment: 'training', sends: 'nothing' },
  });
  await terminal.ready();
  const ask = async <N extends CommandName>(name: N, input: CommandInput<N>) => {
    const answer = await terminal.call(name, input, commandLine);
    if (!answer.ok) throw new FailureError(answer.failure);
    return answer.value as CommandOutput<N>;
  };
  const ledger = ledgerIn(path.join(folder, 'training', 'ledger.db'));
  const shop = makeShop(ledger);
  const api = await openApi(ask, ['notes.other-systems']);
  const lesser = await openApi(ask, []);
  const dropped = await openDropFolder(ask, hurry);
  const used = new Map<EntryPointName, number>();

  const playedAt: Readonly<Record<EntryPointName, EntryPoint>> = {
    async screen({ sale, replaces }) {
      if (replaces === undefined) await ask('sale.issue', sale);
      else await ask('sale.correct', { rejected: replaces.uuid, sale });
    },
    api: ({ sale, replaces, expected }) =>
      (isDeclaring(expected) ? lesser : api).post('/v2/invoices', {
        ...sale,
        ...(replaces && { replaces: replaces.number }),
      }),
    folder: ({ sale, replaces }) => dropped({ ...sale, ...(replaces && { replaces: replaces.number }) }),
    async 'command line'({ sale, replaces, expected }) {
      const file = path.join(folder, `${sale.saleId}.json`);
      writeFileSync(file, JSON.stringify(sale));
      const { code, stderr } = await khatm(
        ...['issue', file, '--data', folder, '--no-wait', '--other-systems'],
        ...(replaces === undefined ? [] : ['--replaces', replaces.number]),
      );
      rmSync(file);
      if (code === 0) return;
      // The command line says the refusal in words.
      const input = { ...sale, replaces: replaces?.number };
      const params = { number: replaces?.reissuedAs ?? replaces?.number ?? '' };
      const failure = [...ofReplaced, ...(expected ? [expected] : [])].find(({ issues = [] }) => {
        const named = issues.map((one) => ({ params, ...one }));
        return issues.length > 0 && stderr.includes(describeIssues(named, input));
      });
      if (failure !== undefined && code === 2) throw new FailureError(failure);
      throw new EntryPointError(`khatm issue ends with ${code}: ${stderr}`);
    },
  };

  /** Issues a sale at an entry point, which must give the same answer as one process does. */
  async function issue(input: SaleInput, replaced: string | undefined, chosen: number): Promise<IssuedEntry> {
    const entryPoint = entryPointOf(chosen);
    const sale = { ...input, saleId: randomUUID() };
    const replaces = replaced === undefined ? undefined : ledger.documents.get(replaced);
    shop.clock.set(Date.now());
    const declares = sale.corrects?.some(({ otherSystem }) => otherSystem !== undefined) === true;
    // A fault of the form is refused before the missing permission.
    const isSale = saleSchema.safeParse(sale).success;
    const expected =
      declares && isSale && entryPoint === 'api' && chosen % 4 === 3
        ? declaringNotAllowed
        : await failureOf(() => shop.price(sale, replaced));
    used.set(entryPoint, (used.get(entryPoint) ?? 0) + 1);
    const found = await failureOf(() => playedAt[entryPoint]({ sale, replaces, expected }));
    // One process does not look at what is replaced. The model does.
    const isOfReplaced = replaced !== undefined && ofReplaced.some((one) => codesOf(one) === codesOf(found));
    if (!isOfReplaced && codesOf(found) !== codesOf(expected))
      throw new EntryPointError(
        `the entry point ${entryPoint} ${codesOf(found)}, one process ${codesOf(expected)}`,
      );
    // Another client, with the permission, is refused or served as the model says.
    if (isDeclaring(expected)) return issue(input, replaced, 0);
    if (found !== undefined) throw new FailureError(found);
    const entry = ledger.documents.getBySaleId(sale.saleId);
    if (entry === undefined) throw new EntryPointError(`the entry point ${entryPoint} left no document`);
    return entry as IssuedEntry;
  }

  const onClock =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      shop.clock.set(Date.now());
      return work(...args);
    };
  const played: Terminal = {
    ...shop,
    price: onClock(shop.price),
    noteFor: onClock(shop.noteFor),
    look: onClock(shop.look),
    reject: onClock(shop.reject),
    accept: onClock(shop.accept),
    issue,
    async standsFor(rejected, accepted) {
      const { number = '' } = ledger.documents.get(accepted) ?? {};
      await ask('sale.standsFor', { rejected, accepted: number });
    },
  };
  return {
    terminal: played,
    folder,
    ledger,
    /** The sales that each entry point was given. */
    used: used as ReadonlyMap<EntryPointName, number>,
    async close() {
      ledger.close();
      await terminal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The refusal of a program that may not name documents of other systems. */
const declaringNotAllowed: Failure = {
  code: 'bad-input',
  issues: [
    { path: ['corrects', 0, 'otherSystem'], code: 'declaring-not-allowed', message: 'needs the scope' },
  ],
};
const isDeclaring = (expected: Failure | undefined) => expected === declaringNotAllowed;

/** The refusals of a document that cannot be replaced. */
const ofReplaced: readonly Failure[] = [
  { code: 'not-rejected' },
  { code: 'already-reissued' },
  ...['replaces-not-rejected', 'replaces-replaced'].map(
    (code): Failure => ({ code: 'bad-input', issues: [{ path: ['replaces'], code, message: code }] }),
  ),
];

type Ask = <N extends CommandName>(name: N, input: CommandInput<N>) => Promise<CommandOutput<N>>;

const codesOf = (failure: Failure | undefined) =>
  failure === undefined
    ? 'allows it'
    : `refuses ${failure.issues?.map(({ path: at, code }) => `${at.join('.')} ${code}`).join(', ') ?? failure.code}`;

async function failureOf(work: () => unknown): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
}

/** The pause between two looks at the drop folder. */
const pauseMs = 1_000;

/** Makes a clock whose pauses of a second can be cut short. */
function hurriedClock() {
  const pauses = new Set<() => void>();
  const clock: Clock = {
    ...systemClock,
    after(milliseconds, callback) {
      if (milliseconds !== pauseMs) return systemClock.after(milliseconds, callback);
      const end = () => {
        cancel();
        callback();
      };
      const stop = systemClock.after(milliseconds, end);
      const cancel = () => {
        pauses.delete(end);
        stop();
      };
      pauses.add(end);
      return cancel;
    },
  };
  return {
    clock,
    hurry() {
      for (const end of [...pauses]) end();
    },
  };
}

/** Turns on the API, and returns the call of a client with a token. */
async function openApi(ask: Ask, more: readonly 'notes.other-systems'[]) {
  const { enabled } = await ask('integration.api.get', {});
  if (!enabled) await ask('integration.api.set', { enabled: true, port: await freePort(), network: false });
  const [base = ''] = (await ask('integration.api.get', {})).addresses;
  let bearer = '';

  async function signIn(): Promise<void> {
    const { client, secret = '' } = await ask('integration.clients.create', {
      kind: 'service',
      name: `Stories ${randomUUID().slice(0, 8)}`,
      scopes: ['invoices.read', 'invoices.write', ...more],
    });
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: secret,
    });
    const answer = await fetch(`${base}/oauth/token`, { method: 'POST', body: form });
    bearer = ((await answer.json()) as { access_token: string }).access_token;
  }

  const call = (where: string, init: RequestInit = {}) =>
    fetch(`${base}${where}`, {
      ...init,
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        connection: 'close',
      },
    });
  await signIn();
  return {
    async post(where: string, body: object): Promise<void> {
      const answer = await call(where, { method: 'POST', body: JSON.stringify(body) });
      const text = await answer.text();
      if (answer.ok) return;
      if (answer.status === 429) {
        await setTimeout(1000 * Number(answer.headers.get('retry-after') ?? 1));
        return this.post(where, body);
      }
      throw new FailureError(JSON.parse(text) as Failure);
    },
    async text(where: string): Promise<string> {
      return await (await call(where)).text();
    },
  };
}

/** Turns on the drop folder, and returns what gives it a file and waits for the answer. */
async function openDropFolder(ask: Ask, hurry: () => void) {
  const { folder } = await ask('integration.dropFolder.set', { enabled: true, otherSystems: true });
  return async (sale: SaleInput & { saleId: string }): Promise<void> => {
    const at = (...names: string[]) => path.join(folder, ...names);
    const name = sale.saleId;
    writeFileSync(at('in', `${name}.new`), JSON.stringify(sale));
    renameSync(at('in', `${name}.new`), at('in', `${name}.json`));
    const [told, refused] = [at('out', `${name}.json`), at('refused', `${name}.reason.json`)];
    while (!existsSync(told) && !existsSync(refused)) {
      hurry();
      await setTimeout(2);
    }
    if (existsSync(refused)) throw new FailureError(JSON.parse(readFileSync(refused, 'utf8')) as Failure);
  };
}
