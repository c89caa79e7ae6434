import { readFile } from 'node:fs/promises';
import { systemClock } from '../../base/platform/clock.ts';
import { pinsOfPem } from '../tills/certificate-pins.ts';
import { announceOften, openServedCertificate, type ServedCertificate } from './served-certificate.ts';

/** The certificates that tills see at the office's address; without a key, another program shows them. */
export type Certificates = Pick<ServedCertificate, 'pem' | 'follow' | 'stop'> & Partial<ServedCertificate>;

interface CertificateFiles {
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
}

export async function openCertificates(
  { certificate, key }: CertificateFiles,
  onError: (error: unknown) => void,
): Promise<Certificates | undefined> {
  if (certificate === undefined && key !== undefined) throw new TypeError('--key needs its --certificate');
  if (certificate === undefined) return undefined;
  const options = { clock: systemClock, onError };
  if (key !== undefined) return openServedCertificate({ certificate, key }, options);
  const pem = await readFile(certificate, 'utf8');
  pinsOfPem(pem);
  return announceOften(pem, options);
}
