import { FailureError } from '../../../shared/failure.ts';

/** Runs work on files; errors of the system that a person can fix become failures. */
export async function withFileFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    const code = error.code === 'ENOSPC' || error.code === 'EDQUOT' ? 'disk-full' : 'folder-unusable';
    throw new FailureError({ code, detail: { system: String(error.code) } }, { cause: error });
  }
}
