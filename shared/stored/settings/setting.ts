import type * as z from 'zod';
import { type StoredForm, storedForm } from '../stored-form.ts';

/** A small fact under a name in the table `setting` of a database. Never a secret. */
export interface Setting<Value> extends Omit<StoredForm<z.ZodType<Value>>, 'write'> {
  /** The value while nothing was ever written. */
  readonly initial: Value;
  /**
   * True for a setting that guards something: while its text cannot be read, reading it fails. Any other one has its
   * initial value until then, and the till goes on.
   */
  readonly isGuard: boolean;
  write(value: Value): string;
}

export const setting = <Value>({
  initial,
  isGuard = false,
  ...form
}: {
  readonly name: string;
  readonly version?: number;
  readonly schema: z.ZodType<Value>;
  readonly initial: NoInfer<Value>;
  readonly isGuard?: boolean;
}): Setting<Value> => ({ ...storedForm(form), initial, isGuard });
