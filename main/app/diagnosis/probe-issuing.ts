import path from 'node:path';
import { found, type StepResult } from '../../../shared/diagnosis.ts';
import { type Failure, FailureError, fail } from '../../../shared/failure.ts';
import { issuingStop } from '../../../shared/stored/settings/environment.ts';
import { stateFolderOf } from '../../base/platform/folders/data-folder.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { Archive } from '../../books/ledger/ledger.ts';
import { readCertificate } from '../../document/stamp/certificates/certificate.ts';
import { officeStop } from '../../link/orders/carry-out.ts';
import { refuseOtherSeller } from '../../sending/credential/certified-company.ts';
import { isKeyKept } from '../../sending/credential/credential-secrets.ts';
import { keptCompany } from '../../sending/credential/kept-company.ts';
import { checkHome } from '../environment/guards/ledger-home.ts';

/* Looks for what keeps a sound ledger from issuing: the stops, the place, the key, and the seller. */

export interface IssuingProbe {
  /** The data folder. */
  readonly data: string;
  /** The secrets; undefined if the vault is not open. */
  readonly secrets: Pick<SecretStore, 'get' | 'set'> | undefined;
}

export async function probeIssuing(archive: Archive, { data, secrets }: IssuingProbe): Promise<StepResult> {
  // A stop that cannot be read is one, too.
  const stopped =
    (await failureOf(async () => refuseStopped(archive))) ?? (await homeOf(archive, data, secrets));
  if (stopped?.code === 'ledger-copied') return found('issuing-copied');
  if (stopped !== undefined) return found('issuing-stopped', { ...stopped.detail, failure: stopped.code });
  const credential = archive.credentials.current('production');
  if (credential === undefined) return found('issuing-unknown');
  const company = keptCompany(archive.settings);
  const other =
    company &&
    (await failureOf(async () => refuseOtherSeller(company, readCertificate(credential.certificate))));
  if (other !== undefined) return found('issuing-other-seller', other.detail);
  if (secrets === undefined) return found('issuing-unknown');
  return found((await isKeyKept(archive.credentials, secrets)) ? 'issuing-free' : 'issuing-key-missing');
}

function refuseStopped({ settings }: Archive): void {
  const used = settings.read(issuingStop);
  if (used) fail('counter-used', { detail: used });
  const stopped = officeStop(settings);
  if (stopped !== undefined) throw new FailureError(stopped);
}

function homeOf(
  archive: Archive,
  data: string,
  secrets: IssuingProbe['secrets'],
): Promise<Failure | undefined> {
  const { environment } = archive;
  // Training may be copied and restored freely. Without the vault, a first witness may be missing here.
  if (environment === 'training' || secrets === undefined) return Promise.resolve(undefined);
  const folder = path.join(data, environment);
  return failureOf(() =>
    checkHome(archive, { environment, folder, stateFolder: stateFolderOf(data), secrets }),
  );
}

async function failureOf(check: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
}
