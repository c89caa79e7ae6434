import type { HandlersOf } from '../../../base/platform/dispatch.ts';
import { fieldsSet } from '../../../base/platform/policy/policy-fields.ts';
import type { CommandContext } from '../context.ts';

export function policyCommands({ terminal: { policy } }: CommandContext): HandlersOf<'policy.'> {
  const { file, state, why } = policy;
  return { 'policy.get': () => ({ file, state, why, fields: fieldsSet(policy) }) };
}
