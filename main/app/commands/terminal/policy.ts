import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { fieldsSet } from '../../../base/platform/policy/policy-fields.ts';
import type { CommandContext } from '../context.ts';

/** The command about the settings of the machine's administrator. */
export function policyCommands({ terminal: { policy } }: CommandContext): HandlersOf<'policy.'> {
  const { file, state, why } = policy;
  return { 'policy.get': () => ({ file, state, why, fields: fieldsSet(policy) }) };
}
