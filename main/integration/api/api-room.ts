import type { Environment } from '../../../shared/status.ts';
import type { AuditLog } from '../../ledger/audit-log.ts';
import { createSettings } from '../../ledger/settings.ts';
import { createDropFolder } from '../drop-folder/drop-folder.ts';
import { createOAuth } from '../oauth/oauth-server.ts';
import { createApprovalsTeller } from '../oauth/tell-approvals.ts';
import type { ApiServerOptions } from './api-server.ts';
import { createApiService } from './api-service.ts';
import { createIntegrationHandlers, type IntegrationHandlers } from './handlers.ts';
import type { KeyStore } from './identities.ts';

export interface ApiRoomOptions extends Omit<ApiServerOptions, 'oauth'> {
  readonly environment: Environment;
  /** Holds the server's private key. */
  readonly secrets: KeyStore;
  readonly audit: Pick<AuditLog, 'write'>;
  /** Where the drop folder is unless the manager says otherwise. */
  readonly defaultDropFolder: string;
  /** Which apps wait for a person's answer (`integration.approvals`) may be others now. */
  readonly onApprovals: () => void;
}

/** How other programs reach this terminal: the API and the drop folder of one environment. */
export interface ApiRoom {
  readonly handlers: IntegrationHandlers;
  /** Begins what the manager has turned on; what stops it is in its standing. Never rejects. */
  start(): Promise<void>;
  /** See `ApiService`. */
  certificateEnd(): number | undefined;
  /** A document's submission moved. */
  invoiceChanged(uuid: string): void;
  /** Resolves when nothing more is answered or taken; the databases may be closed then. */
  stop(): Promise<void>;
}

/** Puts the API's parts together over an open integration database. */
export function createApiRoom(options: ApiRoomOptions): ApiRoom {
  const { database, environment, clock, onError, audit } = options;
  const settings = createSettings(database);
  const oauth = createOAuth(database, { clock, onError, onApproval: () => teller.changed() });
  const teller = createApprovalsTeller({
    approvals: oauth.approvals,
    clock,
    tell: options.onApprovals,
    onError,
  });
  const api = createApiService({
    ...options,
    oauth,
    settings,
    keyName: `${environment}/integration/tls-key`,
  });
  const dropFolder = createDropFolder({ ...options, settings, defaultFolder: options.defaultDropFolder });

  return {
    handlers: createIntegrationHandlers({
      oauth,
      api,
      dropFolder,
      audit,
      now: () => clock.now(),
      onApprovals: teller.changed,
    }),
    async start() {
      // Those that waited when the program ended.
      teller.changed();
      try {
        await Promise.all([api.start(), dropFolder.start()]);
      } catch (error) {
        onError(error);
      }
    },
    certificateEnd: api.certificateEnd,
    invoiceChanged: (uuid) => dropFolder.invoiceChanged(uuid),
    async stop() {
      await Promise.all([api.stop(), dropFolder.stop()]);
      teller.stop();
    },
  };
}
