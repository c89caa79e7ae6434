import * as z from 'zod';
import { invoiceRowSchema } from './invoices.ts';
import { onboardingStepSchema, terminalStatusSchema } from './terminal.ts';

/** What main tells without being asked. */
export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), status: terminalStatusSchema }),
  /** A document was issued or its submission moved. */
  z.object({ type: z.literal('invoice'), invoice: invoiceRowSchema }),
  z.object({ type: z.literal('onboarding'), steps: z.array(onboardingStepSchema) }),
]);
export type TerminalEvent = z.infer<typeof eventSchema>;
