import type * as z from 'zod';

export interface SettingKey<Value> {
  readonly key: string;
  /** Parses the stored value; undefined stands for a setting that was never written. */
  parse(stored: unknown): Value;
}

/** Small facts by key, as JSON. Never secrets. */
export interface Settings {
  read<Value>(setting: SettingKey<Value>): Value;
  write<Value>(setting: SettingKey<Value>, value: Value): void;
}

/**
 * Describes a setting by the schema of its value. The schema gives the value if nothing was written (`default`,
 * `prefault`, `optional`) or the stored value does not match (`catch`); without `catch`, reading such a value throws,
 * because it is a defect or the file belongs to another program.
 */
export function settingKey<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
): SettingKey<z.output<Schema>> {
  return { key, parse: (stored) => schema.parse(stored) };
}
