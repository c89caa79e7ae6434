import type { Command } from 'commander';
import type { CommandName } from '../../../shared/contract/index.ts';
import { type Failure, type FailureCode, FailureError, type Issue } from '../../../shared/failure.ts';
import { describeFailure, describeIssue } from '../../../shared/words/index.ts';

/* Refusals at the command line: each names the field, the value or the character in it, and the way on. */

/** A refusal of a command's input, with this input, so that the value at fault can be shown. */
export class RefusedInput extends FailureError {
  readonly command: CommandName;
  readonly input: unknown;

  constructor(failure: Failure, command: CommandName, input: unknown) {
    super(failure);
    this.name = 'RefusedInput';
    this.command = command;
    this.input = input;
  }
}

/** The options and variables from which the fields of commands come, where these have another name. */
const origins: Partial<Record<CommandName, Readonly<Record<string, string>>>> = {
  'people.save': { name: 'the manager’s name', pin: 'KHATM_PIN' },
  'people.signIn': { name: '--manager', pin: 'KHATM_PIN' },
  'environment.show': { passphrase: 'KHATM_PASSPHRASE' },
  'network.setProxy': { password: 'KHATM_PROXY_PASSWORD' },
  'network.addAuthority': { pem: '--trust' },
  'integration.clients.create': { scopes: '--scope' },
  'webhook.addEndpoint': { url: 'url', kinds: '--kind', secret: 'KHATM_WEBHOOK_SECRET' },
  'webhook.rotateSecret': { secret: 'KHATM_WEBHOOK_SECRET' },
  'webhook.deliveries': { endpoint: '--receiver' },
  'webhook.resendAll': { endpoint: '--receiver' },
  'office.enrol': { code: 'KHATM_OFFICE_CODE' },
  'update.lookIn': { folder: '--from' },
};

/** The way on after failures whose usual words speak of a screen. */
const waysOn: Partial<Record<FailureCode, string>> = {
  'vault-locked':
    'Give the passphrase in KHATM_PASSPHRASE, in a file that KHATM_PASSPHRASE_FILE names, or type it.',
  'no-manager': 'Add one by --manager NAME here, or by khatm manager; the PIN comes from KHATM_PIN.',
  'people-lost': 'Name one by khatm manager; the PIN comes from KHATM_PIN.',
  'no-company': 'They come with khatm onboard --config company.json.',
  'not-onboarded': 'Set it up by khatm onboard.',
  'certificate-expired': 'Renew by khatm credential renew.',
  'backup-key-needed':
    'It comes from KHATM_BACKUP_KEY, from a file that KHATM_BACKUP_KEY_FILE names, or is typed.',
};

/**
 * Describes a failure in one line, with each field at fault.
 * @param command the command that ran, whose option is named for a field of its name
 */
export function describeRefusal(error: FailureError, command?: Command): string {
  const { failure } = error;
  const input = error instanceof RefusedInput ? error.input : command?.opts();
  const names = { ...namesOf(command), ...(error instanceof RefusedInput && origins[error.command]) };
  if (failure.code === 'bad-input' && failure.issues !== undefined)
    return describeIssues(failure.issues, input, names);
  const way = waysOn[failure.code];
  return [describeFailure(failure, 'en'), way].filter((part) => part !== undefined).join(' ');
}

const namesOf = (command: Command | undefined): Record<string, string> =>
  Object.fromEntries(command?.options.map((option) => [option.attributeName(), option.long ?? '']) ?? []);

/** Names the option of a command whose value a message begins with: `--from x.khatm: no such file`. */
export function withOption(message: string, command: Command | undefined): string {
  const values: Record<string, unknown> = command?.opts() ?? {};
  const [, name] =
    Object.entries(namesOf(command)).find(([key]) => message.startsWith(`${String(values[key])}: `)) ?? [];
  return name === undefined ? message : `${name} ${message}`;
}

/**
 * Describes faults of an input in one line: `lines.0.quantity 1x: Enter a number, such as 12.50`.
 * @param input the whole input, in which the values are looked up
 * @param names the names of fields where they differ from those of the input
 */
export function describeIssues(
  issues: readonly Issue[],
  input: unknown,
  names: Readonly<Record<string, string>> = {},
): string {
  return issues
    .map((issue) => {
      const [first = '', ...rest] = issue.path.map(String);
      const field = [names[first] ?? first, ...rest].filter(Boolean).join('.');
      const shown = issue.path.some((name) => isSecret(String(name)))
        ? undefined
        : valueAt(input, issue.path);
      return describeField(field, shown, describeIssue(issue, 'en') + strangerIn(issue, shown));
    })
    .join('; ');
}

/** Describes the fault of one field or option: `--wait -1: must be a number`. @param given shown unless undefined */
export function describeField(field: string, given: unknown, fault: string): string {
  const place = [field, quoted(given)].filter((part) => part !== '').join(' ');
  return place === '' ? fault : `${place}: ${fault}`;
}

const isSecret = (name: string): boolean => /^(pin|otp|code|key|secret|password|passphrase|pem)$/i.test(name);

function valueAt(input: unknown, path: Issue['path']): unknown {
  let value = input;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string | number, unknown>)[name];
  }
  return path.length === 0 ? undefined : value;
}

const mostShown = 60;

/** Returns a value as it may stand in a line: what cannot be seen by its code, and nothing of a sign-in in an address. */
function quoted(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return '';
  const whole = value.replace(/\/\/[^/@\s]*@/g, '//…@');
  const text = whole.length > mostShown ? `${whole.slice(0, mostShown)}…` : whole;
  if (/^[\x21-\x7e\p{L}\p{N}…]+$/u.test(text)) return text;
  return `"${text.replace(unseen, (character) => `\\u{${codeOf(character)}}`)}"`;
}

/** Characters that a terminal does not show, or that change the order of others. */
const unseen = /(?! )[\p{C}\p{Z}]/gu;

const codeOf = (character: string) =>
  (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase();

/** Names the character at fault, if the issue or the value shows which one it is. */
function strangerIn({ code, params }: Issue, value: unknown): string {
  const named = params?.character;
  if (params?.byte !== undefined) return `, from byte ${params.byte} of line ${params.line} on`;
  if (typeof named === 'string') return named === '' ? '; here is the end' : `; here is ${nameOf(named)}`;
  if (typeof value !== 'string') return '';
  const [hidden] = value.match(unseen) ?? [];
  return hidden !== undefined || code === 'control-character' ? `; here is ${nameOf(hidden ?? '')}` : '';
}

/** Names one character: itself if it can be seen, and else its code. */
export function nameOf(character: string): string {
  return /^[\x21-\x7e\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `“${character}”` : `U+${codeOf(character)}`;
}
