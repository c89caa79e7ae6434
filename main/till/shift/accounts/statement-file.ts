import type { CommandParsed } from '../../../../shared/contract/index.ts';
import type { NamedFile } from '../../../base/platform/files/named-file.ts';
import type { Ledger } from '../../../books/ledger/ledger.ts';
import type { ReportFiles } from '../../table-files/report-files.ts';
import { statementOf, statementTable } from './statement.ts';

/**
 * Writes the statement of an account as a file. @throws FailureError `buyer-missing`
 * @param madeAt the time in milliseconds since 1970
 */
export async function statementFile(
  { key, from, to, ...format }: CommandParsed<'account.export'>,
  ledger: Pick<Ledger, 'accounts' | 'buyerBook'>,
  reportFiles: Pick<ReportFiles, 'make'>,
  madeAt: number,
): Promise<NamedFile> {
  const { buyer } = ledger.buyerBook.get(key);
  const statement = statementOf(ledger.accounts, key, { from, to });
  const table = statementTable({ ...format, from, to, madeAt, name: buyer.name, statement });
  // A buyer's name may contain characters that the name of a file cannot.
  const name = table.title.replace(/[\\/:*?"<>|]/g, ' ');
  return { fileName: `${name} ${from} ${to}.${format.format}`, bytes: await reportFiles.make(table) };
}
