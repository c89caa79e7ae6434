import path from 'node:path';
import { FailureError } from '../../../../shared/failure.ts';
import type { ArchiveResult } from '../../../../shared/office/wire/archive-checks.ts';
import { orderKeySchema } from '../../../../shared/office/wire/orders.ts';
import { describeArchiveResult } from '../../../../shared/words/faults/archive-checks.ts';
import type { Language } from '../../../../shared/words/index.ts';
import type { Certificate } from '../../../document/stamp/certificates/certificate.ts';
import { readCertificateFile } from '../../../document/stamp/certificates/certificate-file.ts';
import { checkTrust } from '../../../document/stamp/certificates/trust.ts';
import { verifyDocument } from '../../../document/stamp/verify/verify.ts';
import { readManifests } from '../../../link/wire/archive/check-manifests.ts';
import { isManifestName } from '../../../link/wire/archive/file-names.ts';
import { describeInputError, filesNamed, isFolder, readInput } from '../files.ts';
import { UsageError } from '../usage-error.ts';

/** One line: a check of a document, of the trust in its certificate, or of an archive; `ok` is null for none. */
interface Line {
  readonly name: string;
  readonly ok: boolean | null;
  /** Stable; its words may change. */
  readonly code?: string;
  readonly detail?: string;
}

interface VerifyOptions {
  /** The files with trusted certificates. */
  readonly trust?: string[];
  /** The head office's key for archives. */
  readonly key?: string;
  readonly language?: Language;
  readonly json?: boolean;
}

interface Verified {
  readonly file: string;
  readonly lines: readonly Line[];
}

/**
 * `khatm verify`: verifies documents, manifests of archives, and folders of these. Prints one line for each check, or
 * with `json` one object for each file. The exit code is 1 if any check fails. A file that cannot be read is named on
 * stderr, and the exit code is 2; the others are still verified.
 * @throws UsageError when one of `trust` has no certificate, or `key` is not a key
 */
export async function verify(names: string[], options: VerifyOptions = {}): Promise<void> {
  const trusted = options.trust && (await Promise.all(options.trust.map(readTrusted))).flat();
  if (options.key !== undefined && !orderKeySchema.shape.x.safeParse(options.key).success)
    throw new UsageError(`--key ${options.key}: must be the 43 characters that the head office prints`);
  const files = await filesNamed(names);
  let [unread, failed] = [false, false];
  for (const file of files) {
    try {
      const isOfArchive = (await isFolder(file)) || isManifestName(file);
      const all = isOfArchive
        ? verifyArchives(file, options)
        : [{ file, lines: linesFor(await readInput(file), trusted) }];
      for await (const each of all) failed = !print(each, options) || failed;
    } catch (error) {
      const message = messageOf(error);
      if (message === undefined) throw error;
      unread = true;
      console.error(`khatm: ${message}`);
    }
  }
  process.exitCode = unread ? 2 : failed ? 1 : 0;
}

/** Prints the result for one file; returns false if a check failed. */
function print({ file, lines }: Verified, { json }: VerifyOptions): boolean {
  const ok = lines.every((line) => line.ok !== false);
  if (json) console.log(JSON.stringify({ file, ok, checks: lines }));
  else for (const line of lines) console.log(`${file}: ${describe(line)}`);
  return ok;
}

/** Verifies a manifest, or the manifests of a folder, with the files beside them. */
async function* verifyArchives(
  given: string,
  { key, language = 'en' }: VerifyOptions,
): AsyncGenerator<Verified> {
  const isWhole = await isFolder(given);
  if (!isWhole) await readInput(given);
  const folder = isWhole ? given : path.dirname(given);
  const manifests = await readManifests(folder, { now: Date.now(), key, isWhole });
  const lineOf = (result: ArchiveResult): Line => {
    const { name, ok } = result;
    if (result.ok === true) return { name, ok };
    return { name, ok, code: result.code, detail: describeArchiveResult(result, language) };
  };
  const verified = async (name: string, file: string) => ({
    file,
    lines: (await manifests.check(name)).map(lineOf),
  });
  if (!isWhole) {
    yield await verified(path.basename(given), given);
    return;
  }
  const about = await manifests.checkWhole();
  if (manifests.names.length === 0 && about.length === 0)
    throw new UsageError(`${folder}: is a folder without archives of a head office`);
  for (const name of manifests.names) yield await verified(name, path.join(folder, name));
  for (const { name, result } of about) yield { file: path.join(folder, name), lines: [lineOf(result)] };
}

function linesFor(xml: Buffer, trusted: readonly Certificate[] | undefined): Line[] {
  const checks: Line[] = verifyDocument(xml);
  const name = 'trust';
  if (trusted === undefined) return [...checks, { name, ok: null, detail: 'not checked' }];
  if (!checks.every(({ ok }) => ok)) return [...checks, { name, ok: false, detail: 'not checked' }];
  const detail = checkTrust(xml, trusted);
  return [...checks, detail === undefined ? { name, ok: true } : { name, ok: false, detail }];
}

function describe({ name, ok, code, detail }: Line): string {
  if (ok === null) return `${name}: ${code === undefined ? '' : 'not checked: '}${detail}`;
  return `${name}: ${ok ? 'ok' : 'FAILED'}${detail === undefined ? '' : ` (${detail})`}`;
}

/** Describes why a file cannot be read; undefined for another error. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  return describeInputError(error);
}

async function readTrusted(file: string): Promise<Certificate[]> {
  const bytes = await readInput(file);
  try {
    return readCertificateFile(bytes);
  } catch (cause) {
    if (!(cause instanceof FailureError)) throw cause;
    throw new UsageError(`${file}: holds no certificate (PEM or DER)`, { cause });
  }
}
