import type { Migration } from '../../../books/ledger/database/database.ts';
import { oauth } from './01-oauth.ts';
import { api } from './02-api.ts';
import { dropFolder } from './03-drop-folder.ts';
import { webhooks } from './04-webhooks.ts';
import { foreignInvoices } from './05-foreign-invoices.ts';
import { refusedFiles } from './06-refused-files.ts';
import { outNames } from './07-out-names.ts';
import { approvalOrigin } from './08-approval-origin.ts';
import { webhookKinds } from './09-webhook-kinds.ts';
import { keySale } from './10-key-sale.ts';
import { oldSecrets } from './11-old-secrets.ts';

/*
 * The schema of integration.db. Times are milliseconds since 1970. No secret is stored in the clear: client secrets,
 * tokens and codes are stored as SHA-256 (see oauth/secrets.ts), keys and signing secrets are in the vault.
 */

/** The migrations in order: a new one is added at the end, and a released one never changes. */
export const migrations: readonly Migration[] = [
  oauth,
  api,
  dropFolder,
  webhooks,
  foreignInvoices,
  refusedFiles,
  outNames,
  approvalOrigin,
  webhookKinds,
  keySale,
  oldSecrets,
];
