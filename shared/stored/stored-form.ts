import type * as z from 'zod';
import { type FailureCode, FailureError, type Result } from '../failure.ts';

/*
 * A stored form is JSON that outlives the process that wrote it: a file, a setting, an entry of the vault, a kept basket.
 * The text says which form it is and in which version. `.github/STORED_FORMS.md` says how a form changes.
 */

export interface StoredForm<Schema extends z.ZodType> {
  readonly name: string;
  readonly version: number;
  readonly schema: Schema;
  /** Returns the text to be stored. */
  write(value: z.input<Schema>): string;
  /**
   * Reads a stored text. A text that cannot be read is never the same as none: the caller says so, or says why it can
   * do without, and keeps the text. The failure is `stored-newer` or `stored-unreadable`; detail: `form`.
   */
  read(text: string): Result<z.output<Schema>>;
}

/** For each former version, what makes of its value one for the schema. It may throw for a value that is wrong. */
export type Former = Readonly<Record<number, (value: unknown) => unknown>>;

/** Declares a stored form. Each has fixtures in `test/stored/fixtures`, by its name and version. */
export function storedForm<Schema extends z.ZodType>({
  name,
  version = 1,
  schema,
  former = {},
}: {
  readonly name: string;
  readonly version?: number;
  readonly schema: Schema;
  readonly former?: Former;
}): StoredForm<Schema> {
  const readers = { ...former, [version]: (value: unknown) => value };
  const refuse = (code: FailureCode) => ({ ok: false, failure: { code, detail: { form: name } } }) as const;
  return {
    name,
    version,
    schema,
    write: (value) => JSON.stringify({ form: name, version, value }),
    read(text) {
      const stored = parse(text);
      if (stored?.form !== name || typeof stored.version !== 'number') return refuse('stored-unreadable');
      if (stored.version > version) return refuse('stored-newer');
      try {
        const read = schema.safeParse(readers[stored.version]?.(stored.value));
        if (read.success) return { ok: true, value: read.data };
      } catch {
        // The former version's reader found it wrong.
      }
      return refuse('stored-unreadable');
    },
  };
}

function parse(text: string): { form?: unknown; version?: unknown; value?: unknown } | undefined {
  try {
    const stored: unknown = JSON.parse(text);
    return typeof stored === 'object' && stored !== null ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the value that was read. @throws FailureError `stored-newer`, `stored-unreadable` */
export function orFail<Value>(read: Result<Value>): Value {
  if (read.ok) return read.value;
  throw new FailureError(read.failure);
}
