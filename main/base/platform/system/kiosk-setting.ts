import * as z from 'zod';
import { settingKey } from '../settings.ts';

/** True when the till fills the screen, and a manager's PIN is needed to leave it. */
export const kioskSetting = settingKey('kiosk', z.boolean().default(false).catch(false));
