import * as z from 'zod';
import { labelRulesSchema } from '../../sale/article-label.ts';
import { setting } from './setting.ts';

/* The settings in catalogue.db. */

/** The rules by which labels of scales are read. */
export const labelRules = setting({ name: 'labels', schema: labelRulesSchema, initial: [] });

/** The name of the damaged file that was set aside, until a manager acknowledges it. */
export const setAsideSetting = setting({
  name: 'set-aside',
  schema: z.string().nullish(),
  initial: undefined,
});
