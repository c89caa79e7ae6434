import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../main/gateway/outcome.ts';
import { type Ledger, openLedger } from '../../main/ledger/ledger.ts';
import type { Claimed } from '../../main/ledger/submission-queue.ts';
import { createSubmitter, type Submitter } from '../../main/submission/submitter.ts';
import type { SubmissionMode } from '../../shared/status.ts';
import { newEntry, seal } from '../ledger/sample.ts';
import { failing } from '../ledger/support.ts';
import { FakeClock } from '../support/fake-clock.ts';
import {
  clearanceOff,
  cleared,
  credentialRefused,
  noAnswer,
  rateLimited,
  rejected,
  reported,
  requestRefused,
  serverError,
} from '../support/outcomes.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let clock: FakeClock;
let ledger: Ledger;
let submitter: Submitter;
let sent: Claimed[];
/** Told of every move; tests set it. */
let moved: (uuid: string) => void;
let errors: unknown[];
/** What the authority does with a call; tests set it. */
let authority: (claimed: Claimed) => Outcome | Promise<Outcome>;

const open = () =>
  createSubmitter({
    ledger,
    clock,
    random: () => 1,
    concurrency: 4,
    send: async (claimed) => {
      sent.push(claimed);
      return authority(claimed);
    },
    readQr: (xml) => `QR of ${xml.length} bytes`,
    onChange: (uuid) => moved(uuid),
    onError: (error) => errors.push(error),
  });

beforeEach(() => {
  clock = new FakeClock();
  ledger = openLedger(':memory:', { environment: 'training' });
  sent = [];
  moved = () => {};
  errors = [];
  authority = () => reported;
  submitter = open();
  return () => ledger.close();
});

afterEach(async () => {
  await submitter.stop();
  expect(errors).toEqual([]);
});

function issue(more: { mode?: SubmissionMode; dueIn?: number } = {}): string {
  const { mode = 'reporting', dueIn = 24 * hour } = more;
  const issuedAt = clock.now();
  const { entry } = ledger.append(
    newEntry({ mode, seal: (link) => seal(link, { issuedAt, dueAt: issuedAt + dueIn }) }),
  );
  return entry.uuid;
}

const stateOf = (uuid: string) => ledger.get(uuid)?.submission.state;
const sentUuids = () => sent.map((claimed) => claimed.uuid);

/** Calls that end only when the test says so. */
function held() {
  const waiting: { claimed: Claimed; answer: (outcome: Outcome) => void }[] = [];
  authority = (claimed) =>
    new Promise((answer) => {
      waiting.push({ claimed, answer });
    });
  return waiting;
}

describe('the submitter', () => {
  it('sends what is issued, when woken', async () => {
    submitter.start();
    const uuid = issue();
    submitter.wake();
    await submitter.idle();
    expect(stateOf(uuid)).toBe('accepted');
    expect(submitter.connection).toBe('online');
  });

  it('does not hold up whoever wakes it', () => {
    submitter.start();
    issue();
    submitter.wake();
    expect(sent).toEqual([]);
  });

  it('sends what waits from earlier, nearest deadline first', async () => {
    const [third, first, next] = [
      issue({ dueIn: 3 * hour }),
      issue({ dueIn: hour }),
      issue({ dueIn: 2 * hour }),
    ];
    submitter.start();
    await submitter.idle();
    expect(sentUuids()).toEqual([first, next, third]);
  });

  it('makes a few calls at once, and one for each document', async () => {
    const calls = held();
    const uuids = Array.from({ length: 10 }, () => issue());
    submitter.start();
    submitter.wake();
    await clock.advance(minute);
    expect(calls).toHaveLength(4);
    for (let i = 0; i < 10; i++) {
      expect(calls.length - i).toBeLessThanOrEqual(4);
      calls[i]?.answer(reported);
      await clock.advance(0);
    }
    await submitter.idle();
    expect(sentUuids()).toEqual(uuids);
  });

  it('tells of every move', async () => {
    const states: unknown[] = [];
    const uuid = issue();
    moved = (moving) => states.push([moving, stateOf(moving)]);
    submitter.start();
    await submitter.idle();
    expect(states).toEqual([
      [uuid, 'sending'],
      [uuid, 'accepted'],
    ]);
  });

  it('sends nothing before it starts and after it stops', async () => {
    issue();
    submitter.wake();
    await clock.advance(hour);
    expect(sent).toEqual([]);
    submitter.start();
    await submitter.stop();
    issue();
    submitter.wake();
    await clock.advance(hour);
    expect(sent).toHaveLength(1);
  });

  it('stops only when the calls under way are over', async () => {
    const calls = held();
    issue();
    submitter.start();
    let stopped = false;
    const stopping = submitter.stop().then(() => {
      stopped = true;
    });
    await clock.advance(minute);
    expect(stopped).toBe(false);
    calls[0]?.answer(reported);
    await stopping;
    expect(ledger.counts().waiting).toBe(0);
  });

  it('keeps the authority’s copy with its QR', async () => {
    authority = () => cleared;
    const uuid = issue({ mode: 'clearance' });
    submitter.start();
    await submitter.idle();
    expect(ledger.get(uuid)?.submission).toMatchObject({
      cleared: true,
      clearedQr: `QR of ${cleared.clearedInvoice?.length} bytes`,
    });
  });

  it('leaves rejected and parked documents to a person', async () => {
    const [bad, odd] = [issue(), issue()];
    authority = ({ uuid }) => (uuid === bad ? rejected : requestRefused);
    submitter.start();
    await clock.advance(48 * hour);
    expect([stateOf(bad), stateOf(odd)]).toEqual(['rejected', 'parked']);
    expect(sent).toHaveLength(2);
  });

  it('reports what cannot be cleared because clearance is off', async () => {
    authority = ({ mode }) => (mode === 'clearance' ? clearanceOff : reported);
    const uuid = issue({ mode: 'clearance' });
    submitter.start();
    await submitter.idle();
    expect(sent.map((claimed) => claimed.mode)).toEqual(['clearance', 'reporting']);
    expect(stateOf(uuid)).toBe('accepted');
  });
});

describe('after calls that came to nothing', () => {
  it('sends the very same bytes again, later and later', async () => {
    authority = () => noAnswer;
    const uuid = issue();
    const times: number[] = [];
    submitter.start();
    for (let before = 0; times.length < 6; before = sent.length) {
      await clock.advance(second);
      if (sent.length > before) times.push(clock.now());
    }
    const gaps = times.slice(1).map((time, i) => (time - (times[i] ?? 0)) / second);
    expect(gaps[0]).toBeLessThanOrEqual(2);
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    const sealed = ledger.documentXml(uuid);
    for (const claimed of sent) expect(claimed.xml).toEqual(sealed);
    expect(submitter.connection).toBe('offline');
  });

  it('drops nothing, however long it takes', async () => {
    authority = () => noAnswer;
    const uuids = Array.from({ length: 20 }, () => issue());
    submitter.start();
    await clock.advance(72 * hour);
    expect(ledger.counts().waiting).toBe(20);
    authority = () => reported;
    await clock.advance(5 * minute);
    expect(uuids.map(stateOf)).toEqual(uuids.map(() => 'accepted'));
  });

  it('asks a silent gateway with one document at a time, and sends all once it answers', async () => {
    authority = () => noAnswer;
    for (let i = 0; i < 50; i++) issue();
    submitter.start();
    await clock.advance(10 * minute);
    // 4 at first, then at most one in 15 seconds: not 50 documents each at its own pace.
    expect(sent.length).toBeLessThan(60);
    authority = () => reported;
    await clock.advance(15 * second);
    expect(ledger.counts().waiting).toBe(0);
  });

  it('is not held up by one document that always fails', async () => {
    const bad = issue({ dueIn: hour });
    const others = Array.from({ length: 30 }, () => issue());
    authority = ({ uuid }) => (uuid === bad ? serverError : reported);
    submitter.start();
    await clock.advance(minute);
    expect(others.map(stateOf)).toEqual(others.map(() => 'accepted'));
    expect(stateOf(bad)).toBe('waiting');
    expect(submitter.connection).toBe('online');
  });

  it('waits with all documents as long as the gateway asks', async () => {
    authority = () => rateLimited(90 * second);
    issue();
    submitter.start();
    await submitter.idle();
    authority = () => reported;
    issue();
    submitter.wake();
    await clock.advance(89 * second);
    expect(sent).toHaveLength(1);
    await clock.advance(2 * second);
    expect(ledger.counts().waiting).toBe(0);
  });

  it('does not let a deadline pass while it waits', async () => {
    authority = () => rateLimited(hour);
    const uuid = issue({ dueIn: 10 * minute });
    submitter.start();
    await submitter.idle();
    authority = () => reported;
    await clock.advance(10 * minute - 1);
    expect(stateOf(uuid)).toBe('accepted');
  });

  it('sends all at once when the network is back', async () => {
    authority = () => noAnswer;
    for (let i = 0; i < 8; i++) issue();
    submitter.start();
    await clock.advance(hour);
    authority = () => reported;
    submitter.wake('network');
    await clock.advance(0);
    await submitter.idle();
    expect(ledger.counts().waiting).toBe(0);
  });

  it('takes a call that failed in an unheard-of way for one without an answer', async () => {
    const defect = new Error('defect');
    authority = () => Promise.reject(defect);
    const uuid = issue();
    submitter.start();
    await submitter.idle();
    expect(stateOf(uuid)).toBe('waiting');
    expect(errors.splice(0)).toEqual([defect]);
    authority = () => reported;
    await clock.advance(10 * second);
    expect(stateOf(uuid)).toBe('accepted');
  });
});

describe('when the credential is refused', () => {
  beforeEach(async () => {
    authority = () => credentialRefused;
    issue();
    submitter.start();
    await submitter.idle();
  });

  it('stops the queue, keeps everything and says so', async () => {
    for (let i = 0; i < 5; i++) issue();
    submitter.wake();
    await clock.advance(4 * minute);
    expect(sent).toHaveLength(1);
    expect(submitter.connection).toBe('refused');
    expect(ledger.counts()).toMatchObject({ waiting: 6, parked: 0, rejected: 0 });
  });

  it('goes on at once with a new credential', async () => {
    issue();
    authority = () => reported;
    submitter.wake('credential');
    await clock.advance(0);
    await submitter.idle();
    expect(ledger.counts().waiting).toBe(0);
    expect(submitter.connection).toBe('online');
  });

  it('asks again every five minutes, with one document', async () => {
    for (let i = 0; i < 5; i++) issue();
    await clock.advance(hour);
    expect(sent).toHaveLength(1 + 12);
    authority = () => reported;
    await clock.advance(10 * minute);
    expect(ledger.counts().waiting).toBe(0);
  });
});

describe('after a crash', () => {
  it('sends again what was under way', async () => {
    const uuid = issue();
    ledger.claimDue(clock.now(), 1, hour); // a process that is no more
    submitter.start();
    await submitter.idle();
    expect(sent).toMatchObject([{ uuid, attempts: 2 }]);
    expect(stateOf(uuid)).toBe('accepted');
  });
});

describe('sending one document now', () => {
  it('does not wait for its time nor for the queue', async () => {
    authority = () => credentialRefused;
    const uuid = issue();
    submitter.start();
    await submitter.idle();
    authority = () => reported;
    await submitter.sendNow(uuid);
    expect(stateOf(uuid)).toBe('accepted');
  });

  it('sends a parked one', async () => {
    authority = () => requestRefused;
    const uuid = issue();
    submitter.start();
    await submitter.idle();
    authority = () => reported;
    await submitter.sendNow(uuid);
    expect(stateOf(uuid)).toBe('accepted');
  });

  it('waits for the call that is under way instead of making a second one', async () => {
    const calls = held();
    const uuid = issue();
    submitter.start();
    const asked = submitter.sendNow(uuid);
    calls[0]?.answer(reported);
    await asked;
    expect(stateOf(uuid)).toBe('accepted');
    expect(sent).toHaveLength(1);
  });

  it('leaves a final one as it is', async () => {
    const uuid = issue();
    submitter.start();
    await submitter.idle();
    await submitter.sendNow(uuid);
    expect(sent).toHaveLength(1);
  });

  it('does not know one that was never issued', async () => {
    await expect(submitter.sendNow('3cf5ee18-ee25-44ea-a444-2c37ba7f28be')).rejects.toEqual(
      failing('not-found'),
    );
  });
});

describe('when the ledger cannot be used for a moment', () => {
  it('says so and goes on', async () => {
    const uuid = issue();
    const claimDue = ledger.claimDue;
    ledger.claimDue = () => {
      throw new Error('busy');
    };
    const trouble = open();
    trouble.start();
    expect(errors.splice(0)).toEqual([new Error('busy')]);
    ledger.claimDue = claimDue;
    await clock.advance(5 * second);
    expect(stateOf(uuid)).toBe('accepted');
    await trouble.stop();
  });
});

describe('when the clock is set', () => {
  const settings: [string, number][] = [
    ['forward', 24 * hour],
    ['back', -24 * hour],
  ];

  it.each(settings)('%s, it sends within a minute what waited for a later time', async (_, by) => {
    authority = () => noAnswer;
    issue();
    submitter.start();
    await clock.advance(hour);
    const before = sent.length;
    clock.set(clock.now() + by);
    await clock.advance(minute);
    expect(sent.length).toBeGreaterThan(before);
  });

  it.each(settings)('%s, it makes no second call beside one that is under way', async (_, by) => {
    const calls = held();
    const uuid = issue();
    submitter.start();
    clock.set(clock.now() + by);
    await clock.advance(10 * minute);
    expect(sent).toHaveLength(1);
    calls[0]?.answer(reported);
    await submitter.idle();
    expect(stateOf(uuid)).toBe('accepted');
  });
});
