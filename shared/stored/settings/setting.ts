import type * as z from 'zod';
import { type Former, type StoredForm, storedForm } from '../stored-form.ts';

/** A small fact under a name in the table `setting` of a database. Never a secret. */
export interface Setting<Value> extends Omit<StoredForm<z.ZodType<Value>>, 'write'> {
  /** The value while nothing was ever written. */
  readonly initial: Value;
  /**
   * True for a setting that guards something: while its text cannot be read, reading it fails. Any other one has its
   * initial value until then, and the till goes on.
   */
  readonly isGuard: boolean;
  /** True for a setting of a ledger whose value is proved by a line of the audit log; by default every guard. */
  readonly isProved: boolean;
  write(value: Value): string;
}

interface SettingOptions {
  readonly isGuard?: boolean;
  readonly isProved?: boolean;
  readonly version?: number;
  readonly former?: Former;
}

/** Declares a setting. @param initial the value while nothing was ever written */
export const setting = <Value>(
  name: string,
  schema: z.ZodType<Value>,
  initial: NoInfer<Value>,
  { isGuard = false, isProved = isGuard, ...form }: SettingOptions = {},
): Setting<Value> => ({ ...storedForm({ name, schema, ...form }), initial, isGuard, isProved });
