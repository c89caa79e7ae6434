import type { Actor } from '../../../shared/actor.ts';
import type { Caller } from './dispatch.ts';

export function actorOf({ kind = 'person', name, role }: Caller): Actor {
  return kind === 'person' && role !== 'nobody' ? { kind, name, role } : { kind, name };
}
