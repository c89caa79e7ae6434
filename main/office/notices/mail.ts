import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import type { NoticeFailure } from '../../../shared/office/notices.ts';
import { isThisMachine } from '../../../shared/values/web-address.ts';

/* Sends e-mails over the shop's own mail server, which KHATM_SMTP names with its password. */

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The id of the mail, the same for each attempt, so that a mail server recognises a second copy. */
  readonly messageId: string;
}

/** `isFinal`: a second attempt would be refused again. */
export type Mailed = 'sent' | { readonly failure: NoticeFailure; readonly isFinal: boolean };

/**
 * Time limits in milliseconds for one reply and for a whole mail, so that a server that sends its answer very slowly is
 * abandoned too.
 */
const replyMs = 20_000;
const wholeMs = 60_000;

/**
 * Opens a mail server: `smtps://NAME:PASSWORD@HOST`, or `smtp://…`, which switches to TLS before anything is sent,
 * except on this machine.
 * @throws TypeError for an invalid address, without repeating it
 */
export function openMail(address: string, from: string, { timeoutMs = wholeMs } = {}) {
  const server = serverOf(address);
  if (!/^[^\s@]+@[^\s@]+$/.test(from)) throw new TypeError('KHATM_MAIL_FROM: no e-mail address');
  return {
    /** Sends a mail. Never rejects. */
    async send({ to, ...mail }: Mail): Promise<Mailed> {
      const socket = connect({ host: server.host, port: server.port, timeout: replyMs });
      const timer = setTimeout(() => socket.destroy(new Error('too slow')), timeoutMs);
      socket.once('timeout', () => socket.destroy(new Error('too slow')));
      socket.on('error', () => undefined);
      const ended = new Promise<never>((_, reject) => {
        socket.once('close', () => reject(new Error('the connection ended')));
      });
      try {
        await Promise.race([once(socket, 'connect'), ended]);
        // Each mail has its own transport, whose connection ends with the mail.
        const smtp = { ...server, connection: socket };
        const sent = createTransport(smtp).sendMail({
          ...mail,
          from,
          to: { name: '', address: to },
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        await Promise.race([sent, ended]);
        return 'sent';
      } catch (error) {
        return failureOf(error);
      } finally {
        clearTimeout(timer);
        ended.catch(() => undefined);
        socket.destroy();
      }
    },
  };
}

export type MailSender = ReturnType<typeof openMail>;

function serverOf(address: string) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new TypeError('KHATM_SMTP: no address such as smtps://name:password@mail.example');
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !isThisMachine(url.hostname),
    ...(url.username !== '' && { auth: { user: decoded(url.username), pass: decoded(url.password) } }),
    greetingTimeout: replyMs,
    socketTimeout: replyMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new TypeError('KHATM_SMTP: a % in the name or password is written %25');
  }
}

/** Only the codes of an error are kept: its text may repeat the message. */
function failureOf(error: unknown): Exclude<Mailed, 'sent'> {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  if (code === 'EAUTH') return { failure: 'mail-sign-in', isFinal: false };
  const isFinal = responseCode >= 500;
  return { failure: isFinal ? 'mail-refused' : 'mail-failed', isFinal };
}
