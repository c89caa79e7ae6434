import { fail } from '../../../shared/failure.ts';
import type { CallName } from '../../gateway/profile.ts';
import { type SeriesDocument, seriesDocuments } from '../checks/compliance-steps.ts';

/* Faults, as values and in the syntax in which people request them. `directive-help.ts` describes each. */

/** The syntax of each fault: `@` limits it to one call, `~` to a marked document. */
export const faultForms = {
  delay: 'delay=MILLISECONDS[@CALL]',
  status: 'status=4xx|5xx[@CALL]',
  'rate-limit': 'rate-limit=SECONDS[@CALL]',
  'retry-after': 'retry-after=SECONDS',
  drop: 'drop[@CALL]',
  cut: 'cut[@CALL]',
  'broken-json': 'broken-json[@CALL]',
  trickle: 'trickle=MILLISECONDS[@CALL]',
  garbage: 'garbage[@CALL]',
  silence: 'silence[@CALL]',
  'clock-skew': 'clock-skew=SECONDS',
  version: 'version=V3',
  'otp-refused': 'otp-refused',
  'template-refused': 'template-refused',
  'compliance-refused': 'compliance-refused=DOCUMENT',
  'missing-step': 'missing-step=DOCUMENT',
  'steps-not-enforced': 'steps-not-enforced',
  'canned-certificate': 'canned-certificate',
  'certificate-minutes': 'certificate-minutes=MINUTES',
  'not-compliant': 'not-compliant',
  'not-compliant-bare': 'not-compliant-bare',
  'production-once': 'production-once',
  'renewal-ends-old': 'renewal-ends-old',
  'reissue-keeps-old': 'reissue-keeps-old',
  'old-stamp-refused': 'old-stamp-refused',
  reject: 'reject[=CODE][@CALL][~TEXT]',
  warn: 'warn[=CODE][@CALL][~TEXT]',
  park: 'park[@CALL][~TEXT]',
  slow: 'slow[=MILLISECONDS][@CALL][~TEXT]',
  'clearance-off': 'clearance-off',
} as const satisfies Readonly<Record<DetailedKind, string> & Record<string, string>>;
export type FaultKind = keyof typeof faultForms;

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
  /** The code of the finding; by default one of the sandbox's own. */
  readonly reject: { readonly code?: string | undefined };
  readonly warn: { readonly code?: string | undefined };
  readonly slow: { readonly milliseconds: number };
}
type DetailedKind = keyof Details;

export type FaultOf<K extends FaultKind> = { readonly kind: K } & (K extends DetailedKind
  ? Details[K]
  : object) & {
    /** Limits it to this call; by default it applies to any. */
    readonly on?: CallName | undefined;
    /** The number of answers for which it lasts; by default it lasts until it is removed. */
    readonly times?: number | undefined;
    /** Limits it to documents with this text in the name of a line. */
    readonly mark?: string | undefined;
  };
export type Fault = { [K in FaultKind]: FaultOf<K> }[FaultKind];
export type Faults = readonly Fault[];

interface Value {
  readonly field: string;
  /** Present if the value may be omitted; then this is the value. */
  readonly optional?: { readonly value: string | number | undefined };
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

const findingCode: Value = {
  field: 'code',
  optional: { value: undefined },
  read: (text) => (/^[A-Za-z][A-Za-z0-9_-]{0,59}$/.test(text) ? text : undefined),
};
/** The number of milliseconds after which a slow answer comes unless the directive says otherwise. */
const slowMs = 4_000;

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
  reject: findingCode,
  warn: findingCode,
  slow: { ...whole('milliseconds', 0), optional: { value: slowMs } },
};

/** Returns true for a fault of one document; `@` can limit it to an interface. */
const isOfDocument = (kind: FaultKind) => faultForms[kind].includes('~');
/** The faults that affect every answer while they last, and so cannot be counted. */
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
 * Reads `kind` or `kind=value`, with an optional `@call`, `*times` and `~mark` after it: `drop`, `delay=500`,
 * `status=503@reporting*20`, `reject=BR-KSA-08*1~Coffee`.
 * @throws FailureError `bad-input` for anything else
 */
export function parseFault(text: string): Fault {
  const [, name, valueText, callText, often, mark] =
    /^([a-z-]+)(?:=([^@*~]+))?(?:@([a-z-]+))?(?:\*([1-9]\d{0,8}))?(?:~(.{1,100}))?$/.exec(text) ?? [];
  const kind = faultKinds.find((each) => each === name);
  if (kind === undefined) return refuse(text);
  const detail = readDetail(kind, valueText);
  const on = callText === undefined ? undefined : ownCall(callText);
  if (detail === undefined) return refuse(text);
  if (callText !== undefined && (on === undefined || !mayName(kind, on))) return refuse(text);
  if (mark !== undefined && !isOfDocument(kind)) return refuse(text);
  if (often !== undefined && lasting.includes(kind)) return refuse(text);
  return {
    kind,
    ...detail,
    ...(on !== undefined && { on }),
    ...(often !== undefined && { times: Number(often) }),
    ...(mark !== undefined && { mark }),
  } as Fault;
}

const isDetailed = (kind: FaultKind): kind is DetailedKind => Object.hasOwn(values, kind);
const mayName = (kind: FaultKind, call: CallName) =>
  isOfDocument(kind) ? ['reporting', 'clearance'].includes(call) : faultForms[kind].includes('@');
const ownCall = (text: string) => (Object.hasOwn(callNames, text) ? callNames[text] : undefined);

function readDetail(kind: FaultKind, text: string | undefined): object | undefined {
  if (!isDetailed(kind)) return text === undefined ? {} : undefined;
  const { field, optional, read } = values[kind];
  if (text === undefined && optional !== undefined)
    return optional.value === undefined ? {} : { [field]: optional.value };
  const value = text === undefined ? undefined : read(text);
  return value === undefined ? undefined : { [field]: value };
}

export function faultText(fault: Fault): string {
  const { kind, on, times, mark } = fault;
  const detail = isDetailed(kind)
    ? (fault as unknown as Record<string, unknown>)[values[kind].field]
    : undefined;
  const value = detail === undefined ? '' : `=${detail}`;
  const call = Object.keys(callNames).find((name) => callNames[name] === on);
  return `${kind}${value}${call === undefined ? '' : `@${call}`}${times === undefined ? '' : `*${times}`}${mark === undefined ? '' : `~${mark}`}`;
}

export const faultKinds = Object.keys(faultForms) as FaultKind[];

function refuse(text: string): never {
  return fail('bad-input', {
    issues: [
      {
        path: ['fault'],
        code: 'unknown-fault',
        message: 'is no directive of the sandbox; its page and `khatm sandbox --help` name them all',
        params: { value: text.slice(0, 100) },
      },
    ],
  });
}
