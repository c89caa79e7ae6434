import * as z from 'zod';
import { forecastSchema, needSchema } from '../../alarm.ts';
import { failureSchema } from '../../failure.ts';
import { instant } from '../../fields.ts';
import { handOverRules } from '../../hand-over.ts';
import { trades } from '../../sample-shop.ts';
import { connections, environments, roles } from '../../status.ts';
import { cashCoins } from '../../values/cash-rounding.ts';
import { languages } from '../../values/language.ts';
import { command } from '../command.ts';

export const terminalStatusSchema = z.object({
  environment: z.enum(environments),
  role: z.enum(roles),
  /** The person signed in; absent while nobody is signed in, or this terminal has no list of people. */
  person: z.string().optional(),
  /** The language that this person chose for the screens; absent before they choose one. */
  language: z.enum(languages).optional(),
  /** The vault of this environment. While it is locked, nothing can be issued or sent. */
  vault: z.enum(['open', 'locked', 'unavailable']),
  /**
   * The state of the people list: free while only training exists; known when it agrees with the vault; locked until that
   * vault is open; lost when the vault should have a list but has none.
   */
  people: z.enum(['free', 'locked', 'known', 'lost']),
  /** True when the list of people is lost and the vault's passphrase may start a new one. */
  canRecoverPeople: z.literal(true).optional(),
  /** The reason why no sale can be issued; absent while sales can be issued, and until it is known. */
  unready: failureSchema.optional(),
  /** The trade of training's sample shop; `new` on a terminal that may begin with one; otherwise absent. */
  sampleShop: z.enum([...trades, 'new']).optional(),
  version: z.string(),
  company: z
    .object({ name: z.string(), vatNumber: z.string(), unit: z.string(), address: z.string() })
    .optional(),
  /** none · compliance · eligible · production: the state of the credential's life cycle. */
  credential: z.enum(['none', 'compliance', 'eligible', 'production']),
  /** The customers that the certificate allows, the usual one first; both kinds while there is no certificate. */
  customers: z.array(z.enum(['consumer', 'business'])),
  /** The coin to which the shop rounds what is paid in cash, in halalas; absent if it does not. */
  cashRounding: z.literal(cashCoins).optional(),
  certificate: z
    .object({ subject: z.string(), issuer: z.string(), validFrom: instant, validTo: instant })
    .optional(),
  connection: z.enum(connections),
  /** The time of the next attempt while sending is paused; a person may try at once. */
  nextTry: instant.optional(),
  /** The shop's interpretation of the rule for uncleared invoices. */
  handOver: z.enum(handOverRules),
  waiting: z.int().nonnegative(),
  parked: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
  issued: z.int().nonnegative(),
  /** Everything that needs a person, red before amber. */
  alarms: z.array(needSchema),
  /** The time at which all waiting documents will have been sent; absent while nothing waits or nothing can be sent. */
  forecast: forecastSchema.optional(),
  /** The nearest deadline of the waiting documents. */
  nearestDeadline: instant.optional(),
  /** The terminal's time when this status was made. */
  now: instant,
});
export type TerminalStatus = z.infer<typeof terminalStatusSchema>;

/** A step of onboarding for the screen: one entry per step, in order. */
export const onboardingStepSchema = z.object({
  step: z.enum(['key', 'compliance', 'series', 'production', 'done']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** The number of documents of the compliance series that are done, and their total. */
  done: z.int().nonnegative().optional(),
  of: z.int().nonnegative().optional(),
});
export type OnboardingStep = z.infer<typeof onboardingStepSchema>;

export const terminal = {
  'terminal.status': command({ role: 'nobody', output: terminalStatusSchema }),
  /** Sets the page's language: other programs use it too, and the authority's messages are requested in it. */
  'terminal.setLanguage': command({ role: 'nobody', input: z.strictObject({ language: z.enum(languages) }) }),
  'terminal.onboarding': command({
    role: 'nobody',
    output: z.object({ steps: z.array(onboardingStepSchema) }),
  }),
};
