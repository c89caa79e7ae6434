import * as z from 'zod';
import { labelRulesSchema } from '../../sale/article-label.ts';
import { setting } from './setting.ts';

/* The settings in catalogue.db. */

/** The rules by which labels of scales are read. */
export const labelRules = setting('labels', labelRulesSchema, []);

/** The name of the damaged file that was set aside, until a manager acknowledges it. */
export const setAsideSetting = setting('set-aside', z.string().nullish(), undefined);
