import * as z from 'zod';
import { alarmSchema } from '../alarm.ts';
import { environments } from '../status.ts';
import { credentialViewSchema } from './terminal/credentials.ts';
import { backupsSchema } from './terminal/maintenance.ts';
import { onboardingStepSchema, terminalStatusSchema } from './terminal/terminal.ts';
import { invoiceRowSchema } from './till/invoices.ts';
import { monthFileSchema } from './till/month.ts';

/** The parts of the integrations that change independently. */
export const integrationParts = ['programs', 'api', 'dropFolder', 'webhooks', 'inbound', 'remote'] as const;
export type IntegrationPart = (typeof integrationParts)[number];

/** The events that main sends unasked. */
export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), status: terminalStatusSchema }),
  /** A document was issued, or its submission changed. */
  z.object({ type: z.literal('invoice'), invoice: invoiceRowSchema }),
  /** The environment's credential, or the flow to a new one, changed. It is meant for managers. */
  z.object({ type: z.literal('credential'), credential: credentialViewSchema }),
  /** A new alarm, sent once, for a notification; the status contains the lasting alarms. */
  z.object({ type: z.literal('alarm'), environment: z.enum(environments), alarm: alarmSchema }),
  /** These parts of the integrations may have changed: managers read again the queries in `effects.ts`. */
  z.object({ type: z.literal('integrations'), parts: z.array(z.enum(integrationParts)) }),
  /** A backup of the environment on the screen started, ended or failed. It is meant for managers. */
  z.object({ type: z.literal('backups'), backups: backupsSchema }),
  /** The file of a month is being made, or has been. It is meant for managers. */
  z.object({ type: z.literal('month'), month: monthFileSchema }),
  /** Another program changed what the terminal keeps: people, limits, devices, receipts. */
  z.object({ type: z.literal('terminal') }),
  /** The list of articles changed. */
  z.object({ type: z.literal('articles') }),
  z.object({ type: z.literal('onboarding'), steps: z.array(onboardingStepSchema) }),
]);
export type TerminalEvent = z.infer<typeof eventSchema>;

/** An event with its revision, in the form that is sent to a screen. */
export const toldSchema = z.object({ revision: z.int().nonnegative(), event: eventSchema });
