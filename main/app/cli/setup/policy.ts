import * as z from 'zod';
import { fieldsSet } from '../../../base/platform/policy/policy-fields.ts';
import { policySchema } from '../../../base/platform/policy/policy-schema.ts';
import {
  describeProblem,
  isInPlace,
  policyFile,
  readPolicy,
} from '../../../base/platform/policy/read-policy.ts';

const here = () => policyFile(process.platform, process.env);

/** `khatm policy show`: prints the settings of this machine's policy. The exit code is 1 if it cannot be used. */
export function showPolicy(): void {
  const policy = readPolicy(here());
  const { file, state, authorities, ...settings } = policy;
  console.log(`${file}: ${state}`);
  if (state === 'broken') printProblems(policy);
  const { why: _why, problems: _problems, ...values } = settings;
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && JSON.stringify(value) !== '{}')
      console.log(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  if (authorities.length > 0) console.log(`authorities: ${authorities.length}`);
}

/** `khatm policy check`: prints a policy's faults by line and field. The exit code is 1 if it cannot be used. */
export function checkPolicy(file = here()): void {
  const policy = readPolicy(file);
  if (policy.state === 'broken') printProblems(policy);
  else if (policy.state === 'none') console.log(`${file}: there is no such file`);
  else {
    console.log(`${file}: in order; it sets ${fieldsSet(policy).join(', ') || 'nothing'}`);
    if (process.platform === 'win32' && !isInPlace(file))
      console.log('Who may write it is checked once it is in its place.');
  }
}

export function printPolicySchema(): void {
  const schema = z.toJSONSchema(policySchema, { io: 'input', unrepresentable: 'any' });
  console.log(JSON.stringify(schema, undefined, 2));
}

function printProblems({ problems = [] }: ReturnType<typeof readPolicy>): void {
  for (const problem of problems) console.log(describeProblem(problem));
  process.exitCode = 1;
}
