import * as z from 'zod';
import { command } from '../command.ts';

/** The settings that the administrator of a machine may set. */
export const policyFields = [
  'proxy',
  'authorities',
  'gateway',
  'backups',
  'printer',
  'systemPrinter',
  'paper',
  'updates',
  'headOffice',
  'autostart',
  'kiosk',
] as const;
export type PolicyField = (typeof policyFields)[number];

export const policyViewSchema = z.object({
  file: z.string(),
  /** broken: the file cannot be used; the last usable one is in force, if there was one. */
  state: z.enum(['none', 'in-force', 'broken']),
  why: z.string().optional(),
  /** The fields that the policy in force sets; commands that would change them fail with `set-by-policy`. */
  fields: z.array(z.enum(policyFields)),
});

/** The settings of this machine's administrator. */
export const policy = {
  'policy.get': command({ role: 'manager', output: policyViewSchema }),
};
