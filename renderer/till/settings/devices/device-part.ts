import type { Devices } from '../../../../shared/contract/till/devices.ts';
import type { Form } from '../../../ui/components/forms/use-form.ts';
import type { DeviceValues } from './device-values.ts';

export interface DevicePartProps {
  readonly form: Form<DeviceValues>;
  /** Returns true for the path of an invalid value, such as `printer.host`, once the person should see it. */
  readonly isWrong: (place: string) => boolean;
  readonly typed: Devices | undefined;
}
