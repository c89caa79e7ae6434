import path from 'node:path';
import type { CommandInput } from '../../../../shared/contract/index.ts';
import type {
  ApiClient,
  ApiScope,
  ApiStatus,
  DropFolderStatus,
  GivenApproval,
} from '../../../../shared/contract/programs/integration.ts';
import type { OccurrenceKind } from '../../../../shared/contract/programs/webhook-events.ts';
import type { Endpoint } from '../../../../shared/contract/programs/webhooks.ts';
import { FailureError } from '../../../../shared/failure.ts';
import type { Environment } from '../../../../shared/status.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import { type Ask, manage } from '../on-terminal.ts';
import { wholeNumber } from '../option-values.ts';
import { describeField } from '../refusals.ts';
import { secretFromOutside } from '../secrets-from-outside.ts';
import { UsageError } from '../usage-error.ts';

/* `khatm integration`: the commands of the contract that let other programs in. */

export interface OnTerminal {
  readonly data: string;
  readonly env?: Environment;
  readonly manager?: string;
  readonly json?: boolean;
}

interface Named {
  readonly id: string;
  readonly what: 'client' | 'receiver' | 'delivery' | 'approval';
}

/** The command that shows the ids. */
const lists: Readonly<Record<Named['what'], string>> = {
  client: 'khatm integration client list shows all',
  receiver: 'khatm integration webhook list shows all',
  delivery: 'khatm integration webhook deliveries shows them',
  approval: 'khatm integration client approvals shows those of a client',
};

/** Runs the work; an id that nothing has is named. */
export async function work(
  options: OnTerminal & Partial<Named>,
  doing: (ask: Ask) => Promise<void>,
): Promise<void> {
  try {
    await manage(options, doing);
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    // The usual text for this failure speaks of an invoice.
    if (error.failure.code === 'not-found')
      throw new UsageError(
        describeField(
          `${options.what} id`,
          options.id,
          `there is no such ${options.what}; ${lists[options.what ?? 'client']}`,
        ),
        { cause: error },
      );
    throw error;
  }
}

/** Prints an answer as one JSON object, or as these lines. */
export function print({ json }: OnTerminal, answer: object, lines: readonly string[]): void {
  if (json === true) console.log(JSON.stringify(answer));
  else for (const line of lines) console.log(line);
}

/** `khatm integration api status`: prints the state of the API; the exit code is 1 if it is on but does not listen. */
export const apiStatus = (options: OnTerminal) =>
  work(options, async (ask) => printApi(options, await ask('integration.api.get', {})));

export async function apiOn(
  options: OnTerminal & { port?: string; network?: boolean; thisMachine?: boolean },
): Promise<void> {
  if (options.network === true && options.thisMachine === true)
    throw new UsageError('--network and --this-machine: choose one');
  const port =
    options.port === undefined
      ? undefined
      : wholeNumber('--port', options.port, { least: 1_024, most: 65_535 });
  await work(options, async (ask) => {
    const before = await ask('integration.api.get', {});
    const network = options.network ?? (options.thisMachine === true ? false : before.network);
    const input = { enabled: true, port: port ?? before.port, network };
    printApi(options, await ask('integration.api.set', input));
  });
}

export const apiOff = (options: OnTerminal) =>
  work(options, async (ask) => {
    const { port, network } = await ask('integration.api.get', {});
    printApi(options, await ask('integration.api.set', { enabled: false, port, network }));
  });

function printApi(options: OnTerminal, status: ApiStatus): void {
  const { enabled, port, network, addresses, failure, certificate } = status;
  print(options, status, [
    `api: ${enabled ? 'on' : 'off'}, port ${port}, ${network ? 'the local network' : 'this machine alone'}`,
    ...addresses.map((address) => `address: ${address}`),
    ...(certificate === undefined ? [] : [`certificate: SHA-256 ${certificate.fingerprint}`]),
  ]);
  printFailure(`--port ${port}`, failure);
}

/** The exit code is 1, not 2: the setting was made, although it does not work yet. */
function printFailure(place: string, failure: ApiStatus['failure'], name?: string): void {
  if (failure === undefined) return;
  process.exitCode = 1;
  const detail = name === undefined ? {} : { detail: { name } };
  console.error(`khatm: ${place}: ${describeFailure({ code: failure, ...detail }, 'en')}`);
}

export const folderStatus = (options: OnTerminal) =>
  work(options, async (ask) => printFolder(options, await ask('integration.dropFolder.get', {})));

export const folderOn = (options: OnTerminal & { folder?: string; otherSystems?: boolean }) =>
  work(options, async (ask) => {
    const folder =
      options.folder === undefined
        ? (await ask('integration.dropFolder.get', {})).folder
        : path.resolve(options.folder);
    const { otherSystems } = options;
    printFolder(options, await ask('integration.dropFolder.set', { enabled: true, folder, otherSystems }));
  });

export const folderOff = (options: OnTerminal) =>
  work(options, async (ask) => {
    const { folder } = await ask('integration.dropFolder.get', {});
    printFolder(options, await ask('integration.dropFolder.set', { enabled: false, folder }));
  });

function printFolder(options: OnTerminal, status: DropFolderStatus): void {
  const { enabled, folder, otherSystems, waiting, misplaced, today, failure, failedAt } = status;
  print(options, status, [
    `drop folder: ${enabled ? 'on' : 'off'}, ${folder}`,
    `documents of other systems: ${otherSystems ? 'may be named' : 'may not be named'}`,
    `waiting: ${waiting}, today: ${today.issued} issued, ${today.refused} refused`,
    ...(misplaced === 0
      ? []
      : [`not read: ${misplaced} in the folder itself; put them into ${path.join(folder, 'in')}`]),
  ]);
  printFailure(`--folder ${folder}`, failure, failedAt);
}

export const listClients = (options: OnTerminal) =>
  work(options, async (ask) => {
    const answer = await ask('integration.clients.list', {});
    print(options, answer, answer.clients.map(clientLine));
  });

/** `khatm integration client add`: adds a client and prints its secret once. */
export const addClient = (options: OnTerminal & { name: string; scope: ApiScope[] }) =>
  work(options, async (ask) => {
    const input = { kind: 'service', name: options.name, scopes: options.scope } as const;
    printSecret(options, await ask('integration.clients.create', input));
  });

export async function rotateClient(id: string, options: OnTerminal & { graceHours: string }): Promise<void> {
  const graceHours = wholeNumber('--grace-hours', options.graceHours, {
    least: 0,
    most: 720,
    of: 'of hours',
  });
  await work({ ...options, id, what: 'client' }, async (ask) => {
    printSecret(options, await ask('integration.clients.rotate', { id, graceHours }));
  });
}

export const revokeClient = (id: string, options: OnTerminal) =>
  work({ ...options, id, what: 'client' }, async (ask) => {
    const client = await ask('integration.clients.revoke', { id });
    print(options, { client }, [clientLine(client)]);
  });

/** `khatm integration client approvals`: prints who let an app in. */
export const listApprovals = (id: string, options: OnTerminal) =>
  work({ ...options, id, what: 'client' }, async (ask) => {
    const answer = await ask('integration.given', { clientId: id });
    print(options, answer, answer.given.map(givenLine));
  });

/** `khatm integration client end-approval`: ends one approval; the client stays, and another person may let it in. */
export const endApproval = (id: string, options: OnTerminal) =>
  work({ ...options, id, what: 'approval' }, async (ask) => {
    const answer = await ask('integration.endGiven', { id });
    print(options, answer, [`ended: ${id}`, ...answer.given.map(givenLine)]);
  });

const givenLine = ({ id, clientName, person, scopes, usedAt }: GivenApproval) =>
  `${id}  ${clientName}  by ${person}  ${scopes.join(' ')}  last used ${usedAt}`;

function printSecret(options: OnTerminal, answer: { client: ApiClient; secret?: string | undefined }): void {
  const { client, secret } = answer;
  print(options, answer, [
    clientLine(client),
    ...(secret === undefined ? [] : [`secret, shown this once: ${secret}`]),
  ]);
}

const clientLine = ({ id, name, scopes, revokedAt }: ApiClient) =>
  `${id}  ${name}  ${scopes.join(' ')}${revokedAt === undefined ? '' : `  revoked ${revokedAt}`}`;

export const listWebhooks = (options: OnTerminal) =>
  work(options, async (ask) => {
    const answer = await ask('webhook.endpoints', {});
    print(options, answer, answer.endpoints.map(endpointLine));
  });

/** `khatm integration webhook add`: adds a receiver with its own secret, or prints a new one once. */
export async function addWebhook(
  url: string,
  options: OnTerminal & { kind?: OccurrenceKind[]; allowPrivate?: boolean },
): Promise<void> {
  const { kind: kinds, allowPrivate } = options;
  const secret = await givenSecret();
  await work(options, async (ask) => {
    const input: CommandInput<'webhook.addEndpoint'> = { url, kinds, allowPrivate, secret };
    printEndpoint(options, await ask('webhook.addEndpoint', input));
  });
}

/** `khatm integration webhook rotate`: adds a second secret, or ends the first one. */
export async function rotateWebhook(id: string, options: OnTerminal & { finish?: boolean }): Promise<void> {
  const secret = options.finish === true ? undefined : await givenSecret();
  await work({ ...options, id, what: 'receiver' }, async (ask) => {
    if (options.finish === true)
      printEndpoint(options, { endpoint: await ask('webhook.finishRotation', { id }) });
    else printEndpoint(options, await ask('webhook.rotateSecret', { id, secret }));
  });
}

export const switchWebhook = (id: string, enabled: boolean, options: OnTerminal) =>
  work({ ...options, id, what: 'receiver' }, async (ask) =>
    printEndpoint(options, { endpoint: await ask('webhook.changeEndpoint', { id, enabled }) }),
  );

function printEndpoint(
  options: OnTerminal,
  answer: { endpoint: Endpoint; secret?: string | undefined },
): void {
  const { endpoint, secret } = answer;
  print(options, answer, [
    endpointLine(endpoint),
    ...(secret === undefined ? [] : [`secret, shown this once: ${secret}`]),
  ]);
}

/** Nobody is asked at the keyboard: usually there is no secret yet, and the terminal makes one. */
const givenSecret = async () =>
  process.env.KHATM_WEBHOOK_SECRET === undefined && process.env.KHATM_WEBHOOK_SECRET_FILE === undefined
    ? undefined
    : secretFromOutside('KHATM_WEBHOOK_SECRET', 'The signing secret of the receiver');

/** `khatm integration webhook test`: sends a test; the exit code is 1 unless the receiver accepted it. */
export const testWebhook = (id: string, options: OnTerminal & { kind?: OccurrenceKind }) =>
  work({ ...options, id, what: 'receiver' }, async (ask) => {
    const delivery = await ask('webhook.sendTest', { id, kind: options.kind });
    const { taken, httpStatus, failure } = delivery;
    const why = [failure, httpStatus === undefined ? undefined : `HTTP ${httpStatus}`].filter(Boolean);
    print(options, delivery, [taken ? `taken: HTTP ${httpStatus}` : `not taken: ${why.join(', ')}`]);
    if (!taken) process.exitCode = 1;
  });

export const removeWebhook = (id: string, options: OnTerminal) =>
  work({ ...options, id, what: 'receiver' }, async (ask) => {
    await ask('webhook.removeEndpoint', { id });
    print(options, { removed: id }, [`removed: ${id}`]);
  });

const endpointLine = ({ id, url, kinds, enabled, rotating, failingSince, goneAt }: Endpoint) =>
  [
    `${id}  ${url}  ${kinds.join(' ')}`,
    enabled ? '' : 'off',
    goneAt === undefined ? '' : `answered 410 at ${goneAt}`,
    failingSince === undefined ? '' : `fails since ${failingSince}`,
    rotating ? 'two secrets' : '',
  ]
    .filter((part) => part !== '')
    .join('  ');
