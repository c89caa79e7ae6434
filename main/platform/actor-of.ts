import type { Actor } from '../../shared/actor.ts';
import type { Caller } from './dispatch.ts';

/** Returns the caller in the form that is recorded with an action. */
export function actorOf({ kind = 'person', name, role }: Caller): Actor {
  return kind === 'person' && role !== 'nobody' ? { kind, name, role } : { kind, name };
}
