import * as z from 'zod';
import { describeFinding } from './issue-message.ts';

/**
 * Every way a command can fail, by a stable code. The codes cross process borders; `shared/words` has their texts in
 * Arabic and English.
 */
export const failureCodes = [
  'bad-input', // the input does not match its schema or does not yield a valid document; `issues` has the details
  'not-found', // no such invoice
  'not-allowed', // this role may not use the command
  'set-by-policy', // the administrator of this machine sets it; it cannot be changed here
  'training-only', // this program serves training and no other environment
  'safe-mode', // it is off until the program is started again normally
  'wrong-pin', // `detail.seconds`: the time until the next attempt
  'short-pins-locked', // too many wrong tries of PINs with four or five digits; `detail.minutes` until they count again
  'short-pins-off', // PINs with four or five digits are not allowed any more; this person needs another
  'pin-needed', // the person signed in must enter their PIN again for this command
  'approval-needed', // a manager must agree with their PIN; `detail`: approval (an id), limits (shared/values/limits.ts)
  'people-lost', // the list of people cannot be trusted; a new manager must be named
  'no-manager', // simulation and production need a manager with a PIN first
  'no-company', // the seller's details are missing
  'go-live-missing', // something must be settled before the terminal goes live; `detail.rows` (shared/go-live.ts)
  'sample-shop', // training's sample shop and other environments exclude each other
  'flow-running', // an onboarding, renewal or re-issue is in progress
  'other-environment', // a pair or certificate of another environment; nothing was sent
  'certificate-expired', // no longer used for stamping; `detail.validTo`
  'already-onboarded', // there is a production credential; renew or re-issue it
  'not-onboarded', // the terminal has no usable credential yet
  'sale-differs', // the sale's id was already used for a different sale
  'hash-mismatch', // the independent check of the stamped document failed; nothing was issued
  'clock-back', // the clock is before the last document's time
  'clock-ahead', // the clock is far ahead of the latest known correct time; `detail`: now, known, days, asks (shared/values/clock.ts)
  'ledger-broken', // the chain or the database is damaged
  'ledger-lost', // the vault has a terminal's secrets, but its ledger is missing
  'ledger-newer', // the database was written by a newer version
  'ledger-old', // an older copy of the ledger than the one that issued last; `detail`: the icv here, the witness
  'ledger-forked', // the witness belongs to a different chain from this ledger's
  'ledger-copied', // the ledger and its vault were made on another machine or in another folder
  'seller-differs', // the company is not the certificate's; `detail`: field, here, stated (in the certificate)
  'counter-used', // the authority has another document under a counter of this terminal; `detail`: icv, number, answer
  'shift-open', // another shift is open
  'money-differs', // a shift, cash movement or payment on account was entered before under this id, with other amounts
  'no-shift', // no shift is open, or a different one from the named one
  'no-card-terminal', // no card terminal is connected, or not the one that was asked
  'card-unresolved', // the outcome of another card payment of this sale is not known yet; `detail.id`
  'card-open', // card payments of this shift are unresolved, or no document used them; `detail.count`
  'basket-paid', // a card payment of this basket is open; it stays unchanged until it is issued
  'basket-gone', // the basket was already sold, or another person has it
  'stored-newer', // a newer version wrote it, and it stays as it is; `detail.form` (shared/stored)
  'stored-unreadable', // a stored text is damaged or of no known form, and stays as it is; `detail.form`
  'not-rejected', // only a rejected document can be issued again
  'already-reissued', // the rejected document was issued again before; `detail.number` is the new one
  'backup-broken', // a copy of the ledger failed its check
  'backup-older', // a newer backup of these books is beside this one; `detail`: file, documents of the newer one
  'receipts-after', // documents were given after the backup, so nothing may be issued from it; `detail`: number, last
  'backup-key-needed', // the backup is encrypted; nothing was done
  'backup-key-wrong', // the backup is encrypted with another key; nothing was done
  'document-damaged', // the ledger itself, not a copy, contains an altered document; `detail.found`
  'article-missing', // no such article, group, price, proposal or import
  'buyer-missing', // no such buyer in the book, or no such import
  'articles-broken', // catalogue.db cannot be opened; sales go on without articles; `detail.why` has the cause's code
  'integrations-broken', // integration.db cannot be read; sales go on without integrations
  'port-taken', // another program uses the API's port
  'printer-gone', // the chosen printer is missing, or there is none
  'print-failed', // the printer or its connection failed; `detail.why` has the system's message
  'printer-no-paper', // the printer has no paper; nothing was printed
  'printer-cover-open', // the printer's cover is open; nothing was printed
  'print-cut-off', // the printer stopped half-way; `detail.why` has the reason
  'update-refused', // `detail.why` has the reason (shared/update.ts)
  'update-waits', // `detail.why` has what it waits for (shared/update.ts)
  'drawer-failed', // the cash drawer cannot be opened; `detail.why` has the reason
  'display-failed', // the customer display cannot be reached
  'disk-full',
  'folder-moved', // the books have moved from this folder to another one, which its MOVED.txt names
  'folder-unusable', // the data folder cannot be created, read or written
  'place-link', // a link is where a file or folder outside the data folder must be; `detail.name` of these is its path
  'place-not-plain', // a pipe, device or folder is where a plain file must be, or a file where a folder must be
  'place-silent', // the folder's disk or share did not answer in time
  'place-own', // the folder is among the program's own files
  'place-memory', // the folder is in the machine's memory, which a power cut empties
  'place-open', // every user of the machine may write in the folder, which would give secrets away
  'terminal-busy', // another program is setting up this terminal
  'database-busy',
  'vault-locked', // a person must unlock the secrets; `detail.why` says how (shared/vault.ts)
  'vault-unavailable', // secrets cannot be read or written; `detail.why` has the reason (shared/vault.ts)
  'gateway-unreachable', // the authority gave no answer, or a broken one
  'gateway-refused', // the authority refused this request; `detail` has its code and text
  'credential-refused', // the authority answered 401 or 403
  'office-unreachable', // the head office gave no answer, or a broken one
  'office-refused', // the head office did not accept this till; `detail.why`: code, taxpayer
  'office-stopped', // the head office stopped this till; `detail.why` (shared/office/wire/orders.ts)
  'office-enrolled', // the till already belongs to a head office
  'remote-unreachable', // the other integration layer gave no answer, or a broken one
  'remote-refused', // the other integration layer refused; `detail` has its status and code
  'internal', // anything else: a defect
] as const;
export const failureCodeSchema = z.enum(failureCodes);
export type FailureCode = (typeof failureCodes)[number];

/** A problem at one place of an input. `path` leads to the field, for instance ['lines', 0, 'quantity']. */
export const issueSchema = z.object({
  path: z
    .array(z.union([z.string(), z.number()]))
    .describe('Where: names of fields, and places in lists from 0'),
  code: z.string().describe('Stable; its words may change'),
  message: z
    .string()
    .describe('Words for a person, of the API in Arabic or English as Accept-Language asks; they may change'),
  params: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe('Limits and values for words of your own'),
});
export type Issue = z.infer<typeof issueSchema>;

export const failureSchema = z.object({
  code: failureCodeSchema,
  issues: z.array(issueSchema).optional(),
  /** The facts for the failure's text (a status, a code of the authority, a limit), never secrets. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Failure = z.infer<typeof failureSchema>;

/** A command's answer as it crosses a process border. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/** A failure inside main; `dispatch` turns it into a value for the caller. Its message is for logs and tests only. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    const where = failure.issues?.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
    super(where ? `${failure.code}: ${where}` : failure.code, options);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

export function fail(code: FailureCode, more: Omit<Failure, 'code'> = {}, cause?: unknown): never {
  throw new FailureError({ code, ...more }, cause === undefined ? undefined : { cause });
}

/** Refuses an input for one fault. @throws FailureError `bad-input` */
export function refuseInput(
  path: Issue['path'],
  code: string,
  message: string,
  params?: Issue['params'],
): never {
  return fail('bad-input', { issues: [{ path, code, message, ...(params && { params }) }] });
}

/**
 * The largest number of issues reported: a sale of 5,000 lines can be wrong in 5,000 places, and nobody reads them all.
 */
const mostIssues = 100;

/** Parses unknown input by a schema. @throws FailureError `bad-input` with an issue for each fault, up to a hundred */
export function parseOrFail<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input, { error: describeFinding });
  if (parsed.success) return parsed.data;
  return fail('bad-input', {
    issues: parsed.error.issues.slice(0, mostIssues).map((issue) => issueFromZod(issue, input)),
  });
}

/** The longest list of values in an issue, characters. */
const longestList = 300;

function issueFromZod(issue: z.core.$ZodIssue, input: unknown): Issue {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  // Our own refinements have their code in `params.code`.
  const params = 'params' in issue ? (issue.params as Record<string, unknown> | undefined) : undefined;
  const ownCode = params?.code;
  const facts: Record<string, string | number> = {};
  for (const source of [issue as unknown as Record<string, unknown>, params ?? {}]) {
    for (const key of [
      'minimum',
      'maximum',
      'expected',
      'format',
      'origin',
      'limit',
      'value',
      'allowed',
      'character',
    ]) {
      const fact = source[key];
      if (typeof fact === 'string' || typeof fact === 'number') facts[key] = fact;
      else if (typeof fact === 'bigint') facts[key] = String(fact);
    }
  }
  if (issue.code === 'unrecognized_keys') facts.keys = issue.keys.join(', ').slice(0, 100);
  if (issue.code === 'invalid_value') facts.allowed = issue.values.join(', ').slice(0, longestList);
  if (issue.code.startsWith('invalid_') && isMissing(input, issue.path)) facts.received = 'nothing';
  return {
    path,
    code: typeof ownCode === 'string' ? ownCode : issue.code,
    message: issue.message,
    ...(Object.keys(facts).length > 0 && { params: facts }),
  };
}

function isMissing(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input;
  for (const key of path) {
    // A text that was parsed as a list has no separate parts.
    if (typeof value === 'string') return false;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return true;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value === undefined;
}
