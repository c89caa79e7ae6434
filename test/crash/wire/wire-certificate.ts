import { generateKeyPairSync, randomBytes } from 'node:crypto';
import forge from 'node-forge';

/** The PEM texts that a server on this machine needs for TLS. */
export interface ServerIdentity {
  readonly key: string;
  readonly cert: string;
}

/**
 * Makes a self-signed certificate for 127.0.0.1, which a client may or may not trust.
 * @param whose the certificate's name, which must be unique, because a client finds only the first of two trusted
 * certificates with the same name
 */
export function makeServerIdentity(whose: string): ServerIdentity {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const key = forge.pki.privateKeyFromPem(privateKey);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.rsa.setPublicKey(key.n, key.e);
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`;
  const day = 24 * 60 * 60 * 1000;
  certificate.validity.notBefore = new Date(Date.now() - day);
  certificate.validity.notAfter = new Date(Date.now() + 30 * day);
  const name = [{ name: 'commonName', value: `${whose} of the disaster laboratory` }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  return { key: privateKey, cert: forge.pki.certificateToPem(certificate) };
}
