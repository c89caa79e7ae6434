import type * as z from 'zod';

/** A setting: its key, and how a stored value is read. */
export interface SettingKey<Value> {
  readonly key: string;
  /** Reads what is stored; undefined stands for a setting that was never written. */
  parse(stored: unknown): Value;
}

/** Small facts by key, as JSON. Never secrets. */
export interface Settings {
  read<Value>(setting: SettingKey<Value>): Value;
  write<Value>(setting: SettingKey<Value>, value: Value): void;
}

/**
 * Describes a setting by the schema of its value. The schema says what is read if nothing was written (`default`,
 * `prefault`, `optional`) and where the stored value does not fit (`catch`); without `catch`, reading such a value
 * throws, as it is a defect or the file of another program.
 */
export function settingKey<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
): SettingKey<z.output<Schema>> {
  return { key, parse: (stored) => schema.parse(stored) };
}
