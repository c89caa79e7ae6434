import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';

const day = 24 * 60 * 60_000;

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Makes an unknown certificate authority, which issues certificates for servers. */
export function makeTestCa() {
  const ca = newKeys();
  const caName = [{ name: 'commonName', value: 'Test Shop Authority' }];
  const now = Date.now();
  const caPem = sign({
    keys: ca,
    by: ca,
    subject: caName,
    issuer: caName,
    from: now - day,
    to: now + day,
    isCa: true,
  });

  return {
    pem: caPem,
    /**
     * Issues a certificate.
     * @param host a DNS name
     */
    issue(host: string, from = now - day, to = now + day): TestCertificate {
      const keys = newKeys();
      const subject = [{ name: 'commonName', value: host }];
      return { key: keys.pem, cert: sign({ keys, by: ca, subject, issuer: caName, from, to, host }) };
    },
    /**
     * Makes a certificate that must not be trusted: an expired one under this authority's name, with somebody else's
     * key.
     */
    forged({ cert }: TestCertificate): string {
      const by = newKeys();
      const { publicKey } = forge.pki.certificateFromPem(cert);
      const keys = { ...by, publicKey: publicKey as forge.pki.rsa.PublicKey };
      const [from, to] = [now - 2 * day, now - day];
      return sign({ keys, by, subject: caName, issuer: caName, from, to, isCa: true });
    },
    selfSigned(host: string): TestCertificate {
      const keys = newKeys();
      const subject = [{ name: 'commonName', value: host }];
      const cert = sign({ keys, by: keys, subject, issuer: subject, from: now - day, to: now + day, host });
      return { key: keys.pem, cert };
    },
  };
}

function newKeys() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = forge.pki.privateKeyFromPem(pem);
  return { pem, key, publicKey: forge.pki.setRsaPublicKey(key.n, key.e) };
}
type Keys = ReturnType<typeof newKeys>;

interface ToSign {
  readonly keys: Keys;
  readonly by: Keys;
  readonly subject: forge.pki.CertificateField[];
  readonly issuer: forge.pki.CertificateField[];
  readonly from: number;
  readonly to: number;
  readonly isCa?: boolean;
  readonly host?: string;
}

let serial = 1;

function sign({ keys, by, subject, issuer, from, to, isCa = false, host }: ToSign): string {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = (serial++).toString(16).padStart(4, '0');
  certificate.validity.notBefore = new Date(from);
  certificate.validity.notAfter = new Date(to);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: isCa },
    ...(isCa ? [{ name: 'keyUsage', keyCertSign: true }] : []),
    ...(host === undefined ? [] : [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }]),
  ]);
  certificate.sign(by.key, forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate);
}
