import { rmSync } from 'node:fs';
import path from 'node:path';
import type { ConnectionLimits } from '../../../main/base/platform/connections.ts';
import type { Database } from '../../../main/books/ledger/database/database.ts';
import { createSettings } from '../../../main/books/ledger/database/settings.ts';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import type { ApiServerOptions } from '../../../main/integration/api/api-server.ts';
import { createApiService } from '../../../main/integration/api/api-service.ts';
import { createCallLog } from '../../../main/integration/api/call-log.ts';
import type { Rates } from '../../../main/integration/api/guard-requests.ts';
import type { Issue } from '../../../main/integration/invoices/issue-once.ts';
import { createOAuth } from '../../../main/integration/oauth/oauth-server.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import type { WebhookSender } from '../../../main/integration/webhooks/sender.ts';
import type { SaleIntake } from '../../../main/till/issue/sale-intake.ts';
import type { ApiScope } from '../../../shared/contract/programs/integration.ts';
import type { Sale } from '../../../shared/sale/sale.ts';
import { apiSetting } from '../../../shared/stored/settings/integration.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';
import { openTill } from '../till.ts';

export interface ShopOptions {
  readonly network?: boolean;
  readonly rates?: Partial<Rates>;
  readonly connections?: Partial<ConnectionLimits>;
  readonly pdf?: (uuid: string) => Promise<Uint8Array | undefined>;
  /** Wraps the terminal's own `issue`, so that a test can make it fail. */
  readonly issue?: (sale: Sale, issue: (sale: Sale) => ReturnType<Issue>) => ReturnType<Issue>;
  readonly reissue?: ApiServerOptions['reissue'];
  readonly preview?: ApiServerOptions['preview'];
  readonly intake?: SaleIntake;
  readonly enabled?: boolean;
  readonly webhooks?: (database: Database, ledger: Ledger, clock: FakeClock) => WebhookSender;
  /** The address of the training sandbox. */
  readonly sandbox?: string;
  /** The initial time of the shop's clock. */
  readonly now?: number;
}

/** Opens a terminal's API on a separate port, with a fake clock. */
export async function openShop(options: ShopOptions = {}) {
  const { network = false, enabled = true } = options;
  const folder = newFolder('api');
  const clock = new FakeClock(options.now);
  const till = openTill(path.join(folder, 'ledger.db'), clock);
  const file = path.join(folder, 'integration.db');
  const database = openIntegrationStore(file);
  const errors: unknown[] = [];
  const onError = (error: unknown) => {
    errors.push(error);
  };
  const oauth = createOAuth(database, { clock, onError });
  const secrets = memorySecrets();
  const settings = createSettings(database);
  const calls = createCallLog();
  const service = createApiService({
    database,
    oauth,
    calls,
    settings,
    secrets,
    keyName: 'training/integration/tls-key',
    onService: () => undefined,
    ledger: till.ledger,
    issue: (sale, by, prepared) =>
      options.issue ? options.issue(sale, (again) => till.issue(again, by)) : till.issue(sale, by, prepared),
    reissue: options.reissue ?? till.reissue,
    preview: options.preview ?? till.preview,
    intake: options.intake ?? till.intake,
    fileName: ({ number }) => `${number}.xml`,
    ...(options.pdf && { pdf: options.pdf }),
    sandbox: options.sandbox,
    webhooks: options.webhooks?.(database, till.ledger, clock),
    clock,
    version: '1.2.3',
    onError,
    ...(options.rates && { rates: options.rates }),
    ...(options.connections && { connections: options.connections }),
  });
  // Port 0 selects any free port. The contract allows no port below 1024, but the settings do.
  settings.write(apiSetting, { enabled, port: 0, network });
  const status = await service.start();
  if (enabled && status.failure !== undefined) throw new Error(status.failure);
  const [base = ''] = status.addresses;

  const client = (scopes: ApiScope[] = ['invoices.read', 'invoices.write']) => {
    const { client: made, secret = '' } = oauth.clients.create({ kind: 'service', name: 'Till', scopes });
    return { id: made.id, secret };
  };

  const form = (where: string, parameters: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${base}${where}`, { method: 'POST', body: new URLSearchParams(parameters), headers });

  async function tokenOf({ id, secret }: { id: string; secret: string }): Promise<string> {
    const parameters = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    // A test may compute for seconds, and the server would meanwhile close an idle connection.
    const answer = await form('/oauth/token', parameters, { connection: 'close' });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  return {
    ...till,
    base,
    clock,
    database,
    file,
    folder,
    errors,
    oauth,
    calls,
    secrets,
    service,
    settings,
    client,
    /** Sends a form as a program would. */
    form,
    tokenOf,
    /** Returns a token of a new client with these scopes. */
    token: (scopes?: ApiScope[]) => tokenOf(client(scopes)),
    async close() {
      await service.stop();
      database.close();
      till.ledger.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;

export const coffee = { lines: [{ name: 'قهوة | Coffee', quantity: 2, unitPrice: '14.00' }] };

/** Sends a sale as a point-of-sale program would. */
export function post(base: string, token: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${base}/v2/invoices`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
