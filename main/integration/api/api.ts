import type { Environment } from '../../../shared/status.ts';
import { closeTogether } from '../../base/platform/close-in-order.ts';
import { createSettings } from '../../books/ledger/database/settings.ts';
import { createDropFolder, type DropFolderOptions } from '../drop-folder/drop-folder.ts';
import { createApprovals } from '../oauth/approvals.ts';
import type { MayLetIn, OnEnded } from '../oauth/grants.ts';
import { createApprovalsNotifier } from '../oauth/notify-approvals.ts';
import { createOAuth } from '../oauth/oauth-server.ts';
import type { ApiServerOptions } from './api-server.ts';
import { type ApiServiceOptions, createApiService } from './api-service.ts';
import { createCallLog } from './call-log.ts';
import type { KeyStore } from './identities.ts';

export interface ApiOptions extends Omit<ApiServerOptions, 'oauth' | 'calls'> {
  readonly environment: Environment;
  readonly secrets: KeyStore;
  readonly defaultDropFolder: string;
  readonly dataFolder: string;
  readonly onBatch: DropFolderOptions['onBatch'];
  readonly onService: ApiServiceOptions['onService'];
  readonly onDropFolder: DropFolderOptions['onChange'];
  /** Called when the apps that wait for a person's answer (`integration.approvals`) may have changed. */
  readonly onApprovals: () => void;
  /** Returns whether a person may let apps in; an approval ends with that, which `onEnded` notes. */
  readonly mayLetIn?: MayLetIn | undefined;
  readonly onEnded?: OnEnded | undefined;
  /** Returns false while another program leads the folder, which then serves the others. */
  readonly leads?: (() => boolean) | undefined;
}

/** The longest time that the server and the drop folder may take to end, in milliseconds. */
const closingMs = 3_000;

/** The API and the drop folder of one environment, by which other programs reach this terminal. */
export function createApi(options: ApiOptions) {
  const { database, environment, secrets, ledger, intake, issue, clock, leads, onError } = options;
  const settings = createSettings(database);
  const approvals = createApprovals(database, clock);
  const notifier = createApprovalsNotifier(approvals, clock, options.onApprovals, onError);
  const ofPeople = { onApproval: notifier.changed, mayLetIn: options.mayLetIn, onEnded: options.onEnded };
  const oauth = createOAuth(database, { clock, onError, approvals, ...ofPeople });
  const calls = createCallLog();
  const api = createApiService({
    database,
    secrets,
    ledger,
    intake,
    issue,
    clock,
    leads,
    onError,
    reissue: options.reissue,
    preview: options.preview,
    fileName: options.fileName,
    pdf: options.pdf,
    webhooks: options.webhooks,
    version: options.version,
    sandbox: options.sandbox,
    rates: options.rates,
    connections: options.connections,
    routes: options.routes,
    onService: options.onService,
    oauth,
    calls,
    settings,
    keyName: `${environment}/integration/tls-key`,
  });
  const dropFolder = createDropFolder({
    database,
    ledger,
    intake,
    issue,
    clock,
    leads,
    onError,
    onBatch: options.onBatch,
    settings,
    defaultFolder: options.defaultDropFolder,
    dataFolder: options.dataFolder,
    onChange: options.onDropFolder,
  });

  return {
    oauth,
    service: api,
    dropFolder,
    calls,
    /** Notes that a person answered an app, or withdrew its access. */
    approvalsChanged: notifier.changed,
    /** Starts what the manager has turned on; the status has the reason if it cannot listen. Never rejects. */
    async start() {
      // Sends the events that were waiting when the program last ended.
      notifier.changed();
      try {
        await Promise.all([api.start(), dropFolder.start()]);
      } catch (error) {
        onError(error);
      }
    },
    /** Applies settings that another program on the folder has changed. Never rejects. */
    applyChanges: () => Promise.all([api.applyChanges(), dropFolder.applyChanges()]),
    certificateEnd: api.certificateEnd,
    invoiceChanged: (uuid: string) => dropFolder.invoiceChanged(uuid),
    /** Ends the API. Resolves when no request or file is being handled any more; then the databases may be closed. */
    async stop() {
      notifier.stop();
      await closeTogether(
        { api: api.stop, 'drop folder': dropFolder.stop },
        { clock, onError, withinMs: closingMs },
      );
    },
  };
}
