import * as z from 'zod';
import { environments as names } from '../../status.ts';
import { always, command } from '../command.ts';
import { environmentViewSchema } from './credentials.ts';

/** The environments of this terminal: their list, their gateways, the one on the screen. */
export const environments = {
  'environment.list': command({
    role: 'manager',
    output: z.object({ environments: z.array(environmentViewSchema) }),
  }),
  /**
   * Shows an environment, and creates it on first use. Starting production must be confirmed and cannot be undone: from
   * then on the terminal always starts in production. Needs a manager with a PIN (`no-manager`), and everything that
   * `goLive.get` lists (`go-live-missing`).
   */
  'environment.show': command({
    role: 'manager',
    needsPin: ({ environment }) => environment !== 'training',
    input: z.strictObject({
      environment: z.enum(names),
      confirm: z.literal('production').optional(),
      /** The passphrase for the vault of a new environment on a machine without a keychain; at least 12 characters. */
      passphrase: z.string().max(200).optional(),
    }),
    output: z.object({ environments: z.array(environmentViewSchema) }),
  }),
  /** Sets another gateway address, while no pair from it exists. `undefined` means the profile's. */
  'environment.setAddress': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({ environment: z.enum(names), address: z.url().max(500).optional() }),
    output: z.object({ environments: z.array(environmentViewSchema) }),
  }),
  /** Tries a newer `Accept-Version`, in simulation only. `undefined` means the profile's. */
  'environment.setVersion': command({
    role: 'manager',
    needsPin: always,
    input: z.strictObject({
      environment: z.literal('simulation'),
      version: z
        .string()
        .regex(/^V\d{1,3}$/, 'must be V and a number')
        .optional(),
    }),
    output: z.object({ environments: z.array(environmentViewSchema) }),
  }),
};
