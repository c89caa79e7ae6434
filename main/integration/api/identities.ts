import { randomUUID, X509Certificate } from 'node:crypto';
import type { ApiStatus } from '../../../shared/contract/programs/integration.ts';
import type { ApiSettings } from '../../../shared/stored/settings/integration.ts';
import type { Clock } from '../../base/platform/clock.ts';
import type { TlsIdentity } from './api-server.ts';
import type { createApiSettings } from './api-settings.ts';
import { describeCertificate, makeServerCertificate, ownNames } from './server-certificate.ts';

/*
 * The certificates by which programs on the network recognise the server. The server's own certificate will expire, and
 * programs that trust it need the next one before then. So the next one is made a month ahead, `certificate.pem` then
 * has both, and the server switches on the last day. Programs that got the new file in that month notice nothing.
 */

export interface KeyStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
}

type Kept = NonNullable<ApiSettings['certificate']>;

const day = 24 * 3_600_000;
/** The time before the end at which a manager is warned and the next certificate is made. */
const announceBefore = 30 * day;
/** A client's clock may be ahead of ours. */
const changeBefore = day;

/** @param keyName the beginning of the names of keys in the vault, like `training/integration/tls-key` */
export function createIdentities(
  settings: ReturnType<typeof createApiSettings>,
  secrets: KeyStore,
  keyName: string,
  clock: Pick<Clock, 'now'>,
) {
  /** Each key is in the vault under its own name before a setting names it: no crash parts it from its certificate. */
  async function keepKey({ certificate, privateKey }: TlsIdentity): Promise<{ pem: string; key: string }> {
    const key = `${keyName}/${randomUUID()}`;
    await secrets.set(key, privateKey);
    return { pem: certificate, key };
  }

  const makeOwn = () => makeServerCertificate(ownNames(), clock.now());

  async function replace(certificate: Kept): Promise<void> {
    const before = settings.get().certificate;
    settings.change({ certificate });
    const kept = [certificate.key, certificate.next?.key];
    for (const old of before === undefined ? [] : [before.key, before.next?.key])
      if (old !== undefined && !kept.includes(old)) await secrets.delete(old);
  }

  async function use(source: 'own' | 'supplied', made: TlsIdentity): Promise<TlsIdentity> {
    await replace({ source, ...(await keepKey(made)) });
    return made;
  }

  return {
    use,
    /** Returns the identity that the server shows; makes one if there is none. */
    async current(): Promise<TlsIdentity> {
      const { certificate } = settings.get();
      const privateKey = certificate && (await secrets.get(certificate.key));
      if (certificate === undefined || privateKey === undefined) return use('own', makeOwn());
      return { certificate: certificate.pem, privateKey };
    },
    /** Makes the next identity, or starts using it, when its time has come; resolves with true if it changed. */
    async renew(): Promise<boolean> {
      const { certificate } = settings.get();
      if (certificate?.source !== 'own') return false;
      const { next } = certificate;
      const left = endOf(certificate.pem) - clock.now();
      if (left > changeBefore) {
        if (left > announceBefore || next !== undefined) return false;
        settings.change({ certificate: { ...certificate, next: await keepKey(makeOwn()) } });
        return false;
      }
      // A certificate made long ago, while the terminal was switched off, may have expired too.
      const isGood = next !== undefined && endOf(next.pem) - clock.now() > changeBefore;
      await replace({ source: 'own', ...(isGood ? next : await keepKey(makeOwn())) });
      return true;
    },
    /** Describes the certificate for clients; undefined while there is none. */
    describe(): ApiStatus['certificate'] {
      const { certificate } = settings.get();
      if (certificate === undefined) return undefined;
      const { source, pem, next } = certificate;
      const now = describeCertificate(pem);
      const end = endOf(pem);
      const isEnding = end - clock.now() <= announceBefore;
      if (next === undefined) return { source, ...now, isEnding };
      const coming = describeCertificate(next.pem);
      return {
        source,
        ...now,
        pem: now.pem + coming.pem,
        isEnding,
        next: { fingerprint: coming.fingerprint, from: new Date(end - changeBefore).toISOString() },
      };
    },
  };
}

/** Returns the end of a certificate, in milliseconds since 1970. */
const endOf = (pem: string): number => Date.parse(new X509Certificate(pem).validTo);
