import type { Devices } from '../../shared/contract/devices.ts';
import type { Form } from '../components/use-form.ts';
import type { DeviceValues } from './device-values.ts';

/** The properties of each part of the form. */
export interface DevicePartProps {
  readonly form: Form<DeviceValues>;
  /** True for the place of a value that is wrong, such as `printer.host`, once a person should know. */
  readonly isWrong: (place: string) => boolean;
  /** The devices as they are typed; undefined while one of them is wrong. */
  readonly typed: Devices | undefined;
}
