import { FailureError } from '../../shared/failure.ts';
import type { Certificate } from '../stamp/certificate.ts';
import { readCertificateFile } from '../stamp/certificate-file.ts';
import { checkTrust } from '../stamp/trust.ts';
import { verifyDocument } from '../stamp/verify.ts';
import { filesNamed, readInput } from './files.ts';
import { UsageError } from './usage-error.ts';

/**
 * The content of one line: a check of the verifier, or the trust in the certificate. `ok` is null if it was not
 * checked.
 */
interface Line {
  readonly name: string;
  readonly ok: boolean | null;
  readonly detail?: string;
}

/**
 * `khatm verify`: prints one line for each check, or with `json` one object for each file. The exit code is 1 if any
 * check fails. A file that cannot be read is named on stderr, and the exit code is 2; the others are still verified.
 * @param options `trust`: files with certificates
 * @throws UsageError when one of `trust` has none
 */
export function verify(names: string[], options: { trust?: string[]; json?: boolean } = {}): void {
  const trusted = options.trust?.flatMap(readTrusted);
  const files = filesNamed(names);
  let [unread, failed] = [false, false];
  for (const file of files) {
    const xml = tryInput(file);
    if (xml === undefined) {
      unread = true;
      continue;
    }
    const lines = linesFor(xml, trusted);
    const ok = lines.every((line) => line.ok !== false);
    failed ||= !ok;
    if (options.json) console.log(JSON.stringify({ file, ok, checks: lines }));
    else for (const line of lines) console.log(`${file}: ${describe(line)}`);
  }
  process.exitCode = unread ? 2 : failed ? 1 : 0;
}

function linesFor(xml: Buffer, trusted: readonly Certificate[] | undefined): Line[] {
  const checks: Line[] = verifyDocument(xml);
  const name = 'trust';
  if (trusted === undefined) return [...checks, { name, ok: null, detail: 'not checked' }];
  if (!checks.every(({ ok }) => ok)) return [...checks, { name, ok: false, detail: 'not checked' }];
  const detail = checkTrust(xml, trusted);
  return [...checks, detail === undefined ? { name, ok: true } : { name, ok: false, detail }];
}

function describe({ name, ok, detail }: Line): string {
  if (ok === null) return `${name}: ${detail}`;
  return `${name}: ${ok ? 'ok' : 'FAILED'}${detail === undefined ? '' : ` (${detail})`}`;
}

function tryInput(file: string): Buffer | undefined {
  try {
    return readInput(file);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`khatm: ${error.message}`);
    return undefined;
  }
}

function readTrusted(file: string): Certificate[] {
  const bytes = readInput(file);
  try {
    return readCertificateFile(bytes);
  } catch (cause) {
    if (!(cause instanceof FailureError)) throw cause;
    throw new UsageError(`${file}: holds no certificate (PEM or DER)`, { cause });
  }
}
