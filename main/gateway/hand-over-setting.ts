import * as z from 'zod';
import { handOverRules } from '../../shared/hand-over.ts';
import { settingKey } from '../platform/settings.ts';
import { authorityProfile } from './profile.ts';

const { usual } = authorityProfile.handOver;

/** The interpretation of the rule for uncleared invoices that the shop's manager chose. */
export const handOverSetting = settingKey('hand-over', z.enum(handOverRules).catch(usual).default(usual));
