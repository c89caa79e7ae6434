import type { CommandName } from '../../../shared/contract/index.ts';
import type {
  ApiCall,
  ApiClient,
  ApiStatus,
  Approval,
  DropFolderStatus,
  GivenApproval,
  RefusedFile,
} from '../../../shared/contract/programs/integration.ts';
import { fail } from '../../../shared/failure.ts';
import { now } from './fake-documents.ts';
import type { FakeHandlers } from './fake-handlers.ts';
import { createFakeRemote } from './fake-remote.ts';
import { createFakeWebhooks } from './fake-webhooks.ts';

/*
 * The integrations of the fake terminal: programs, approvals, the API's status and the drop folder. It listens on no
 * port.
 */

export interface IntegrationOptions {
  /** Starts with programs, receivers and events. If it is false, everything is off and empty. */
  readonly integrations?: boolean;
  /** The number of apps that wait for approval. */
  readonly approvals?: number;
  /** Simulates an API that is on while another program uses its port. */
  readonly portTaken?: boolean;
  /**
   * Simulates a damaged integration.db. The API's status and the programs cannot be read until an empty database
   * replaces it.
   */
  readonly integrationsBroken?: boolean;
  /** Makes the certificate of the API end soon. */
  readonly certificateEnding?: boolean;
}

type Area = 'integration' | 'webhook' | 'inbound' | 'remoteInvoice' | 'remote';
export type IntegrationCommand = Extract<CommandName, `${Area}.${string}`>;

const minute = 60_000;
const hour = 60 * minute;
const iso = (at: number) => new Date(at).toISOString();
/** Returns the ID for a number. It is always the same, and has the form of a real one. */
export const fakeId = (area: string, number: number) =>
  `${area}-0000-4000-8000-${String(number).padStart(12, '0')}`;
/** Returns text with the form and length of a real secret. */
export const fakeSecret = (number: number) => `fake${'Zk3v-9QpLx_'.repeat(3)}${number}end4`;

export function createFakeIntegrations(options: IntegrationOptions): {
  readonly handlers: FakeHandlers<IntegrationCommand>;
  /** Adds an app that waits for approval. */
  askForApproval(): void;
} {
  const { integrations: isFull = false, portTaken = false } = options;
  const clients: ApiClient[] = isFull ? someClients() : [];
  let approvals: Approval[] = Array.from({ length: options.approvals ?? 0 }, (_, index) =>
    someApproval(index),
  );
  let api: ApiStatus = { enabled: false, port: 8790, network: false, addresses: [] };
  let drop: DropFolderStatus = {
    enabled: isFull,
    folder: '/home/shop/Khatm/drop',
    otherSystems: false,
    waiting: isFull ? 2 : 0,
    misplaced: isFull ? 1 : 0,
    isOpenToAll: false,
    today: isFull ? { issued: 128, refused: 2 } : { issued: 0, refused: 0 },
    ...(isFull && { lastRefused: refusedFile(0), lookedAt: iso(now) }),
  };
  let made = 0;
  let given: GivenApproval[] = ['Huda', 'خالد'].map((person, index) => ({
    id: `given-${index}`,
    clientId: '22c04ee1a8d64f0bb3f8d1f5a9077e63',
    clientName: 'Ledgerly for accountants',
    person,
    scopes: ['invoices.read'],
    usedAt: iso(now - hour),
  }));
  let broken = options.integrationsBroken ?? false;
  const refuseBroken = () => {
    if (broken) fail('integrations-broken');
  };

  const find = (id: string) => clients.find((client) => client.id === id) ?? fail('not-found');
  const update = (id: string, change: Partial<ApiClient>) => Object.assign(find(id), change);
  const answered = ({ id }: { id: string }) => {
    if (!approvals.some((approval) => approval.id === id)) fail('not-found');
    approvals = approvals.filter((approval) => approval.id !== id);
    return { approvals };
  };
  const setApi = ({ enabled, port, network }: Pick<ApiStatus, 'enabled' | 'port' | 'network'>) => {
    const { failure: _, ...before } = api;
    const isTaken = enabled && (portTaken ? port === 8790 : false);
    const hosts = network ? ['https://192.168.8.20', 'https://till-1'] : ['http://127.0.0.1'];
    api = {
      ...before,
      enabled,
      port,
      network,
      addresses: enabled && !isTaken ? hosts.map((host) => `${host}:${port}`) : [],
      ...(isTaken && { failure: 'port-taken' as const }),
      ...(network && { certificate: before.certificate ?? someCertificate('own') }),
    };
    return api;
  };
  if (options.certificateEnding) api = { ...api, certificate: endingCertificate() };
  if (isFull || portTaken) setApi({ enabled: true, port: 8790, network: isFull });

  return {
    askForApproval() {
      approvals = [...approvals, someApproval(approvals.length)];
    },
    handlers: {
      ...createFakeWebhooks(isFull),
      ...createFakeRemote(isFull),
      'integration.reopen': () => {
        broken = false;
        return { setAside: 'integration-broken-2026-11-20T10-00-00-000Z.db' };
      },
      'integration.clients.list': () => {
        refuseBroken();
        return {
          clients: [...clients.filter((one) => !one.revokedAt), ...clients.filter((one) => one.revokedAt)],
        };
      },
      'integration.clients.create': (input) => {
        made += 1;
        const hasSecret = input.kind === 'service' || input.secret;
        const client: ApiClient = {
          id: `c${String(made).padStart(31, '0')}`,
          name: input.name,
          kind: input.kind,
          scopes: input.scopes,
          redirectUris: input.kind === 'app' ? input.redirectUris : [],
          hasSecret,
          createdAt: iso(now),
        };
        clients.unshift(client);
        return { client, ...(hasSecret && { secret: fakeSecret(made) }) };
      },
      'integration.clients.scope': ({ id, scopes }) => update(id, { scopes }),
      'integration.clients.rotate': ({ id, graceHours }) => {
        made += 1;
        const client = update(id, { previousSecretUntil: iso(now + graceHours * hour) });
        return { client, secret: fakeSecret(made) };
      },
      'integration.clients.revoke': ({ id }) => update(id, { revokedAt: iso(now) }),

      'integration.clients.calls': ({ id }) => ({ calls: find(id).usedAt === undefined ? [] : someCalls }),

      'integration.given': ({ clientId }) => ({ given: given.filter((one) => one.clientId === clientId) }),
      'integration.endGiven': ({ id }) => {
        const ended = given.find((one) => one.id === id) ?? fail('not-found');
        given = given.filter((one) => one !== ended);
        return { given: given.filter((one) => one.clientId === ended.clientId) };
      },

      'integration.approvals': () => ({ approvals }),
      'integration.waiting': () => ({ apps: approvals.map(({ clientName }) => clientName) }),
      'integration.approve': answered,
      'integration.deny': answered,

      'integration.api.get': () => {
        refuseBroken();
        return api;
      },
      'integration.api.set': setApi,
      'integration.api.certificate': (input) => {
        if (input.source === 'supplied' && !input.privateKey.includes('PRIVATE KEY'))
          fail('bad-input', { issues: [{ path: ['privateKey'], code: 'not-a-key', message: 'no key' }] });
        api = { ...api, certificate: someCertificate(input.source) };
        return api;
      },

      'integration.dropFolder.get': () => drop,
      'integration.dropFolder.refused': () => ({ files: [0, 1, 2].map(refusedFile) }),
      'integration.dropFolder.set': ({
        enabled,
        folder = '/home/shop/Khatm/drop',
        otherSystems = drop.otherSystems,
      }) => {
        if (!folder.startsWith('/'))
          fail('bad-input', { issues: [{ path: ['folder'], code: 'folder-path', message: 'whole path' }] });
        drop = { ...drop, enabled, folder, otherSystems, waiting: 0 };
        return drop;
      },
    },
  };
}

const someCalls: ApiCall[] = [
  {
    requestId: '5c1f3f0e-8d0a-4c1e-9d6e-0f5d2f7a1b02',
    at: iso(now - 60_000),
    method: 'POST',
    path: '/v2/invoices',
    status: 409,
    code: 'key-reused',
  },
  {
    requestId: '0b5a7c62-0a55-4a4e-8f0f-7f1f3a9d6c01',
    at: iso(now - 120_000),
    method: 'POST',
    path: '/v2/invoices',
    status: 201,
  },
];

function someClients(): ApiClient[] {
  return [
    {
      id: '7d1f0a52c9e84b6f90aa31e5b7c2d410',
      name: 'نقاط البيع في المعرض',
      kind: 'service',
      scopes: ['invoices.read', 'invoices.write'],
      redirectUris: [],
      hasSecret: true,
      previousSecretUntil: iso(now + 20 * hour),
      createdAt: iso(now - 900 * hour),
      usedAt: iso(now - 4 * minute),
    },
    {
      id: '22c04ee1a8d64f0bb3f8d1f5a9077e63',
      name: 'Ledgerly for accountants',
      kind: 'app',
      scopes: ['invoices.read'],
      redirectUris: ['https://app.ledgerly.example/oauth/callback', 'http://127.0.0.1/callback'],
      hasSecret: false,
      createdAt: iso(now - 300 * hour),
    },
    {
      id: '90be6cbb0d3b4d4f8e5574ea1f3cd0a2',
      name: 'Old web shop',
      kind: 'service',
      scopes: ['invoices.write'],
      redirectUris: [],
      hasSecret: true,
      createdAt: iso(now - 4000 * hour),
      usedAt: iso(now - 2000 * hour),
      revokedAt: iso(now - 1900 * hour),
    },
  ];
}

function refusedFile(index: number): RefusedFile {
  const limit = { path: ['lines', 2, 'discount'], code: 'discount-above-price', message: 'too much' };
  const whole = { path: [], code: 'not-json', message: 'must be one JSON object in UTF-8' };
  return {
    name: `sale-20261120-${4711 - index}.json`,
    keptAs: `sale-20261120-${4711 - index}.json`,
    at: iso(now - (7 + 190 * index) * minute),
    failure: { code: 'bad-input', issues: [index === 0 ? limit : whole] },
  };
}

function someApproval(index: number): Approval {
  return {
    id: fakeId('a0000000', index),
    clientId: '22c04ee1a8d64f0bb3f8d1f5a9077e63',
    clientName: index === 0 ? 'Ledgerly for accountants' : `App ${index + 1}`,
    scopes: index === 0 ? ['invoices.read', 'invoices.write'] : ['invoices.read'],
    checkWords: index === 0 ? 'KMTR-7WQD' : `ABCD-${1000 + index}`,
    askedAt: iso(now - minute),
    expiresAt: iso(now + 4 * minute),
  };
}

/** Returns a certificate that ends soon, with the next one ready. */
const endingCertificate = (): NonNullable<ApiStatus['certificate']> => ({
  ...someCertificate('own'),
  validTo: iso(now + 20 * 24 * hour),
  isEnding: true,
  next: { fingerprint: '9C:01', from: iso(now + 19 * 24 * hour) },
});

function someCertificate(source: 'own' | 'supplied'): NonNullable<ApiStatus['certificate']> {
  return {
    source,
    pem: `-----BEGIN CERTIFICATE-----\n${`${'MIIBszCCAVmgAwIBAgIUQ2'.repeat(3).slice(0, 64)}\n`.repeat(9)}-----END CERTIFICATE-----\n`,
    fingerprint:
      '4F:9A:12:C7:0B:E3:55:D8:61:AA:90:3E:7C:28:F4:1D:B6:03:8F:52:E9:77:C4:1A:0D:96:3B:E8:25:7F:AC:60',
    names: source === 'own' ? ['localhost', 'till-1', '127.0.0.1', '192.168.8.20'] : ['till-1.shop.example'],
    validTo: iso(now + 825 * 24 * hour),
    isEnding: false,
  };
}
