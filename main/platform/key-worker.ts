import { scryptSync } from 'node:crypto';
import type { KeyTask } from './derive-key.ts';
import { answerTasks } from './thread.ts';

/* The thread that derives keys, see derive-key.ts. */

answerTasks<KeyTask, Uint8Array>(({ secret, salt, length, cost }) => scryptSync(secret, salt, length, cost));
