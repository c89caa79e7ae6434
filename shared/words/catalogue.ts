import type { Alarm } from '../alarm.ts';
import type {
  CredentialView,
  FlowKind,
  RejectionCause,
  SeriesDocument,
} from '../contract/terminal/credentials.ts';
import type { OnboardingStep } from '../contract/terminal/terminal.ts';
import type { TillPaymentCode } from '../sale/payment-code.ts';
import type { PaymentMeans, SaleKind } from '../sale/sale.ts';
import type { Connection, Environment, Role, SubmissionState } from '../status.ts';
import type { EnglishPlural } from './plural.ts';

/* The keys of the catalogue, and the types that both languages must satisfy. */

/** The states and kinds that are named the same wherever they are shown. */
export interface StatusTexts {
  readonly states: Readonly<Record<SubmissionState, string>>;
  /** Meanings of the authority's answers: the `outcome` of a timeline entry. */
  readonly outcomes: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<'issued' | 'sent' | 'answered' | 'unanswered' | 'late', string>>;
  readonly damagedDocument: string;
  readonly placeNamed: string;
  readonly environments: Readonly<Record<Environment, string>>;
  readonly roles: Readonly<Record<Role, string>>;
  readonly connections: Readonly<Record<Connection, string>>;
  readonly kinds: Readonly<Record<SaleKind, string>>;
  readonly payments: Readonly<Record<PaymentMeans, string>>;
  /** The codes of UNTDID 4461 that have a word, those of the till's own means always; `other` names any other code. */
  readonly paymentCodes: Readonly<Record<string, string>> &
    Readonly<Record<TillPaymentCode | 'other', string>>;
}

export interface CredentialTexts {
  readonly flows: Readonly<Record<FlowKind, string>>;
  readonly steps: Readonly<Record<OnboardingStep['step'], string>>;
  readonly documents: Readonly<Record<SeriesDocument, string>>;
  /** The document types of a certificate, by its four digits; others are shown unchanged. */
  readonly documentTypes: Readonly<Record<'1000' | '0100' | '1100', string>>;
  readonly states: Readonly<Record<CredentialView['state'], string>>;
  readonly stages: Readonly<Record<'compliance' | 'production', string>>;
  readonly ends: Readonly<Record<NonNullable<CredentialView['history'][number]['end']>, string>>;
  /** Causes of a 401 or 403, and what to do about each. */
  readonly causes: Readonly<Record<RejectionCause, string>>;
}

export interface AlarmWords {
  readonly says: string;
  readonly advice: string;
}

type KeyOf<A> = A extends { kind: infer Kind extends string; why: infer Why extends string }
  ? `${Kind}-${Why}`
  : A extends { kind: infer Kind }
    ? Kind
    : never;

/** The alarms; a kind whose reasons need different texts has a key for each. */
export type AlarmKey =
  | KeyOf<Exclude<Alarm, { kind: 'ledger' | 'clock' }>>
  | Extract<Alarm, { kind: 'ledger' }>['why']
  | 'uncleared-first'
  | 'card-late-back'
  | 'ahead'
  | 'behind';

export interface AlarmTexts {
  readonly alarms: Readonly<Record<AlarmKey, AlarmWords>>;
  readonly waiting: EnglishPlural;
  /** The time that sending will take; `{span}` is a duration. */
  readonly forecast: EnglishPlural;
}
