import { parseArgs } from 'node:util';
import { archiveUsage } from '../archive/archive-commands.ts';
import { onboardUsage } from '../onboarding/onboard-commands.ts';
import { orderUsage } from '../orders/order-commands.ts';

export const usage = `office --demo [--port N]   a simulated chain to look at; nothing of it is kept
office [--data DIR] [--host ADDRESS] [--port N] [--metrics-port N] [--address URL] [--proxy ADDRESS[,…]]
  [--certificate FILE [--key FILE]] [--archive PLACE]
  --port: any free one the first time, and the same one for DIR from then on
  --address: where browsers find it; --proxy: the addresses or networks of proxies on other machines
  --archive: a folder, or s3://BUCKET/PREFIX with Object Lock; closed months go there by themselves
  --certificate: what tills see at the address, and perhaps the next one; with its --key the office speaks TLS itself
office owner-link [--data DIR] [--address URL]   a new way in for an owner who lost theirs
office add-till [--data DIR] --vat NUMBER --branch NAME --name NAME [--tenant NAME]
office add-till --again N [--data DIR] [--tenant NAME]   a new code for a till that did not use its own
office check [--data DIR | --database URL] [--documents] [--json]   with --documents, reads each one's bytes too
office backup-key   prints a new key for copies, to be written down; it is stored nowhere
office backup --data DIR --to DIR [--plain]   a copy of the office at work on this folder, with its keys
  KHATM_BACKUP_KEY, or the file that KHATM_BACKUP_KEY_FILE names, has the key that encrypts it
office restore --from DIR --data DIR [--key KEY]   into an empty folder; the tills send what the copy lacks
  --key: the office's public key; a copy of another office is then refused
${orderUsage}
${onboardUsage}
${archiveUsage}
Without --data and --database, DATABASE_URL names the database, and KHATM_ORDER_KEY
the file with the key that signs orders. KHATM_SMTP, smtps://name:password@host, and KHATM_MAIL_FROM: e-mails of alarms.
AWS_REGION, AWS_ENDPOINT_URL_S3 and AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE: a store for archives.`;

const options = {
  data: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string' },
  address: { type: 'string' },
  proxy: { type: 'string' },
  certificate: { type: 'string' },
  archive: { type: 'string' },
  key: { type: 'string' },
  'metrics-port': { type: 'string' },
  vat: { type: 'string' },
  again: { type: 'string' },
  branch: { type: 'string' },
  name: { type: 'string' },
  tenant: { type: 'string', default: 'Head office' },
  database: { type: 'string' },
  demo: { type: 'boolean', default: false },
  to: { type: 'string' },
  from: { type: 'string' },
  documents: { type: 'boolean', default: false },
  plain: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** Reads the command line of every command that has no options of its own. */
export const parseCommand = () => parseArgs({ options, allowPositionals: true });
export type Values = ReturnType<typeof parseCommand>['values'];
