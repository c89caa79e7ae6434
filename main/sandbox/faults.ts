import { fail } from '../../shared/failure.ts';
import type { CallName } from '../gateway/profile.ts';
import { type SeriesDocument, seriesDocuments } from './compliance-steps.ts';

/* Faults, as values and in the syntax in which people request them. `directive-help.ts` describes each. */

const plainKinds = [
  'drop',
  'cut',
  'broken-json',
  'garbage',
  'silence',
  'clearance-off',
  'not-compliant',
  'not-compliant-bare',
  'otp-refused',
  'template-refused',
  'canned-certificate',
  'steps-not-enforced',
  'production-once',
  'renewal-ends-old',
  'reissue-keeps-old',
  'old-stamp-refused',
  'document-refused',
  'document-warned',
] as const;
type PlainKind = (typeof plainKinds)[number];

/** The value after the `=` of a fault, under its own name. */
interface Details {
  readonly delay: { readonly milliseconds: number };
  readonly trickle: { readonly milliseconds: number };
  readonly status: { readonly status: number };
  readonly 'rate-limit': { readonly seconds: number };
  readonly 'retry-after': { readonly seconds: number };
  /** Seconds ahead of this machine's clock; negative for behind. */
  readonly 'clock-skew': { readonly seconds: number };
  readonly 'certificate-minutes': { readonly minutes: number };
  readonly 'compliance-refused': { readonly document: SeriesDocument };
  readonly 'missing-step': { readonly document: SeriesDocument };
  readonly version: { readonly version: string };
}
type DetailedKind = keyof Details;

export type FaultKind = PlainKind | DetailedKind;
export type FaultOf<K extends FaultKind> = { readonly kind: K } & (K extends DetailedKind
  ? Details[K]
  : object) & {
    /** Limits it to this call; by default it applies to any. */
    readonly on?: CallName | undefined;
    /** The number of answers it lasts; by default until it is removed. */
    readonly times?: number | undefined;
  };
/** A fault. */
export type Fault = { [K in FaultKind]: FaultOf<K> }[FaultKind];
export type Faults = readonly Fault[];

interface Value {
  readonly field: string;
  /** Reads a value; undefined for an invalid text. */
  read(text: string): string | number | undefined;
}

function whole(field: string, least: number, most = 999_999_999): Value {
  return {
    field,
    read(text) {
      const number = Number(text);
      const canonical = Number.isInteger(number) && String(number) === text;
      return canonical && number >= least && number <= most ? number : undefined;
    },
  };
}
const seriesDocument: Value = {
  field: 'document',
  read: (text) => seriesDocuments.find((document) => document === text),
};

const values: Readonly<Record<DetailedKind, Value>> = {
  delay: whole('milliseconds', 0),
  trickle: whole('milliseconds', 0),
  status: whole('status', 400, 599),
  'rate-limit': whole('seconds', 0),
  'retry-after': whole('seconds', 0),
  'clock-skew': whole('seconds', -999_999_999),
  'certificate-minutes': whole('minutes', 1),
  'compliance-refused': seriesDocument,
  'missing-step': seriesDocument,
  version: { field: 'version', read: (text) => (/^V[1-9]\d{0,2}$/.test(text) ? text : undefined) },
};

/** Faults of any call, which `@` can limit to one. */
const anyCall: readonly FaultKind[] = [
  'delay',
  'trickle',
  'status',
  'rate-limit',
  'drop',
  'cut',
  'broken-json',
  'garbage',
  'silence',
];
/** Faults that affect every answer while they last, and so cannot be counted. */
const lasting: readonly FaultKind[] = ['clock-skew', 'version', 'retry-after'];

/** The calls, by their names after `@`. */
export const callNames: Readonly<Record<string, CallName>> = {
  compliance: 'compliance',
  'compliance-check': 'complianceCheck',
  production: 'production',
  renewal: 'renewal',
  reporting: 'reporting',
  clearance: 'clearance',
};

/**
 * Reads `kind` or `kind=value`, with an optional `@call` and `*times` after it: `drop`, `delay=500`,
 * `status=503@reporting*20`.
 * @throws FailureError `bad-input` for anything else
 */
export function parseFault(text: string): Fault {
  const [, name, valueText, callText, often] =
    /^([a-z-]+)(?:=([^@*]+))?(?:@([a-z-]+))?(?:\*([1-9]\d{0,8}))?$/.exec(text) ?? [];
  const kind = [...plainKinds, ...detailedKinds].find((each) => each === name);
  if (kind === undefined) return refuse(text);
  const detail = readDetail(kind, valueText);
  const on = callText === undefined ? undefined : ownCall(callText);
  if (detail === undefined) return refuse(text);
  if (callText !== undefined && (on === undefined || !anyCall.includes(kind))) return refuse(text);
  if (often !== undefined && lasting.includes(kind)) return refuse(text);
  return {
    kind,
    ...detail,
    ...(on !== undefined && { on }),
    ...(often !== undefined && { times: Number(often) }),
  } as Fault;
}

const detailedKinds = Object.keys(values) as DetailedKind[];
const isDetailed = (kind: FaultKind): kind is DetailedKind => Object.hasOwn(values, kind);
const ownCall = (text: string) => (Object.hasOwn(callNames, text) ? callNames[text] : undefined);

function readDetail(kind: FaultKind, text: string | undefined): object | undefined {
  if (!isDetailed(kind)) return text === undefined ? {} : undefined;
  const { field, read } = values[kind];
  const value = text === undefined ? undefined : read(text);
  return value === undefined ? undefined : { [field]: value };
}

/** The text that `parseFault` reads. */
export function faultText(fault: Fault): string {
  const { kind, on, times } = fault;
  const value = isDetailed(kind)
    ? `=${(fault as unknown as Record<string, unknown>)[values[kind].field]}`
    : '';
  const call = Object.keys(callNames).find((name) => callNames[name] === on);
  return `${kind}${value}${call === undefined ? '' : `@${call}`}${times === undefined ? '' : `*${times}`}`;
}

/** All kinds, in the order of their descriptions. */
export const faultKinds: readonly FaultKind[] = [...plainKinds, ...detailedKinds];

function refuse(text: string): never {
  return fail('bad-input', {
    issues: [
      {
        path: ['fault'],
        code: 'unknown-fault',
        message: 'is no order of the sandbox; its page and `khatm sandbox --help` name them all',
        params: { value: text.slice(0, 100) },
      },
    ],
  });
}
