import { useState } from 'react';
import type { Client } from '../../../shared/contract/bridge.ts';
import type { Call } from '../../../shared/contract/index.ts';
import type { Failure } from '../../../shared/failure.ts';

/** A question that a command asks before it is carried out: the person's own PIN again, or a manager's agreement. */
export interface Question {
  /** The failure that causes the question: `pin-needed` or `approval-needed`. */
  readonly failure: Failure;
  answer(isDone: boolean): void;
}

const asking: readonly Failure['code'][] = ['pin-needed', 'approval-needed'];

/**
 * Returns the client for the screens, the same for the life of the page. When a command needs a PIN, it is asked for
 * and the command is repeated.
 */
export function useGuardedClient(client: Client): { client: Client; question: Question | undefined } {
  const [question, setQuestion] = useState<Question>();
  const [guarded] = useState(() => guardClient(client, setQuestion));
  return { client: guarded, question };
}

/**
 * Returns a client that asks such questions; commands with the same need at the same time share one question.
 * @param show shows the question, or hides it
 */
export function guardClient(client: Client, show: (question: Question | undefined) => void): Client {
  const requests = new Map<string, Promise<boolean>>();
  const ask = (failure: Failure) => {
    const key = `${failure.code} ${failure.detail?.approval ?? ''}`;
    const existing = requests.get(key);
    if (existing !== undefined) return existing;
    const answered = new Promise<boolean>((resolve) => {
      show({
        failure,
        answer(isDone) {
          requests.delete(key);
          show(undefined);
          resolve(isDone);
        },
      });
    });
    requests.set(key, answered);
    return answered;
  };
  const call: Call = async (name, input) => {
    // An exchange may need a question for each of its documents, one after the other.
    for (;;) {
      const result = await client.call(name, input);
      if (result.ok || !asking.includes(result.failure.code)) return result;
      if (!(await ask(result.failure))) return result;
    }
  };
  return { ...client, call };
}
