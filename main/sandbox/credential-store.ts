import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Database } from '../ledger/database.ts';

export type CredentialKind = 'compliance' | 'production';

export interface Credential {
  readonly csid: string;
  readonly kind: CredentialKind;
  readonly requestId: number;
  /** Text of the certificate: Base64 of its DER. */
  readonly certificate: string;
  /** The request it was issued for, PEM. */
  readonly request: string;
  /** One chain of documents each: VAT number and serial of the device, whatever its certificate's renewals. */
  readonly device: string;
}

/** One-time passwords, issued credentials and passed compliance steps. Secrets are kept as hashes only. */
export interface CredentialStore {
  addOtp(expiresAt: number): string;
  hasOtp(otp: string, now: number): boolean;
  /**
   * Spends a one-time password, if one is given, and keeps a new credential, both or neither.
   * @returns the secret, the only time it can be seen; undefined when the password was no good any more
   */
  issue(
    credential: Pick<Credential, 'kind' | 'certificate' | 'request' | 'device'>,
    spend: { otp: string; now: number } | undefined,
  ): (Credential & { secret: string }) | undefined;
  /** The credential of a pair; undefined when there is none, or the secret is another's. */
  find(csid: string, secret: string): Credential | undefined;
  /** Certificates that stamp for a device in production: its present one and those it was renewed from. */
  productionCertificates(device: string): readonly string[];
  passStep(requestId: number, step: string): void;
  passedSteps(requestId: number): readonly string[];
}

export function createCredentialStore(database: Database): CredentialStore {
  const addOtp = database.prepare('INSERT OR IGNORE INTO otp (otp, expires_at) VALUES (?, ?)');
  const hasOtp = database.prepare('SELECT 1 FROM otp WHERE otp = ? AND expires_at > ?');
  const spendOtp = database.prepare('DELETE FROM otp WHERE otp = ? AND expires_at > ?');
  const add = database.prepare(`
    INSERT INTO credential (csid, kind, request_id, secret_hash, certificate, request, device)
    VALUES (@csid, @kind, @requestId, @secretHash, @certificate, @request, @device)`);
  const find = database.prepare<[string], Credential & { secretHash: Buffer }>(`
    SELECT csid, kind, request_id AS requestId, secret_hash AS secretHash, certificate, request, device
    FROM credential WHERE csid = ?`);
  const production = database
    .prepare<[string], string>("SELECT certificate FROM credential WHERE device = ? AND kind = 'production'")
    .pluck();
  const passStep = database.prepare('INSERT OR IGNORE INTO compliance_step (request_id, step) VALUES (?, ?)');
  const steps = database
    .prepare<[number], string>('SELECT step FROM compliance_step WHERE request_id = ?')
    .pluck();

  return {
    addOtp(expiresAt) {
      for (;;) {
        const otp = String(randomInt(1_000_000)).padStart(6, '0');
        if (addOtp.run(otp, expiresAt).changes === 1) return otp;
      }
    },
    hasOtp: (otp, now) => hasOtp.get(otp, now) !== undefined,
    issue: (credential, spend) =>
      database
        .transaction(() => {
          if (spend !== undefined && spendOtp.run(spend.otp, spend.now).changes === 0) return undefined;
          const secret = randomBytes(32).toString('base64');
          const kept: Credential = {
            ...credential,
            // Base64 of the Base64 of the DER, as the authority gives it.
            csid: Buffer.from(credential.certificate).toString('base64'),
            // Thirteen digits, like the one in the authority's documents.
            requestId: randomInt(10 ** 12, 10 ** 13),
          };
          add.run({ ...kept, secretHash: hashOf(secret) });
          return { ...kept, secret };
        })
        .immediate(),
    find(csid, secret) {
      const row = find.get(csid);
      if (row === undefined) return undefined;
      const { secretHash, ...credential } = row;
      return timingSafeEqual(secretHash, hashOf(secret)) ? credential : undefined;
    },
    productionCertificates: (device) => production.all(device),
    passStep: (requestId, step) => void passStep.run(requestId, step),
    passedSteps: (requestId) => steps.all(requestId),
  };
}

/** The secret is 256 random bits, so a plain hash cannot be guessed back. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
