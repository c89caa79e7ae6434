import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../books/ledger/database/database.ts';

export type CredentialKind = 'compliance' | 'production';

export interface Credential {
  readonly csid: string;
  readonly kind: CredentialKind;
  readonly requestId: number;
  /** The text of the certificate: Base64 of its DER. */
  readonly certificate: string;
  /** The request for which it was issued, PEM; empty for a pair of an earlier sandbox. */
  readonly request: string;
  /** VAT number and serial of the device, across renewals: each device has one chain of documents. */
  readonly device: string;
  /** True if it was issued by renewal: a pair by PATCH, or the compliance pair of a 428 and its production pair. */
  readonly byRenewal: boolean;
  /** For a production pair, the compliance pair with which it was requested; null when it was issued by PATCH. */
  readonly complianceRequestId: number | null;
}

export type NewCredential = Omit<Credential, 'csid' | 'requestId'>;

export interface IssueConditions {
  /** The password to use up when the pair is issued. */
  readonly otp?: string | undefined;
  /** True to revoke the device's other production pairs, except those of the same compliance request. */
  readonly endsOthers: boolean;
  readonly now: number;
}

interface Row extends Omit<Credential, 'byRenewal'> {
  readonly byRenewal: number;
  readonly secretHash: Buffer;
}

/** One-time passwords, issued credentials and passed compliance steps. Secrets are stored only as hashes. */
export function createCredentialStore(database: Database) {
  const otps = createOtps(database);
  const add = database.prepare(`
    INSERT INTO credential
      (csid, kind, request_id, secret_hash, certificate, request, device, by_renewal, compliance_request_id)
    VALUES
      (@csid, @kind, @requestId, @secretHash, @certificate, @request, @device, @byRenewal, @complianceRequestId)`);
  const find = database.prepare<[string], Row>(`
    SELECT csid, kind, request_id AS requestId, secret_hash AS secretHash, certificate, request, device,
      by_renewal AS byRenewal, compliance_request_id AS complianceRequestId
    FROM credential WHERE csid = ? AND revoked_at IS NULL`);
  const knowsDevice = database.prepare('SELECT 1 FROM credential WHERE device = ?');
  const production = database
    .prepare<[string], string>(
      "SELECT certificate FROM credential WHERE device = ? AND kind = 'production' ORDER BY rowid",
    )
    .pluck();
  const productionFor = database.prepare('SELECT 1 FROM credential WHERE compliance_request_id = ?');
  const revoke = database.prepare(
    'UPDATE credential SET revoked_at = @now WHERE csid = @csid AND revoked_at IS NULL',
  );
  const revokeOthers = database.prepare(`
    UPDATE credential SET revoked_at = @now
    WHERE device = @device AND kind = 'production' AND csid <> @csid AND revoked_at IS NULL
      AND (@complianceRequestId IS NULL OR compliance_request_id IS NOT @complianceRequestId)`);
  const setSecret = database.prepare('UPDATE credential SET secret_hash = ? WHERE csid = ?');

  function keep(credential: NewCredential, secret: string): Credential {
    const kept: Credential = {
      ...credential,
      // Base64 of the Base64 of the DER, as the authority encodes it.
      csid: Buffer.from(credential.certificate).toString('base64'),
      // Thirteen digits, like the request id in the authority's documents.
      requestId: randomInt(10 ** 12, 10 ** 13),
    };
    add.run({ ...kept, byRenewal: kept.byRenewal ? 1 : 0, secretHash: hashOf(secret) });
    return kept;
  }

  return {
    addOtp: otps.add,
    hasOtp: otps.has,
    expireOtps: otps.expire,
    /** Returns the secret too, which is readable only now; undefined when the password was no longer valid. */
    issue: (credential: NewCredential, { otp, endsOthers, now }: IssueConditions) =>
      database
        .transaction(() => {
          if (otp !== undefined && !otps.spend(otp, now)) return undefined;
          const secret = newSecret();
          const kept = keep(credential, secret);
          const { csid, device, complianceRequestId } = kept;
          if (endsOthers) revokeOthers.run({ csid, device, complianceRequestId, now });
          return { ...kept, secret };
        })
        .immediate(),
    adopt: (credential: NewCredential, secret: string) =>
      database
        .transaction(() => {
          if (knowsDevice.get(credential.device) === undefined) keep(credential, secret);
        })
        .immediate(),
    find(csid: string, secret: string): Credential | undefined {
      const row = find.get(csid);
      if (row === undefined) return undefined;
      const { secretHash, byRenewal, ...credential } = row;
      return timingSafeEqual(secretHash, hashOf(secret))
        ? { ...credential, byRenewal: byRenewal === 1 }
        : undefined;
    },
    /** Newest last; renewed and revoked ones too, since they may have stamped documents that still wait. */
    productionCertificates: (device: string): readonly string[] => production.all(device),
    hasProduction: (complianceRequestId: number) => productionFor.get(complianceRequestId) !== undefined,
    choose: createChoice(database),
    revoke: (csids: readonly string[], now: number) =>
      sum(csids.map((csid) => revoke.run({ csid, now }).changes)),
    changeSecret: (csids: readonly string[]) =>
      sum(csids.map((csid) => setSecret.run(hashOf(newSecret()), csid).changes)),
    ...createComplianceSteps(database),
  };
}

export type CredentialStore = ReturnType<typeof createCredentialStore>;

/** Selects pairs by csid: all, those of devices whose name contains this text, or the newest production pair. */
function createChoice(database: Database) {
  const newest = database
    .prepare<[], string>(
      "SELECT csid FROM credential WHERE kind = 'production' AND revoked_at IS NULL ORDER BY rowid DESC LIMIT 1",
    )
    .pluck();
  const ofDevices = database
    .prepare<[string], string>('SELECT csid FROM credential WHERE instr(device, ?) > 0')
    .pluck();
  return (of: string | undefined): readonly string[] =>
    of === undefined ? newest.all() : ofDevices.all(of === 'all' ? '' : of);
}

/** The one-time passwords: six digits each, spent once. */
function createOtps(database: Database) {
  const add = database.prepare('INSERT OR IGNORE INTO otp (otp, expires_at) VALUES (?, ?)');
  const has = database.prepare('SELECT 1 FROM otp WHERE otp = ? AND expires_at > ?');
  const spend = database.prepare('DELETE FROM otp WHERE otp = ? AND expires_at > ?');
  const expire = database.prepare('UPDATE otp SET expires_at = @now WHERE expires_at > @now');
  return {
    add(expiresAt: number): string {
      for (;;) {
        const otp = String(randomInt(1_000_000)).padStart(6, '0');
        if (add.run(otp, expiresAt).changes === 1) return otp;
      }
    },
    has: (otp: string, now: number) => has.get(otp, now) !== undefined,
    /** Uses up a password. @returns true if it was still valid */
    spend: (otp: string, now: number) => spend.run(otp, now).changes > 0,
    expire: (now: number) => expire.run({ now }).changes,
  };
}

function createComplianceSteps(database: Database) {
  const pass = database.prepare('INSERT OR IGNORE INTO compliance_step (request_id, step) VALUES (?, ?)');
  const passed = database
    .prepare<[number], string>('SELECT step FROM compliance_step WHERE request_id = ?')
    .pluck();
  const forget = database.prepare('DELETE FROM compliance_step');
  return {
    passStep: (requestId: number, step: string) => void pass.run(requestId, step),
    passedSteps: (requestId: number) => passed.all(requestId),
    forgetSteps: () => forget.run().changes,
  };
}

const newSecret = () => randomBytes(32).toString('base64');

/** The secret has 256 random bits, so a plain hash cannot be reversed by guessing. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
