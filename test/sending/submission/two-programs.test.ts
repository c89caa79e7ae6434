import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import type { Outcome } from '../../../main/gateway/outcome.ts';
import { createSubmitter, type Submitter } from '../../../main/sending/submission/submitter.ts';
import { documentFor, newEntry } from '../../books/ledger/sample.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { newFolder } from '../../support/khatm.ts';
import { ledgerIn } from '../../support/new-ledger.ts';
import { credentialRefused, rateLimited, reported } from '../../support/run/outcomes.ts';

const [second, minute] = [1_000, 60_000];

let clock: FakeClock;
let answer: () => Outcome;
let programs: { ledger: Ledger; submitter: Submitter; calls: number; stop: () => void }[];

function openProgram(file: string) {
  const ledger = ledgerIn(file);
  const program = {
    ledger,
    calls: 0,
    submitter: createSubmitter({
      ledger,
      clock,
      random: () => 1,
      concurrency: 4,
      send: async () => {
        program.calls += 1;
        return answer();
      },
      onChange: () => undefined,
      onError: (error) => {
        throw error;
      },
    }),
    stop: ledger.changes.watch(clock, (error) => {
      throw error;
    }),
  };
  return program;
}

const [window, served] = [() => at(0), () => at(1)];
function at(index: number) {
  const program = programs[index];
  if (program === undefined) throw new Error('no such program');
  return program;
}

function issue(): string {
  const issuedAt = clock.now();
  const { entry } = window().ledger.chain.append(
    newEntry({
      mode: 'reporting',
      documentFor: (link) => documentFor(link, { issuedAt, dueAt: issuedAt + 24 * 60 * minute }),
    }),
  );
  return entry.uuid;
}

beforeEach(() => {
  clock = new FakeClock();
  answer = () => reported;
  const file = path.join(newFolder('two-programs'), 'ledger.db');
  programs = [openProgram(file), openProgram(file)];
});
afterEach(async () => {
  for (const { ledger, submitter, stop } of programs) {
    stop();
    await submitter.stop();
    ledger.close();
  }
});

it('a refusal that is over in one program does not hold the queue of another', async () => {
  served().submitter.start(false);
  answer = () => credentialRefused;
  issue();
  served().submitter.wake();
  await clock.advance(second);
  expect(served().submitter.pauseReason).toBe('credential');
  // Another program keeps the pause, too, until a person has solved it there.
  window().submitter.start();
  await clock.advance(minute);
  expect([window().calls, window().submitter.connection]).toEqual([0, 'refused']);
  answer = () => reported;
  window().submitter.wake('credential');
  await clock.advance(5 * second);
  expect(served().submitter.pauseReason).toBeUndefined();
  expect(window().ledger.search.counts().waiting).toBe(0);
  const next = issue();
  await window().submitter.stop();
  served().submitter.wake();
  await clock.advance(2 * second);
  expect(served().ledger.documents.get(next)?.submission.state).toBe('accepted');
});

it('a program that starts asks once whether a refusal is over', async () => {
  served().submitter.start(false);
  answer = () => credentialRefused;
  issue();
  served().submitter.wake();
  await clock.advance(second);
  await served().submitter.stop();
  // The command line begins, sends its own document, and ends.
  issue();
  window().submitter.start(false);
  await clock.advance(minute);
  expect([window().calls, window().submitter.pauseReason]).toEqual([1, 'credential']);
  await window().submitter.stop();
  answer = () => reported;
  const last = issue();
  window().submitter.start(false);
  await clock.advance(second);
  expect(window().ledger.documents.get(last)?.submission.state).toBe('accepted');
});

it('the authority that asked one program for time gets no call of another', async () => {
  for (const { submitter } of programs) submitter.start(false);
  answer = () => rateLimited(2 * minute);
  issue();
  window().submitter.wake();
  await clock.advance(second);
  const calls = window().calls + served().calls;
  issue();
  for (const { submitter } of programs) submitter.wake();
  await clock.advance(minute);
  expect(window().calls + served().calls).toBe(calls);
  answer = () => reported;
  await clock.advance(3 * minute);
  expect(window().ledger.search.counts().waiting).toBe(0);
});

it('one refusal among good answers holds nothing for minutes; three in a row do', async () => {
  const { submitter, ledger } = window();
  submitter.start();
  issue();
  submitter.wake();
  await clock.advance(second);
  const answers = [reported, credentialRefused, reported];
  answer = () => answers.shift() ?? reported;
  for (let count = 0; count < 10; count += 1) issue();
  submitter.wake();
  await clock.advance(5 * second);
  expect(ledger.search.counts().waiting).toBe(0);
  answer = () => credentialRefused;
  issue();
  submitter.wake();
  await clock.advance(30 * second);
  expect(submitter.pauseReason).toBe('credential');
  const { calls } = window();
  await clock.advance(4 * minute);
  expect(window().calls).toBe(calls);
});
