import * as z from 'zod';
import { alarmSchema } from '../alarm.ts';
import { environments } from '../status.ts';
import { credentialViewSchema } from './credentials.ts';
import { invoiceRowSchema } from './invoices.ts';
import { backupsSchema } from './maintenance.ts';
import { onboardingStepSchema, terminalStatusSchema } from './terminal.ts';

/** The parts of the integrations that change each by itself. */
export const integrationParts = ['programs', 'api', 'dropFolder', 'webhooks', 'inbound', 'remote'] as const;
export type IntegrationPart = (typeof integrationParts)[number];

/** What main tells without being asked. */
export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), status: terminalStatusSchema }),
  /** A document was issued or its submission moved. */
  z.object({ type: z.literal('invoice'), invoice: invoiceRowSchema }),
  /** The environment's credential, or the way to it, moved. For managers. */
  z.object({ type: z.literal('credential'), credential: credentialViewSchema }),
  /** Something a person must know has come up: told once, for a notification; what lasts is in the status. */
  z.object({ type: z.literal('alarm'), environment: z.enum(environments), alarm: alarmSchema }),
  /** Something of these parts may be different now: managers read again what `effects.ts` names. */
  z.object({ type: z.literal('integrations'), parts: z.array(z.enum(integrationParts)) }),
  /** A backup of the environment on the screen began, ended or failed. For managers. */
  z.object({ type: z.literal('backups'), backups: backupsSchema }),
  z.object({ type: z.literal('onboarding'), steps: z.array(onboardingStepSchema) }),
]);
export type TerminalEvent = z.infer<typeof eventSchema>;

/** An event on its way to a screen, with the terminal's count of what has happened. */
export const toldSchema = z.object({ revision: z.int().nonnegative(), event: eventSchema });
