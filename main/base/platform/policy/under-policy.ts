import { isDeepStrictEqual } from 'node:util';
import { type FailureCode, fail } from '../../../../shared/failure.ts';
import type { SettingKey, Settings } from '../settings.ts';

/** A setting that the policy determines wholly or partly: the policy's part replaces the person's. */
export interface FixedSetting {
  readonly key: string;
  apply(value: unknown): unknown;
}

export function fixedSetting<Value>(
  { key }: SettingKey<Value>,
  stated: unknown,
  apply: (value: Value) => Value,
): FixedSetting[] {
  return stated === undefined ? [] : [{ key, apply: apply as FixedSetting['apply'] }];
}

/**
 * Puts the policy above settings: values that it sets are read from it, and writing different ones fails with
 * `set-by-policy`. A person's earlier choice stays stored and applies again without the policy.
 * @param refusal the failure code for such a write, if something other than a policy sets the values
 */
export function underPolicy(
  settings: Settings,
  fixed: readonly FixedSetting[],
  refusal: FailureCode = 'set-by-policy',
): Settings {
  const byKey = new Map(fixed.map((one) => [one.key, one.apply]));
  return {
    read<Value>(setting: SettingKey<Value>): Value {
      const value = settings.read(setting);
      return (byKey.get(setting.key)?.(value) ?? value) as Value;
    },
    write(setting, value) {
      const apply = byKey.get(setting.key);
      if (apply !== undefined && !isDeepStrictEqual(apply(value), value)) fail(refusal);
      settings.write(setting, value);
    },
  };
}
