import path from 'node:path';
import * as z from 'zod';
import { networkUses, proxyChoiceSchema } from '../../../../shared/contract/terminal/network.ts';
import { printerSchema } from '../../../../shared/contract/till/devices.ts';
import { papers } from '../../../../shared/contract/till/receipts.ts';
import { ringSchema } from '../../../../shared/update.ts';

/* The settings that the administrator of a machine may set. `khatm policy schema` prints this as JSON Schema. */

const wholePath = z
  .string()
  .min(1)
  .max(1000)
  .refine((file) => path.posix.isAbsolute(file) || path.win32.isAbsolute(file), 'must be a whole path');

/** The authority's own addresses belong to their environments; a file must not mix them up. */
const gatewayAddress = z
  .url({ protocol: /^https$/ })
  .max(500)
  .refine((text) => {
    const { username, password, search, hash } = new URL(text);
    return [username, password, search, hash].every((part) => part === '');
  }, 'must be an address alone, without a name, a password or a query')
  .refine(
    (text) => !/(^|\.)zatca\.gov\.sa$/i.test(new URL(text).hostname),
    "must not be the authority's own address, which the program knows",
  );

const isThisMachine = ({ hostname }: URL) => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

export const policySchema = z.strictObject({
  network: z
    .strictObject({
      proxy: proxyChoiceSchema
        .optional()
        .describe('The proxy: "system", "none", or its address. A password is entered in the program.'),
      authorities: z
        .array(
          z.strictObject({
            file: wholePath.describe('The whole path of a PEM file with the certificate of an authority.'),
            uses: z
              .array(z.enum(networkUses))
              .min(1)
              .default([...networkUses])
              .describe('The calls for which it is trusted.'),
          }),
        )
        .default([])
        .describe('Certificate authorities that are trusted beside the usual ones.'),
    })
    .default({ authorities: [] })
    .describe('The way out of this machine.'),
  gateway: z
    .strictObject({
      simulation: gatewayAddress.optional(),
      production: gatewayAddress.optional(),
    })
    .default({})
    .describe(
      'The address of the gateway, by environment. It is taken until the environment is set up: a credential stays with the address it came from.',
    ),
  backups: z
    .strictObject({
      folder: wholePath.describe('The folder for daily backups of simulation and production.'),
    })
    .optional(),
  printers: z
    .strictObject({
      receipt: printerSchema
        .optional()
        .describe('The connection of the receipt printer, and of the drawer plugged into it.'),
      system: z.string().min(1).max(200).optional().describe('The name of the printer in the system.'),
      paper: z.enum(papers).optional().describe('The paper of receipts.'),
    })
    .default({})
    .describe('The printers of the till.'),
  updates: z
    .strictObject({
      server: z
        .url({ protocol: /^https$/ })
        .optional()
        .describe('The address of the updates.'),
      ring: ringSchema.optional().describe('The ring of this machine.'),
    })
    .optional()
    .describe('The updates of the program.'),
  headOffice: z
    .strictObject({
      address: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .refine(
          (text) => text.startsWith('https:') || isThisMachine(new URL(text)),
          'must be https, or http on this machine',
        )
        .describe('The address of the head office: https://host[:port].'),
    })
    .optional()
    .describe('The only head office at which a till of this machine may be enrolled.'),
  autostart: z
    .boolean()
    .optional()
    .describe('Starts the program when the person signs in to the system; false keeps it from doing so.'),
  kiosk: z
    .boolean()
    .optional()
    .describe("Fills the screen from the start; a manager's PIN leaves it until the next start."),
});

export type PolicyFile = z.output<typeof policySchema>;
