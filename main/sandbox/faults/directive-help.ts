import { sandboxTexts, type Text } from '../checks/finding.ts';
import { type TestDirective, testPrefix } from './document-directives.ts';
import { faultForms } from './faults.ts';
import type { ScenarioKind } from './scenarios.ts';

export interface DirectiveHelp extends Text {
  /** The syntax in which the directive is typed. */
  readonly form: string;
}

const { syntax, faults, scenarios } = sandboxTexts.directives;

const scenarioForms: Readonly<Record<ScenarioKind, string>> = {
  revoke: 'revoke[=all|=DEVICE]',
  'change-secret': 'change-secret[=all|=DEVICE]',
  'forget-steps': 'forget-steps',
  'expire-otps': 'expire-otps',
};

/** The suffixes of a directive; without `@CALL` it applies to the next call of any kind. */
export const directiveSyntax = syntax;
export const faultWords = withForms(faultForms, faults);
export const scenarioWords = withForms(scenarioForms, scenarios);

const testForms: Readonly<Record<TestDirective, string>> = {
  reject: 'reject[=CODE]',
  warn: 'warn[=CODE]',
  park: 'park',
  slow: 'slow[=MILLISECONDS]',
  drop: 'drop',
  'clearance-off': 'clearance-off',
};

const { lead, ...outcomes } = sandboxTexts.testValues;

export const testValueLead = lead;
/** The values that cause each outcome in training, in the name of a line: for help, page and documentation. */
export const testValues: readonly DirectiveHelp[] = (Object.keys(testForms) as TestDirective[]).map(
  (directive) => ({
    form: `${testPrefix} ${testForms[directive]}`,
    ...outcomes[directive],
  }),
);

function withForms<K extends string>(
  forms: Readonly<Record<K, string>>,
  texts: Readonly<Record<K, Text>>,
): Readonly<Record<string, DirectiveHelp>> {
  const kinds = Object.keys(forms) as K[];
  return Object.fromEntries(kinds.map((kind) => [kind, { form: forms[kind], ...texts[kind] }]));
}

export function directivesInWords(): string {
  const list = (words: readonly DirectiveHelp[]) => words.map(({ form, en }) => `  ${form}\n      ${en}`);
  return [
    'Directives in force until they are taken away (--fault, the page, POST /_sandbox/directive {"directive": "delay=500"},',
    'or all of them in place of the old ones: POST /_sandbox/faults {"faults": ["delay=500"]}):',
    ...list(Object.values(faultWords)),
    '',
    'Directives done at once and for good (the page, POST /_sandbox/directive {"directive": "revoke"}):',
    ...list(Object.values(scenarioWords)),
    '',
    syntax.en,
    '',
    'Bodies are JSON, with Content-Type: application/json. POST /_sandbox/otp needs none and answers with a one-time',
    'password, {"otp": "123456"}, good for one certificate.',
    '',
    testValueLead.en,
    ...list(testValues),
  ].join('\n');
}
