import path from 'node:path';
import { FailureError, fail } from '../../../../shared/failure.ts';
import { noShopLines } from '../../../../shared/shop-lines.ts';
import { languageSetting, shopSetting } from '../../../../shared/stored/settings/terminal.ts';
import type { Language } from '../../../../shared/words/index.ts';
import { systemClock } from '../../../base/platform/clock.ts';
import { isOwnFile } from '../../../base/platform/files/own-files.ts';
import { createSettings } from '../../../books/ledger/database/settings.ts';
import { keptCompany } from '../../../sending/credential/kept-company.ts';
import { type MonthProgress, makeMonth } from '../../../till/accountant/make-month.ts';
import { openGuardedCatalogue } from '../../../till/catalogue/open-catalogue.ts';
import { openTerminalDatabase } from '../../terminal/terminal-database.ts';
import { isFolder, type OfLedger, openLedgerOf, warnOfOpen } from '../files.ts';
import { refuseOption } from '../option-values.ts';
import { UsageError } from '../usage-error.ts';

export type OfMonth = OfLedger & {
  readonly to: string;
  readonly language?: Language;
  readonly json?: boolean;
};

/** `khatm ledger month`: makes one ZIP file of a month, even while the terminal sells; continues an interrupted one. */
export async function ledgerMonth(month: string, options: OfMonth): Promise<void> {
  const { data, to: folder } = options;
  if (!(await isFolder(folder))) throw new UsageError(`--to ${folder}: no such folder`);
  const ledger = openLedgerOf(options);
  // A ledger without the terminal's other files stays without them here.
  const { shop, language } = isOwnFile(path.join(data, 'terminal.db')) ? readSettings(data) : defaults;
  const catalogue = isOwnFile(path.join(data, 'catalogue.db'))
    ? openGuardedCatalogue({ folder: data, clock: systemClock, onError: () => undefined })
    : undefined;
  try {
    const made = await makeMonth({
      ledger,
      company: keptCompany(ledger.settings) ?? fail('no-company'),
      articlesOf: (items) => catalogue?.open().articlesOf(items) ?? items.map(() => undefined),
      shop,
      month,
      folder,
      scratch: path.join(data, ledger.environment),
      ownFolder: data,
      language: options.language ?? language,
      now: systemClock.now(),
      ...(process.stderr.isTTY && { onProgress: showProgress }),
    });
    if (options.json) console.log(JSON.stringify(made));
    else console.log(`${made.documents} documents in ${made.file}, ${made.reused} packed by an earlier call`);
    warnOfOpen(folder, made.isOpenToAll);
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    const { code, detail } = error.failure;
    if (code === 'bad-input')
      return refuseOption('month', month, 'must be a month that has begun, such as 2026-10', error);
    if (code === 'folder-unusable')
      throw new UsageError(`--to ${folder}: cannot be written (${detail?.system ?? code})`, { cause: error });
    throw error;
  } finally {
    catalogue?.close();
    ledger.close();
  }
}

const defaults = { shop: noShopLines, language: 'en' } as const;

function readSettings(data: string) {
  const database = openTerminalDatabase(data);
  try {
    const { read } = createSettings(database);
    return { shop: read(shopSetting), language: read(languageSetting) };
  } finally {
    database.close();
  }
}

function showProgress({ done, of }: MonthProgress): void {
  process.stderr.write(`\r${done} of ${of} documents${done === of ? '\n' : ''}`);
}
