import type { HandOverRule } from '../../shared/hand-over.ts';
import { handOverSetting } from '../../shared/stored/settings/terminal.ts';
import type { Settings } from '../base/platform/settings.ts';
import { authorityProfile } from './profile.ts';

/** Returns a manager's choice, or the profile's usual rule. */
export const handOverRule = (settings: Pick<Settings, 'read'>): HandOverRule =>
  settings.read(handOverSetting) ?? authorityProfile.handOver.usual;
