import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { FailureError, fail } from '../../../shared/failure.ts';
import type { Clock } from '../../base/platform/clock.ts';

/*
 * The certificate that the office itself shows, if no proxy terminates TLS in front of it. Programs that renew
 * certificates write new files in place of the old ones, certificate and key one after the other; the office begins to
 * use the new files while it runs. Each check announces the certificate again, because another process of the office
 * may show a different one.
 */

/** PEM files as `openssl` and ACME clients write them. */
export interface CertificateFiles {
  /** The office's certificate with the chain to its authority; perhaps also the next, which is only announced. */
  readonly certificate: string;
  readonly key: string;
}

/** The key, and the certificate with its chain, which is shown to everybody who connects. */
export interface Shown {
  readonly cert: string;
  readonly key: string;
}

export interface ShowsCertificate {
  setSecureContext(shown: Shown): void;
}

type Announce = (pem: string) => Promise<void>;

export type ServedCertificate = Awaited<ReturnType<typeof openServedCertificate>>;

export interface ServedCertificateOptions {
  readonly clock: Clock;
  /** Receives the reason why new files are not used or announced; it is called once for the same reason and files. */
  readonly onError: (error: unknown) => void;
}

const pollIntervalMs = 60_000;

/**
 * Reads the certificate and its key, and follows changes of the files.
 * @throws FailureError `bad-input` if key and certificate do not belong together, or either is invalid
 */
export async function openServedCertificate(
  files: CertificateFiles,
  { clock, onError }: ServedCertificateOptions,
) {
  let texts = await readBoth(files);
  let current = currentOf(texts);
  let lastReported = '';
  let isStopped = false;
  let stopLooking = () => {};
  const over = overAt(current.certificate, clock.now());
  if (over !== undefined) report(new Error(`the certificate ${over}`), texts);

  function report(error: unknown, about: Texts | undefined): void {
    const next = JSON.stringify([error instanceof Error ? error.message : '', detailOf(error), about]);
    if (next !== lastReported) onError(error);
    lastReported = next;
  }

  /** Returns new files that replace those in use; undefined if the files are the same, or unusable. */
  async function renewed(): Promise<{ texts: Texts; current: Current } | undefined> {
    let found: Texts | undefined;
    try {
      found = await readBoth(files);
      if (found.certificate === texts.certificate && found.key === texts.key) return undefined;
      const next = currentOf(found);
      const why = whyNot(next.certificate, current.certificate, clock.now());
      if (why !== undefined) fail('bad-input', { detail: { why } });
      return { texts: found, current: next };
    } catch (error) {
      report(error, found);
      return undefined;
    }
  }

  async function look(server: ShowsCertificate, announce: Announce): Promise<void> {
    const next = await renewed();
    try {
      // A certificate is not served before it has been announced to tills; the next check tries again.
      await announce((next ?? { texts }).texts.certificate);
      if (isStopped || next === undefined) return;
      server.setSecureContext(next.current.shown);
      ({ texts, current } = next);
    } catch (error) {
      report(error, undefined);
    }
  }

  return {
    get shown() {
      return current.shown;
    },
    /** All certificates of the file, which are announced to tills. */
    get pem() {
      return texts.certificate;
    },
    /** Checks for new files from now on. @param announce tells the tills before a certificate is shown */
    follow(server: ShowsCertificate, announce: Announce) {
      stopLooking = often(clock, () => look(server, announce));
    },
    stop() {
      isStopped = true;
      stopLooking();
    },
  };
}

/**
 * Repeatedly announces a certificate that another program shows, as `openServedCertificate` does for the office's own.
 */
export function announceOften(
  pem: string,
  { clock, onError }: ServedCertificateOptions,
): Pick<ServedCertificate, 'pem' | 'follow' | 'stop'> {
  let stop = () => {};
  return {
    pem,
    follow(_, announce) {
      stop = often(clock, () => announce(pem).catch(onError));
    },
    stop: () => stop(),
  };
}

/** Runs the work every minute, but never while the previous run continues. Returns the function that stops it. */
function often(clock: Clock, work: () => Promise<void>): () => void {
  let isStopped = false;
  let cancel = () => {};
  const again = () => {
    cancel = clock.after(pollIntervalMs, () => void work().finally(() => isStopped || again()));
  };
  again();
  return () => {
    isStopped = true;
    cancel();
  };
}

interface Texts {
  readonly certificate: string;
  readonly key: string;
}

const detailOf = (error: unknown) => (error instanceof FailureError ? error.failure.detail?.why : undefined);

async function readBoth(files: CertificateFiles): Promise<Texts> {
  const [certificate, key] = await Promise.all([
    readFile(files.certificate, 'utf8'),
    readFile(files.key, 'utf8'),
  ]);
  return { certificate, key };
}

/** Finds the certificate of the key, and the chain from it to its authority, in any order. */
function currentOf({ certificate, key }: Texts) {
  const all = (certificate.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  );
  const privateKey = keyOf(key);
  const leaf = all.find((one) => one.checkPrivateKey(privateKey));
  if (leaf === undefined) return fail('bad-input', { detail: { why: 'no certificate of this key' } });
  const chain = [leaf];
  for (let last: X509Certificate | undefined = leaf; last !== undefined; ) {
    const of: X509Certificate = last;
    last = all.find((one) => !chain.includes(one) && of.checkIssued(one));
    if (last !== undefined) chain.push(last);
  }
  const shown = { cert: chain.map(String).join(''), key };
  createSecureContext(shown);
  return { shown, certificate: leaf };
}

/** The certificate of the key, and the chain that is shown with it. */
type Current = ReturnType<typeof currentOf>;

function overAt({ validFrom, validTo }: X509Certificate, now: number): string | undefined {
  if (Date.parse(validTo) <= now) return `was valid until ${validTo}`;
  return Date.parse(validFrom) > now ? `is valid from ${validFrom}` : undefined;
}

/**
 * Returns the reason why a certificate must not replace the one in force: tills would refuse it. An expired certificate
 * may be replaced by any other.
 */
function whyNot(next: X509Certificate, inForce: X509Certificate, now: number): string | undefined {
  const over = overAt(next, now);
  if (over !== undefined) return `the new certificate ${over}`;
  if (overAt(inForce, now) !== undefined) return undefined;
  const lost = namesOf(inForce).filter((name) => !isFor(next, name));
  return lost.length > 0
    ? `the new certificate is not for ${lost.join(', ')}: it is taken at the next start`
    : undefined;
}

const namesOf = ({ subjectAltName = '' }: X509Certificate): string[] =>
  [...subjectAltName.matchAll(/(?:^|, )(?:DNS|IP Address):([^\s,"]+)/g)].map(([, name = '']) => name);

const isFor = (certificate: X509Certificate, name: string): boolean =>
  namesOf(certificate).includes(name) || certificate.checkHost(name) !== undefined;

/** Reads the private key; no error may contain a part of it. */
function keyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    return fail('bad-input', { detail: { why: 'no private key, or one behind a passphrase' } });
  }
}
