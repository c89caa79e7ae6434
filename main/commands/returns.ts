import type { CommandParsed } from '../../shared/contract/index.ts';
import { fail } from '../../shared/failure.ts';
import type { Documents } from '../ledger/documents.ts';
import type { NoteDocuments } from '../references/returns/effective-notes.ts';
import { noteFor, returnableOf } from '../references/returns/returns.ts';

/** The commands of returns. */
export function returnCommands(documents: NoteDocuments & Pick<Documents, 'get'>) {
  const entryOf = (uuid: string) => documents.get(uuid) ?? fail('not-found');
  return {
    'invoice.returnable': ({ uuid }: CommandParsed<'invoice.returnable'>) =>
      returnableOf(entryOf(uuid), documents),
    'invoice.returnNote': ({ uuid, ...goods }: CommandParsed<'invoice.returnNote'>) =>
      noteFor(entryOf(uuid), goods, documents),
  };
}
