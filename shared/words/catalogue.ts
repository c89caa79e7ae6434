import type { Alarm, AlarmKind } from '../alarm.ts';
import type {
  CredentialView,
  FlowKind,
  RejectionCause,
  SeriesDocument,
} from '../contract/terminal/credentials.ts';
import type { OnboardingStep } from '../contract/terminal/terminal.ts';
import type { PaymentMeans, SaleKind } from '../sale/sale.ts';
import type { Connection, Environment, Role, SubmissionState } from '../status.ts';
import type { EnglishPlural } from './plural.ts';

/* The keys of the catalogue, and the types that both languages must satisfy. */

/**
 * The codes of `Issue.code` that have texts: ours (shared/fields.ts, shared/sale/sale.ts, main/document/invoice) and, further down,
 * zod's own. Other codes are shown with the issue's English message.
 */
export const issueCodes = [
  'not-a-number',
  'number-too-large',
  'too-many-decimals',
  'not-positive',
  'negative',
  'control-character',
  'blank',
  'logo',
  'backup-key',
  'backup-newest',
  'too-long',
  'required',
  'clock-moved',
  'reason-needed',
  'vat-rate',
  'vat-number',
  'building',
  'postal-code',
  'country',
  'percent',
  'amount-or-percent',
  'discount-above-price',
  'discount-above-total',
  'amount-out-of-range',
  'reason-missing',
  'reason-unknown',
  'reason-not-allowed',
  'reason-text-missing',
  'vat-not-given',
  'buyer-missing',
  'buyer-id-missing',
  'address-missing',
  'corrects-missing',
  'corrects-not-allowed',
  'special-character',
  'too-many-bytes',
  'charge-reason',
  'buyer-not-allowed',
  'buyer-is-seller',
  'vat-number-not-allowed',
  'national-id-missing',
  'identification',
  'date-in-future',
  'date-too-early',
  'uuid',
  'uuid-zero',
  'consumer-not-certified',
  'business-not-certified',
  'date-order',
  'time',
  'supply-period-missing',
  'flag-not-allowed',
  'payment-means',
  'instruction-not-allowed',
  'exchange-rate-missing',
  'exchange-rate-not-allowed',
  'prepayments-not-allowed',
  'prepaid-above-total',
  'prepayment-category',
  'vat-differs',
  'payable-negative',
  'currency',
  'document-too-large',
  'beyond-limits',
  'rounding-too-large',
  'payments-sum',
  'card-share',
  'card-refund',
  'return-under-way',
  'exchange',
  'on-account-consumer',
  'tendered-not-cash',
  'tendered-below-amount',
  'supplier-missing',
  'supplier-not-allowed',
  'qr-too-long',
  'number-prefix',
  'serial',
  'manager-missing',
  'name-reserved',
  'weak-pin',
  'fixed',
  'vat-group-unit',
  'https-address',
  'private-address',
  'cursor-ahead',
  'forbidden-address',
  'no-certificate',
  'no-authority',
  'too-many-endpoints',
  'receiver-known',
  'not-rotating',
  'delivery-done',
  'secret-missing',
  'redirect-uri',
  'folder-path',
  'not-json',
  'file-too-large',
  'not-a-certificate',
  'not-a-key',
  'key-does-not-fit',
  'return-of-note',
  'return-of-prepayment',
  'return-of-final',
  'return-of-replaced',
  'returned-otherwise',
  'returned-all',
  'returned-too-much',
  'lines-or-everything',
  'corrects-twice',
  'corrects-mixed',
  'corrects-note',
  'corrects-unknown',
  'corrects-undeclared',
  'corrects-rejected',
  'declared-own',
  'declared-differs',
  'declaring-not-allowed',
  'corrects-line-ambiguous',
  'corrects-line-unknown',
  'line-vat-differs',
  'price-above-sold',
  'vat-above-left',
  'number-spelling',
  'differs-from-document',
  'customer-differs',
  'supply-differs',
  'party-differs',
  'not-an-advance',
  'advance-replaced',
  'advance-deducted',
  'advance-credited',
  'advance-exceeded',
  'names-replaced',
  'kind-differs',
  'reissue-below-taken',
  'vat-below-taken',
  'name-missing',
  'code-taken',
  'code-twice',
  'group-in-use',
  'group-missing',
  'date-past',
  'bad-period',
  'too-many-rows',
  'not-a-table',
  'no-columns',
  'code-rounded',
  'number-unclear',
  'unit',
  'vat-unknown',
  'yes-or-no',
  'article-unknown',
  'codes-of-several',
  'name-ambiguous',
  'row-twice',
  'buyer-twice',
  'above-balance',
  'taken-back',
  'account-open',
  'number-on-account',
  'changed-meanwhile',
  'row-can-be-true',
  'article-itself',
  'article-unit-differs',
  'article-vat-differs',
  'article-withdrawn',
  'codes-too-many',
  'buyers-of-two',
  'scheme-missing',
  'scheme-unknown',
  'label-prefix',
  'label-prefix-twice',
  'label-length',
  'label-decimals',
  'label-not-weighed',
  'metadata-form',
  'metadata-keys',
  'metadata-key',
  'whole-number',
  'changed-since',
  'cursor',
  'body-empty',
  'not-utf8',
  'json-syntax',
  'too-deep',
  'duplicate-key',
  'line-unknown',
  'reported-only',
  'not-cleared',
  'wrong-type',
  // zod's own
  'invalid_type',
  'invalid_value',
  'invalid_format',
  'invalid_union',
  'unrecognized_keys',
  'too_small',
  'too_big',
] as const;
export type IssueCode = (typeof issueCodes)[number];

/** Meanings of the authority's answers (the `outcome` of a timeline entry). */
export const outcomeNames = [
  'accepted',
  'rejected',
  'clearance-off',
  'request-refused',
  'credential-refused',
  'unknown',
] as const;
export type OutcomeName = (typeof outcomeNames)[number];

/** The states and kinds that are named the same wherever they are shown. */
export interface StatusTexts {
  readonly states: Readonly<Record<SubmissionState, string>>;
  readonly outcomes: Readonly<Record<OutcomeName, string>>;
  readonly events: Readonly<Record<'issued' | 'sent' | 'answered' | 'unanswered' | 'late', string>>;
  readonly damagedDocument: string;
  readonly environments: Readonly<Record<Environment, string>>;
  readonly roles: Readonly<Record<Role, string>>;
  readonly connections: Readonly<Record<Connection, string>>;
  readonly kinds: Readonly<Record<SaleKind, string>>;
  readonly payments: Readonly<Record<PaymentMeans, string>>;
  /** The codes of UNTDID 4461 that have a word; `other` names any other code. */
  readonly paymentCodes: Readonly<Record<string, string>> & { readonly other: string };
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

/** The alarms; a kind whose reasons need different texts has a key for each. */
export type AlarmKey =
  | Exclude<
      AlarmKind,
      | 'paused'
      | 'clock'
      | 'ledger'
      | 'people'
      | 'backup'
      | 'integrations'
      | 'card'
      | 'update'
      | 'office'
      | 'safe-mode'
    >
  | `paused-${Extract<Alarm, { kind: 'paused' }>['why']}`
  | `backup-${Extract<Alarm, { kind: 'backup' }>['why']}`
  | `people-${Extract<Alarm, { kind: 'people' }>['why']}`
  | `integrations-${Extract<Alarm, { kind: 'integrations' }>['why']}`
  | `card-${Extract<Alarm, { kind: 'card' }>['why']}`
  | `office-${Extract<Alarm, { kind: 'office' }>['why']}`
  | `update-${Extract<Alarm, { kind: 'update' }>['why']}`
  | `safe-mode-${Extract<Alarm, { kind: 'safe-mode' }>['why']}`
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
