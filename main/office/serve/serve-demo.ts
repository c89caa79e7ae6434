import { chmod } from 'node:fs/promises';
import { newScratch, removeOwn } from '../../base/platform/files/own-files.ts';
import type { Values } from '../commands/usage.ts';
import { serve } from './serve.ts';

/** Serves an invented chain of shops from a temporary folder. */
export async function serveDemo(values: Values): Promise<void> {
  if (values.data !== undefined) throw new TypeError('--demo keeps nothing: leave --data out');
  // Invented data must not be signed with a merchant's key or sent over a merchant's mail server.
  delete process.env.KHATM_ORDER_KEY;
  delete process.env.KHATM_SMTP;
  // Nothing in a demonstration is worth a user of its own.
  process.env.KHATM_POSTGRES_USER ??= 'nobody';
  await using failed = new AsyncDisposableStack();
  const data = newScratch('khatm-demo-');
  failed.defer(() => removeOwn(data));
  await chmod(data, 0o711);
  await serve({ ...values, data }, failed);
}
