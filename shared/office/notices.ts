import * as z from 'zod';
import { deliveryFailures } from '../contract/programs/webhooks.ts';
import { instant } from '../fields.ts';
import { languages } from '../values/language.ts';
import { command, query } from './command.ts';
import { rowId } from './input.ts';

export const recipientKinds = ['email', 'webhook'] as const;
export type RecipientKind = (typeof recipientKinds)[number];

export type NoticeKind = 'began' | 'ended' | 'test';

/** The reasons for a failed attempt; the last ones are only for e-mails. */
export const noticeFailures = [
  ...deliveryFailures,
  'mail-off', // this office has no server for e-mails
  'mail-sign-in', // the mail server refuses the name or password
  'mail-refused', // the mail server refuses the message or its address
  'mail-failed', // any other failure on the way to the mail server
] as const;
export type NoticeFailure = (typeof noticeFailures)[number];

const recipient = rowId;
const done = z.object({});

export const recipientSchema = z.object({
  recipient,
  kind: z.enum(recipientKinds),
  address: z.string(),
  language: z.enum(languages),
  allowPrivate: z.boolean(),
  createdAt: instant,
  /** The number of notices that are still to be sent. */
  waiting: z.int(),
  /** The newest attempt; null before the first one. */
  last: z
    .object({
      at: instant,
      state: z.enum(['waiting', 'delivered', 'dead']),
      failure: z.enum(noticeFailures).nullable(),
    })
    .nullable(),
});
export type Recipient = z.infer<typeof recipientSchema>;

export const notices = {
  /** Returns the recipients; `mail` is true if this office can send e-mails. */
  'notice.list': query({
    roles: ['owner'],
    input: z.strictObject({}),
    output: z.object({ now: instant, mail: z.boolean(), recipients: z.array(recipientSchema) }),
  }),
  /** Returns the secret that signs the messages to a webhook, which is shown only this once. */
  'notice.add': command({
    roles: ['owner'],
    input: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('email'),
        address: z.email().max(200),
        language: z.enum(languages),
      }),
      z.strictObject({
        kind: z.literal('webhook'),
        address: z.string().max(2000),
        /** True when its name may lead to this machine or a private network. */
        allowPrivate: z.boolean(),
      }),
    ]),
    output: z.object({ recipient, secret: z.string().nullable() }),
  }),
  'notice.remove': command({ roles: ['owner'], input: z.strictObject({ recipient }), output: done }),
  /** Sends a test message, which no alarm caused. */
  'notice.test': command({ roles: ['owner'], input: z.strictObject({ recipient }), output: done }),
};
