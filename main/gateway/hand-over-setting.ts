import * as z from 'zod';
import { handOverRules } from '../../shared/hand-over.ts';
import { settingKey } from '../base/platform/settings.ts';
import { authorityProfile } from './profile.ts';

const { usual } = authorityProfile.handOver;

export const handOverSetting = settingKey('hand-over', z.enum(handOverRules).catch(usual).default(usual));
