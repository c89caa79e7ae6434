import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { fail } from '../../../../shared/failure.ts';
import type { Clock } from '../../../platform/clock.ts';

/*
 * The certificate that the office itself shows, where no proxy ends TLS before it. Programs that renew certificates write
 * new files in place of the old ones, certificate and key one after the other; the office takes them up while it runs.
 */

/** Files as `openssl` and programs for ACME write them, PEM. */
export interface CertificateFiles {
  /** The office's own certificate and what leads to its authority; perhaps the next one, which is announced alone. */
  readonly certificate: string;
  readonly key: string;
}

/** Certificate, its chain, and key; shown to everybody who connects. */
export interface Shown {
  readonly cert: string;
  readonly key: string;
}

/** The part of a server that takes another certificate while it runs. */
export interface ShowsCertificate {
  setSecureContext(shown: Shown): void;
}

export interface ServedCertificate {
  readonly shown: Shown;
  /** All certificates of the file, for announcing them. */
  readonly pem: string;
  /** Looks for new files from now on. */
  follow(server: ShowsCertificate): void;
  stop(): void;
}

export interface ServedCertificateOptions {
  readonly clock: Clock;
  /** Announces certificates before they are shown. */
  readonly announce: (pem: string) => Promise<void>;
  /** Receives the reason why new files are not taken; once for the same files. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds between two looks at the files. */
const looksEvery = 60_000;

/** @throws FailureError `bad-input` where the two do not belong together, or are none */
export async function openServedCertificate(
  files: CertificateFiles,
  { clock, announce, onError }: ServedCertificateOptions,
): Promise<ServedCertificate> {
  let texts = await readBoth(files);
  let shown = shownOf(texts);
  /** The files that were looked at last, whether they serve or not. */
  let seen = texts;
  let isStopped = false;
  let cancel = () => {};

  async function look(server: ShowsCertificate): Promise<void> {
    try {
      const found = await readBoth(files);
      if (found.certificate === seen.certificate && found.key === seen.key) return;
      seen = found;
      const next = shownOf(found);
      if (found.certificate !== texts.certificate) await announce(found.certificate);
      if (isStopped) return;
      server.setSecureContext(next);
      [texts, shown] = [found, next];
    } catch (error) {
      onError(error);
    }
  }

  return {
    get shown() {
      return shown;
    },
    get pem() {
      return texts.certificate;
    },
    follow(server) {
      const again = () => {
        cancel = clock.after(looksEvery, () => void look(server).finally(() => isStopped || again()));
      };
      again();
    },
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

async function readBoth(files: CertificateFiles): Promise<{ certificate: string; key: string }> {
  const [certificate, key] = await Promise.all([
    readFile(files.certificate, 'utf8'),
    readFile(files.key, 'utf8'),
  ]);
  return { certificate, key };
}

/** Finds the certificate of the key, and those that lead from it to its authority, in whatever order they are. */
function shownOf({ certificate, key }: { certificate: string; key: string }): Shown {
  const all = (certificate.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  );
  const privateKey = keyOf(key);
  const own = all.find((one) => one.checkPrivateKey(privateKey));
  if (own === undefined) return fail('bad-input', { detail: { why: 'no certificate of this key' } });
  const chain = [own];
  for (let last: X509Certificate | undefined = own; last !== undefined; ) {
    const of: X509Certificate = last;
    last = all.find((one) => !chain.includes(one) && of.checkIssued(one));
    if (last !== undefined) chain.push(last);
  }
  const shown = { cert: chain.map(String).join(''), key };
  createSecureContext(shown);
  return shown;
}

/** Nothing of a key is ever part of an error. */
function keyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    return fail('bad-input', { detail: { why: 'no private key, or one behind a passphrase' } });
  }
}
