import * as z from 'zod';
import { alarmSchema, forecastSchema } from '../alarm.ts';
import { failureSchema } from '../failure.ts';
import { environments, roles } from '../status.ts';
import { languages } from '../words/language.ts';
import { command } from './command.ts';

const instant = z.iso.datetime();

export const terminalStatusSchema = z.object({
  environment: z.enum(environments),
  role: z.enum(roles),
  /** Who is signed in; absent while nobody is, or while this terminal has no list of people. */
  person: z.string().optional(),
  /** The vault of this environment: locked means that nothing can be sealed or sent until it is opened. */
  vault: z.enum(['open', 'locked', 'unavailable']),
  /**
   * Who works here: free while training is alone; held to what the vault keeps; locked until that vault is open; lost
   * where the vault has no list though it should have.
   */
  people: z.enum(['free', 'locked', 'held', 'lost']),
  /** The list of people is lost, and whoever knows the passphrase of the vault may begin it anew. */
  canRecoverPeople: z.literal(true).optional(),
  /** Why no sale can be sealed; absent while one can, and before that was found out. */
  unready: failureSchema.optional(),
  version: z.string(),
  company: z
    .object({ name: z.string(), vatNumber: z.string(), unit: z.string(), address: z.string() })
    .optional(),
  /** none · compliance · eligible · production: where the credential's life cycle stands. */
  credential: z.enum(['none', 'compliance', 'eligible', 'production']),
  /** Whom the certificate that stamps may sell to, the usual one first; both while there is none. */
  customers: z.array(z.enum(['consumer', 'business'])),
  certificate: z
    .object({ subject: z.string(), issuer: z.string(), validFrom: instant, validTo: instant })
    .optional(),
  /** unknown until the first call; offline when the last call had no answer; refused after 401 or 403. */
  connection: z.enum(['unknown', 'online', 'offline', 'refused']),
  waiting: z.int().nonnegative(),
  parked: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
  issued: z.int().nonnegative(),
  /** What a person must know now, red before amber. */
  alarms: z.array(alarmSchema),
  /** When the last of what waits will have been sent; absent while nothing waits or nothing goes. */
  forecast: forecastSchema.optional(),
  /** Of the documents still waiting. */
  nearestDeadline: instant.optional(),
  /** The terminal's clock when this was said. */
  now: instant,
});
export type TerminalStatus = z.infer<typeof terminalStatusSchema>;

/** What onboarding shows while it runs: one entry per step, in order. */
export const onboardingStepSchema = z.object({
  step: z.enum(['key', 'compliance', 'series', 'production', 'done']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Documents of the compliance series done and in all. */
  done: z.int().nonnegative().optional(),
  of: z.int().nonnegative().optional(),
});
export type OnboardingStep = z.infer<typeof onboardingStepSchema>;

export const terminal = {
  'terminal.status': command({ role: 'nobody', input: z.strictObject({}), output: terminalStatusSchema }),
  /** The page says which language it is in: the authority is asked for its messages in it, by other programs too. */
  'terminal.setLanguage': command({
    role: 'nobody',
    input: z.strictObject({ language: z.enum(languages) }),
    output: z.object({}),
  }),
  'terminal.onboarding': command({
    role: 'nobody',
    input: z.strictObject({}),
    output: z.object({ steps: z.array(onboardingStepSchema) }),
  }),
};
