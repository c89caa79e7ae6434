import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Certificate, readCertificate } from '../../../main/document/stamp/certificates/certificate.ts';
import { CertificateAuthority } from '../../../main/document/stamp/certificates/certificate-authority.ts';
import { readCertificateFile } from '../../../main/document/stamp/certificates/certificate-file.ts';
import {
  makeCertificateRequest,
  readCertificateRequest,
} from '../../../main/document/stamp/certificates/certificate-request.ts';
import { checkTrust } from '../../../main/document/stamp/certificates/trust.ts';
import { SigningKey } from '../../../main/document/stamp/key.ts';
import { createStamper } from '../../../main/document/stamp/stamp.ts';
import { document, makeTraining, noon, oneDay, subject } from './support.ts';

const { authority, certificate, stamper } = makeTraining();
const { xml } = stamper.stamp(document(), noon);
const root = authority.certificate;

describe('the trust in a stamp', () => {
  test('is there where its issuer is trusted, or its own certificate', () => {
    expect(checkTrust(xml, [root])).toBeUndefined();
    expect(checkTrust(xml, [makeTraining('Somebody else').authority.certificate, root])).toBeUndefined();
    expect(checkTrust(xml, [certificate])).toBeUndefined();
    // The certificates have the same name, as after the renewal of a root.
    expect(checkTrust(xml, [makeTraining().authority.certificate, root])).toBeUndefined();
  });

  test('is missing where its issuer is not among the trusted, or only its name is', () => {
    const others = [makeTraining('Somebody else').authority.certificate];
    expect(checkTrust(xml, [])).toMatch(/^CN=Training authority, .* is not among the trusted$/);
    expect(checkTrust(xml, others)).toMatch(/is not among the trusted$/);
    expect(checkTrust(xml, [makeTraining().authority.certificate])).toMatch(
      / is not signed by the key of CN=Training authority$/,
    );
  });

  test.each([
    [-1, /was valid only from 2026-11-20T09:00:00\.000Z, the stamp is of 2026-11-19/],
    [366, /^CN=TST-.* was valid until 2027-11-20T09:00:00\.000Z, the stamp is of 2027-11-21/],
  ])('is checked at the signing time: %d days', (days, words) => {
    expect(checkTrust(stamper.stamp(document(), noon + days * oneDay).xml, [root])).toMatch(words);
  });

  test('reads a time without a zone as Riyadh’s', () => {
    const { xml: first } = stamper.stamp(document(), noon);
    expect(first.toString()).toContain('<xades:SigningTime>2026-11-20T12:00:00<');
    const zoned = first.toString().replace('T12:00:00</xades', 'T08:59:59Z</xades');
    expect(checkTrust(Buffer.from(zoned), [root])).toMatch(/was valid only from/);
  });
});

/** These authorities are not the terminal's own. OpenSSL makes them, with dates from today on. */
describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('a chain of several', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'khatm-trust-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const write = (name: string, contents: string | Buffer) => writeFileSync(path.join(folder, name), contents);
  const read = (name: string) => readFileSync(path.join(folder, name));

  const now = Date.now();
  const below = CertificateAuthority.create({ commonName: 'Below', now: now - oneDay, validForDays: 3650 });
  const key = SigningKey.generate();
  const request = readCertificateRequest(makeCertificateRequest(key, subject, 'TSTZATCA-Code-Signing'));
  const leaf = readCertificate(
    below.issue({ request, validFrom: now - oneDay, validTo: now + 365 * oneDay }),
  );
  const stamped = createStamper({ key, certificate: leaf }).stamp(document(), now + 60_000).xml;

  /** Creates a root, and a certificate from it for the key of `below`. */
  function chainOf(newKey: string[], rootExtensions: string[], extensions: string): Certificate[] {
    const [secret = ''] = below.toSecret().split('\n');
    // This is an ECPrivateKey (SEC 1) on secp256k1.
    const start = Buffer.from('302e0201010420', 'hex');
    const named = Buffer.from('a00706052b8104000a', 'hex');
    write('sub.der', Buffer.concat([start, Buffer.from(secret, 'base64'), named]));
    openssl('ec', '-inform', 'DER', '-in', 'sub.der', '-out', 'sub.key');
    openssl('req', '-new', '-utf8', '-key', 'sub.key', '-subj', '/CN=Below', '-out', 'sub.csr');
    const more = rootExtensions.flatMap((each) => ['-addext', each]);
    const root = ['-keyout', 'root.key', '-out', 'root.pem', '-subj', '/DC=local/CN=Root', '-days', '99'];
    openssl('req', '-x509', '-nodes', '-newkey', ...newKey, ...root, ...more);
    write('sub.ext', extensions);
    const signed = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-extfile', 'sub.ext'];
    openssl('x509', '-req', '-in', 'sub.csr', ...signed, '-days', '99', '-out', 'sub.pem');
    return ['sub.pem', 'root.pem'].flatMap((name) => readCertificateFile(read(name)));
  }

  const isAuthority = 'basicConstraints=critical,CA:TRUE';
  const curve = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'];

  test.each([
    ['RSA', ['rsa:2048', '-sha512']],
    ['P-384', [...curve, '-sha384']],
    ['secp256k1', ['ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1']],
  ])('of a root with %s is followed to its end', (_name, newKey) => {
    const chain = chainOf(newKey, [], isAuthority);
    expect(checkTrust(stamped, chain)).toBeUndefined();
    expect(checkTrust(stamped, chain.toReversed())).toBeUndefined();
    // A certificate that is itself in the list is trusted directly, but a root cannot replace a missing certificate of
    // the chain.
    expect(checkTrust(stamped, chain.slice(0, 1))).toBeUndefined();
    expect(checkTrust(stamped, chain.slice(1))).toMatch(/^CN=Below, .* is not among the trusted$/);
  });

  test.each([
    ['whose link is another root’s', [], isAuthority, true, /^CN=Below is not signed by the key of CN=Root/],
    [
      'through one that is no authority',
      [],
      'basicConstraints=CA:FALSE',
      false,
      /^CN=Below is no certificate authority$/,
    ],
    ['through one that says nothing', [], '', false, /^CN=Below is no certificate authority$/],
    [
      'through one that may sign no certificates',
      [],
      `${isAuthority}\nkeyUsage=digitalSignature`,
      false,
      /^CN=Below may not sign certificates$/,
    ],
    [
      'longer than its root allows',
      ['basicConstraints=critical,CA:TRUE,pathlen:0'],
      isAuthority,
      false,
      /^CN=Root, DC=local stands too far above/,
    ],
  ])('%s is refused', (_what, rootExtensions, extensions, swap, words) => {
    const [sub, root] = chainOf(curve, rootExtensions, extensions);
    const other = swap ? chainOf(curve, [], isAuthority)[1] : root;
    expect(
      checkTrust(
        stamped,
        [sub, other].filter((each) => each !== undefined),
      ),
    ).toMatch(words);
  });

  test('is read from PEM with several, from DER and from bare Base64', () => {
    const [sub, root] = chainOf(curve, [], isAuthority).map(({ text }) => text);
    openssl('x509', '-in', 'sub.pem', '-outform', 'DER', '-out', 'sub.cer');
    const textsOf = (bytes: Uint8Array) => readCertificateFile(bytes).map(({ text }) => text);
    expect(
      textsOf(Buffer.concat([Buffer.from('Bag Attributes\r\n'), read('sub.pem'), read('root.pem')])),
    ).toEqual([sub, root]);
    expect(textsOf(read('sub.cer'))).toEqual([sub]);
    expect(textsOf(Buffer.from(`${sub}\n`))).toEqual([sub]);
    for (const none of ['', 'x', read('root.key'), read('sub.cer').subarray(0, 90)])
      expect(() => readCertificateFile(Buffer.from(none))).toThrow(/bad-input/);
  });
});
