import type { CommandOutput } from '../../../shared/contract/index.ts';
import { firstFault } from '../../books/ledger/check/first-fault.ts';
import { documentReaders } from '../../till/issue/document-readers.ts';
import type { OpenEnvironment } from './environment.ts';

/** Checks every document and line of a ledger. After a fault, the file is checked for damage, too. */
export async function checkAllBooks({
  ledger,
  checkDamage,
}: Pick<OpenEnvironment, 'ledger' | 'checkDamage'>): Promise<CommandOutput<'maintenance.check'>> {
  const found = await ledger.checkBooks(documentReaders);
  const fault = firstFault(found);
  if (fault !== undefined) await checkDamage();
  return { documents: found.chain.documents, ...(fault !== undefined && { broken: fault }) };
}
