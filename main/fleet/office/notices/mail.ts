import { createTransport } from 'nodemailer';
import type { NoticeFailure } from '../../../../shared/headquarters/notices.ts';

/* Sends e-mails over the shop's own mail server, which KHATM_SMTP names with its password. */

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each attempt, so that a mail server tells a second copy. */
  readonly messageId: string;
}

/** `isFinal`: the same again would be refused again. */
export type Mailed = 'sent' | { readonly failure: NoticeFailure; readonly isFinal: boolean };

export interface MailSender {
  /** Never rejects. */
  send(mail: Mail): Promise<Mailed>;
  close(): void;
}

const timeoutMs = 20_000;
const loopback = /^(127\.|localhost$|\[::1\]$)/;

/**
 * Opens a mail server: `smtps://NAME:PASSWORD@HOST`, or `smtp://…`, which becomes TLS before anything is said, except on
 * this machine.
 * @throws TypeError for an address that is none, without repeating it
 */
export function openMail(address: string, from: string): MailSender {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new TypeError('KHATM_SMTP: no address such as smtps://name:password@mail.example');
  if (!/^[^\s@]+@[^\s@]+$/.test(from)) throw new TypeError('KHATM_MAIL_FROM: no e-mail address');
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !loopback.test(url.hostname),
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...mail }) {
      try {
        await transport.sendMail({
          ...mail,
          from,
          to: { name: '', address: to },
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return 'sent';
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Only codes of an error are kept: its words may repeat what was sent. */
function failureOf(error: unknown): Exclude<Mailed, 'sent'> {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  if (code === 'EAUTH') return { failure: 'mail-sign-in', isFinal: false };
  const isFinal = responseCode >= 500;
  return { failure: isFinal ? 'mail-refused' : 'mail-failed', isFinal };
}
