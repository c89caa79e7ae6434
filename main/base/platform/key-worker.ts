import { scryptSync } from 'node:crypto';
import type { KeyTask } from './derive-key.ts';
import { answerTasks } from './thread.ts';

answerTasks<KeyTask, Uint8Array>((task) => scryptSync(...task));
