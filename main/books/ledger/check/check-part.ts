import { fail } from '../../../../shared/failure.ts';
import { answerTasks } from '../../../base/platform/thread.ts';
import { openArchive } from '../ledger.ts';
import type { PartAnswer, PartTask } from './check-books.ts';
import { checkChain, type DocumentReaders } from './check-chain.ts';

/**
 * Checks a part of a ledger that others may have open, over a connection of its own.
 * @throws FailureError `ledger-broken`, `ledger-newer`, `folder-unusable`, `database-busy`
 */
export async function checkPart(task: PartTask, readers: DocumentReaders): Promise<PartAnswer> {
  const archive = openArchive(task.file) ?? fail('ledger-broken');
  try {
    if (task.kind === 'beside') return { kind: 'beside', beside: archive.checkBeside() };
    const { first, last, previousHash } = task;
    const after = previousHash === undefined ? undefined : { icv: first - 1, hash: previousHash };
    const documents = archive.documents.inOrder({ first, last });
    return { kind: 'range', chain: await checkChain(documents, readers, after) };
  } finally {
    archive.close();
  }
}

/** Runs in the thread and checks the requested parts. */
export function answerParts(readers: DocumentReaders): void {
  answerTasks<PartTask, PartAnswer>((task) => checkPart(task, readers));
}
