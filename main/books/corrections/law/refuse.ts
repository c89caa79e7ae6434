import { fail, type Issue } from '../../../../shared/failure.ts';

/** Throws a failure. @throws FailureError `bad-input` with this one issue */
export function refuse(path: Issue['path'], code: string, message: string, params?: Issue['params']): never {
  return fail('bad-input', { issues: [{ path, code, message, ...(params && { params }) }] });
}
