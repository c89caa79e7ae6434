import type { Failure } from '../../../shared/failure.ts';
import type { Setting } from '../../../shared/stored/settings/setting.ts';

export interface Settings {
  /**
   * Returns the initial value if nothing was ever written, or if the stored text cannot be read.
   * @throws FailureError `stored-newer`, `stored-unreadable` for the unreadable text of a setting that guards something
   */
  read<Value>(setting: Setting<Value>): Value;
  /** Writes a value; a text that cannot be read is not lost, but put aside under a name of its own. */
  write<Value>(setting: Setting<Value>, value: Value): void;
  /** Returns the names of the settings that cannot be read, with the reason; also of those that were put aside. */
  unreadable(): readonly UnreadableSetting[];
}

export interface UnreadableSetting {
  readonly name: string;
  readonly failure: Failure;
}
