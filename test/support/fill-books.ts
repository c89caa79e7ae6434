import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { trainingCompany, trainingPassphrase } from '../../main/app/environment/credentials/training.ts';
import { systemClock } from '../../main/base/platform/clock.ts';
import { riyadhDateTime } from '../../main/base/platform/riyadh-time.ts';
import { openEncryptedFile } from '../../main/base/vault/encrypted-file.ts';
import type { Ledger } from '../../main/books/ledger/ledger.ts';
import { takeLock } from '../../main/books/ledger/queue/process-lock.ts';
import { writeBody } from '../../main/document/invoice/writing/write-document.ts';
import { createStamper } from '../../main/document/stamp/stamp.ts';
import { authorityProfile } from '../../main/gateway/profile.ts';
import { createCredentialSecrets } from '../../main/sending/credential/credential-secrets.ts';
import { sellerOf } from '../../main/sending/credential/seller.ts';
import { checkSale, issueSale } from '../../main/till/issue/issue-sale.ts';
import { saleSchema } from '../../shared/sale/sale.ts';
import { ledgerIn } from './new-ledger.ts';
import { byCashier } from './run/callers.ts';

/** The number of documents in one commit, because a commit for each would take most of the time. */
const perCommit = 2_000;

/** Calls `append` this many times, in only a few commits. */
function appendMany(ledger: Ledger, documents: number, append: (index: number) => void): void {
  for (let first = 0; first < documents; first += perCommit) {
    ledger.chain.exclusively(() => {
      for (let index = first; index < Math.min(first + perCommit, documents); index += 1) append(index);
    });
    ledger.checkpoint();
  }
}

/**
 * Fills the ledger of a closed, onboarded training terminal with documents that are stamped with its own key and wait
 * to be sent. They are real documents, but all are of one sale, which is priced and checked only once to save time.
 */
export async function fillTraining(data: string, documents: number): Promise<void> {
  const folder = path.join(data, 'training');
  const ledger = ledgerIn(path.join(folder, 'ledger.db'));
  try {
    const stamper = await stamperOf(ledger, path.join(folder, 'vault.json'));
    const seller = sellerOf(trainingCompany);
    const { numberPrefix } = trainingCompany.terminal;
    const lines = [{ name: 'Tea', quantity: 1, unitPrice: '4' }];
    const now = systemClock.now();
    const { date } = riyadhDateTime(now);
    const { invoice, cautions } = checkSale(saleSchema.parse({ saleId: randomUUID(), lines }), seller, now);
    const prepared = { seller, date, outcome: { invoice, cautions, body: writeBody(invoice, date) } };
    const { clearWithin: clearance, reportWithin: reporting } = authorityProfile.timings;
    appendMany(ledger, documents, () => {
      const sale = saleSchema.parse({ saleId: randomUUID(), lines });
      issueSale(sale, {
        by: byCashier,
        ledger,
        seller,
        numberPrefix,
        stamper,
        clock: systemClock,
        prepared,
        within: { clearance, reporting },
      });
    });
  } finally {
    ledger.close();
  }
}

async function stamperOf(ledger: Ledger, file: string) {
  const opener = { passphrase: trainingPassphrase, N: 2 ** 14 };
  const secrets = await openEncryptedFile({ file, opener, lock: takeLock, create: false });
  const credential = ledger.credentials.current('production');
  if (credential === undefined) throw new Error('the terminal is not onboarded');
  return createStamper(await createCredentialSecrets(ledger, secrets, systemClock).read(credential));
}
