export type CredentialStage = 'compliance' | 'production';

/** A credential as the ledger knows it: nothing secret; the secret and the key are in the vault under `vaultKey`. */
export interface CredentialRecord {
  readonly stage: CredentialStage;
  /** `binarySecurityToken` exactly as issued. */
  readonly csid: string;
  readonly requestId: string;
  /** Base64 of the certificate's DER. */
  readonly certificate: string;
  readonly vaultKey: string;
  /** Where it stands in its life cycle, in the credential room's words. */
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
}

export interface StoredCredential extends CredentialRecord {
  readonly id: number;
  /** Milliseconds since 1970; undefined for the current one of its stage. */
  readonly replacedAt?: number | undefined;
}

export interface CredentialHistory {
  /** Adds a record; it becomes the current one of its stage. A change of state is a new record. */
  save(record: CredentialRecord, now: number): StoredCredential;
  current(stage: CredentialStage): StoredCredential | undefined;
  /** Oldest first. */
  history(): StoredCredential[];
}
