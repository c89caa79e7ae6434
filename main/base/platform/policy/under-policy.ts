import { isDeepStrictEqual } from 'node:util';
import { type FailureCode, fail } from '../../../../shared/failure.ts';
import type { Setting } from '../../../../shared/stored/settings/setting.ts';
import type { Settings } from '../settings.ts';

/** A setting that the policy determines wholly or partly: the policy's part replaces the person's. */
export interface FixedSetting {
  readonly name: string;
  apply(value: unknown): unknown;
}

export function fixedSetting<Value>(
  { name }: Setting<Value>,
  stated: unknown,
  apply: (value: Value) => Value,
): FixedSetting[] {
  return stated === undefined ? [] : [{ name, apply: apply as FixedSetting['apply'] }];
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
  const byName = new Map(fixed.map((one) => [one.name, one.apply]));
  return {
    unreadable: settings.unreadable,
    read<Value>(setting: Setting<Value>): Value {
      const value = settings.read(setting);
      return (byName.get(setting.name)?.(value) ?? value) as Value;
    },
    write(setting, value) {
      const apply = byName.get(setting.name);
      if (apply !== undefined && !isDeepStrictEqual(apply(value), value)) fail(refusal);
      settings.write(setting, value);
    },
  };
}
