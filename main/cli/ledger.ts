import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { companySchema } from '../../shared/company.ts';
import type { Environment } from '../../shared/status.ts';
import { documentFileName } from '../document-file-name.ts';
import { readDocument } from '../stamp/read-document.ts';
import { canonicalHash, verifyDocument } from '../stamp/verify.ts';
import { openLedgerOf } from './files.ts';

interface OfLedger {
  readonly data: string;
  readonly env?: Environment;
}

/** `khatm ledger check`: exit 1 and the first broken link, if there is one. */
export async function checkLedger(options: OfLedger): Promise<void> {
  const ledger = openLedgerOf(options);
  try {
    const damage = ledger.checkFile();
    for (const problem of damage) console.log(`file: ${problem}`);
    if (damage.length > 0) process.exitCode = 1;
    const { broken, documents } = await ledger.checkChain({ hashOf: verifiedHash, factsOf: readDocument });
    if (broken) console.log(`broken at document ${broken.icv} (${broken.number}): ${broken.what}`);
    else console.log(`chain whole: ${documents} documents`);
    const audit = ledger.audit.verify();
    if (audit.broken !== undefined) console.log(`audit log broken at line ${audit.broken}`);
    else console.log(`audit log whole: ${audit.entries} lines`);
    if (broken || audit.broken !== undefined) process.exitCode = 1;
  } finally {
    ledger.close();
  }
}

/** The hash of a document whose stamp, certificate digests and QR hold; a chain made up anew has no such stamps. */
function verifiedHash(xml: Uint8Array): string {
  const failed = verifyDocument(xml).find(({ name, ok }) => !ok && name !== 'hash');
  return failed === undefined ? canonicalHash(xml) : `${failed.name} fails`;
}

/** `khatm ledger export`: every document; beside it the authority's copy as `….cleared.xml` where there is one. */
export function exportLedger(options: OfLedger & { out: string }): void {
  const ledger = openLedgerOf(options);
  try {
    const { vatNumber } = companySchema.parse(ledger.settings.get('company'));
    mkdirSync(options.out, { recursive: true });
    let written = 0;
    for (const document of ledger.documents()) {
      const file = path.join(options.out, documentFileName(vatNumber, document));
      writeFileSync(file, document.xml);
      if (document.clearedXml) writeFileSync(file.replace(/\.xml$/, '.cleared.xml'), document.clearedXml);
      written += 1;
    }
    console.log(`${written} documents written to ${options.out}`);
  } finally {
    ledger.close();
  }
}
