import { found, type StepResult } from '../../../shared/diagnosis.ts';
import { FailureError } from '../../../shared/failure.ts';
import { riyadhDateTime } from '../../base/platform/riyadh-time.ts';
import { checkChain } from '../../books/ledger/check/check-chain.ts';
import type { Archive } from '../../books/ledger/ledger.ts';
import { readCertificate } from '../../document/stamp/certificates/certificate.ts';
import { renewalDays } from '../../sending/credential/credentials.ts';
import { documentReaders } from '../../till/issue/document-readers.ts';
import { checkEnd } from './check-end.ts';

/* The ledger, the end of its chain, and the certificate in force. */

/** The number of last documents that are recomputed, for about a second; `khatm ledger check` reads them all. */
const lastDocuments = 500;
/** A late report is a finding for this many days. */
const lateDays = 30;
/** The number of milliseconds before the end from which a renewal is offered. */
const soon = renewalDays * 24 * 60 * 60_000;

export async function probeLedger(archive: Archive): Promise<StepResult> {
  const [damage] = archive.checkFile();
  if (damage !== undefined) return found('ledger-damaged', { what: 'file' });
  const last = archive.chain.head()?.icv ?? 0;
  if (last === 0) return found('ledger-none');
  const before = Math.max(0, last - lastDocuments);
  const after = before === 0 ? undefined : { icv: before, hash: archive.chain.hashAt(before) ?? '' };
  const documents = archive.documents.inOrder({ first: before + 1, last });
  const { broken } = await checkChain(documents, documentReaders, after);
  if (broken !== undefined)
    return found('ledger-damaged', { what: `${broken.number} (${broken.icv}): ${broken.what}` });
  return found('ledger-whole', { checked: last - before, documents: last });
}

/** Returns the finding for a ledger that cannot be opened. */
export function ledgerTrouble(error: unknown): StepResult {
  const code = error instanceof FailureError ? error.failure.code : 'internal';
  if (code === 'ledger-newer' || code === 'ledger-lost') return found(code);
  return found('ledger-damaged', { what: code });
}

export async function probeEnd(archive: Archive, place: Parameters<typeof checkEnd>[1]): Promise<StepResult> {
  if (archive.chain.head() === undefined) return found('end-unknown');
  const { state, icv, knownIcv = icv } = await checkEnd(archive, place);
  switch (state) {
    case 'whole':
      return found('end-whole', { icv });
    case 'cut':
      return found('end-cut', { icv, known: knownIcv });
    case 'forked':
      return found('end-forked');
    case 'not-checked':
      return found('end-unknown');
  }
}

/** Looks for documents of the last 30 days that were reported after their 24 hours. @param now milliseconds since 1970 */
export function probeReports({ documents }: Archive, now: number): StepResult {
  const count = documents.lateSince(now - lateDays * 24 * 60 * 60_000);
  return count === 0 ? found('reports-in-time') : found('reports-late', { count });
}

/** @param now milliseconds since 1970 */
export function probeCertificate(archive: Archive, now: number): StepResult {
  const stored = archive.credentials.current('production');
  if (stored === undefined) return found('certificate-none');
  const { validFrom, validTo } = readCertificate(stored.certificate);
  const until = dayOf(validTo);
  if (now > validTo) return found('certificate-over', { until });
  if (now < validFrom) return found('certificate-early', { from: dayOf(validFrom) });
  return found(validTo - now < soon ? 'certificate-soon' : 'certificate-valid', { until });
}

const dayOf = (time: number) => riyadhDateTime(time).date;
