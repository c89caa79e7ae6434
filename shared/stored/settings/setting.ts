import type * as z from 'zod';
import { type Former, type StoredForm, storedForm } from '../stored-form.ts';
import { provedSettings } from './proved-settings.ts';

/** A small fact under a name in the table `setting` of a database. Never a secret. */
export interface Setting<Value> extends Omit<StoredForm<z.ZodType<Value>>, 'write'> {
  /** The value while nothing was ever written. */
  readonly initial: Value;
  /**
   * True for a setting that guards something: while its text cannot be read, reading it fails. Any other one has its
   * initial value until then, and the till goes on.
   */
  readonly isGuard: boolean;
  /** True for one of `provedSettings`. */
  readonly isProved: boolean;
  write(value: Value): string;
}

interface SettingOptions {
  readonly isGuard?: boolean;
  readonly version?: number;
  readonly former?: Former;
}

/** Declares a setting. @param initial the value while nothing was ever written */
export const setting = <Value>(
  name: string,
  schema: z.ZodType<Value>,
  initial: NoInfer<Value>,
  { isGuard = false, ...form }: SettingOptions = {},
): Setting<Value> => ({
  ...storedForm({ name, schema, ...form }),
  initial,
  isGuard,
  isProved: provedSettings.includes(name),
});
