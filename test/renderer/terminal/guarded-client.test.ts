import { expect, test } from 'vitest';
import { guardClient, type Question } from '../../../renderer/till/sign-in/guarded-client.ts';
import type { Client } from '../../../shared/contract/bridge.ts';
import type { Failure } from '../../../shared/failure.ts';

/* A command that needs more than one approval or answer before it is carried out. */

const needed = (approval: string): Failure => ({ code: 'approval-needed', detail: { approval } });

/** Makes a client whose commands fail with these failures in turn, and then succeed. */
function failing(...failures: Failure[]): Client {
  const left = [...failures];
  const call = async () => {
    const failure = left.shift();
    return failure === undefined ? { ok: true, value: {} } : { ok: false, failure };
  };
  return { call: call as Client['call'], on: () => () => {}, onReach: () => () => {} };
}

/** Calls a command through the guard, and answers its questions with these answers. */
async function ask(client: Client, ...answers: boolean[]) {
  const questions: unknown[] = [];
  const left = [...answers];
  const show = (question: Question | undefined) => {
    if (question === undefined) return;
    questions.push(question.failure.detail?.approval ?? question.failure.code);
    queueMicrotask(() => question.answer(left.shift() === true));
  };
  const result = await guardClient(client, show).call('shift.report', {});
  return { asked: questions, isDone: result.ok };
}

test('each document of an exchange is asked for, and the command is done at the end', async () => {
  const client = failing({ code: 'pin-needed' }, needed('of the note'), needed('of the sale'));
  expect(await ask(client, true, true, true)).toEqual({
    asked: ['pin-needed', 'of the note', 'of the sale'],
    isDone: true,
  });
});

test('a question that is given up ends the command', async () => {
  expect(await ask(failing(needed('of the note'), needed('of the sale')), true, false)).toEqual({
    asked: ['of the note', 'of the sale'],
    isDone: false,
  });
});

test('other failures are the screen’s', async () => {
  expect(await ask(failing({ code: 'no-shift' }))).toEqual({ asked: [], isDone: false });
});
