import { fail } from '../../../shared/failure.ts';

/** Fails with `bad-input` for one field. */
export function refuse(field: string, code: string, message: string): never {
  return fail('bad-input', { issues: [{ path: [field], code, message }] });
}
