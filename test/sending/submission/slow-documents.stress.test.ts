import { afterEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../main/gateway/outcome.ts';
import type { SubmissionMode } from '../../../shared/status.ts';
import { noAnswer, reported } from '../../support/run/outcomes.ts';
import { hour, minute, provideShop, second, shop } from './shop.ts';

provideShop();

afterEach(async () => {
  const stopped = shop.submitter.stop();
  await shop.clock.advance(minute); // Let the current calls end.
  await stopped;
});

/** Lets calls for these documents end without an answer after half a minute, and answers all other calls. */
function neverAnswer(silent: ReadonlySet<string>): void {
  shop.authority = ({ uuid }) =>
    silent.has(uuid)
      ? new Promise<Outcome>((resolve) => shop.clock.after(30 * second, () => resolve(noAnswer)))
      : reported;
}

const issueMany = (count: number, mode: SubmissionMode, dueIn: number) =>
  Array.from({ length: count }, () => shop.issue({ mode, dueIn }));

/** Issues a document and returns the number of calls for others before it. */
async function callsBefore(mode: SubmissionMode): Promise<number> {
  const begun = shop.sent.length;
  const uuid = shop.issue({ mode, dueIn: mode === 'clearance' ? 5 * minute : 24 * hour });
  shop.submitter.wake();
  for (let passed = 0; shop.stateOf(uuid) !== 'accepted' && passed < 5 * minute; passed += second)
    await shop.clock.advance(second);
  expect(shop.stateOf(uuid)).toBe('accepted');
  return shop.sent.slice(begun).findIndex((call) => call.uuid === uuid);
}

describe('two hundred documents that are never answered let a fresh one go after one other at most', () => {
  it.each<[string, SubmissionMode, dueIn: number, after: number, fresh: SubmissionMode[]]>([
    ['reports of this minute', 'reporting', 24 * hour, 0, ['reporting', 'clearance']],
    ['reports, each called before', 'reporting', 24 * hour, 5 * hour, ['reporting', 'clearance']],
    [
      'reports in their last hour, each called before',
      'reporting',
      9 * hour,
      8.2 * hour,
      ['reporting', 'clearance'],
    ],
    ['late reports', 'reporting', hour, 5 * hour, ['reporting', 'clearance']],
    ['clearances that buyers wait for', 'clearance', 5 * minute, 0, ['clearance']],
    ['clearances that were handed over', 'clearance', 5 * minute, 2 * hour, ['reporting', 'clearance']],
  ])('%s', async (_, mode, dueIn, after, fresh) => {
    neverAnswer(new Set(issueMany(200, mode, dueIn)));
    shop.submitter.start();
    await shop.clock.advance(after);
    for (const kind of [...fresh, ...fresh, ...fresh]) {
      expect(await callsBefore(kind)).toBeLessThanOrEqual(1);
      await shop.clock.advance(40 * second);
    }
  });
});

describe('documents that are never answered', () => {
  it('hold up no report, though new clearances come without a pause', async () => {
    const silent = new Set(issueMany(20, 'clearance', 5 * minute));
    neverAnswer(silent);
    shop.submitter.start();
    await shop.clock.advance(minute);
    const reports = [...issueMany(3, 'reporting', 24 * hour), ...issueMany(3, 'reporting', 20 * minute)];
    for (let passed = 0; passed < 15 * minute; passed += 10 * second) {
      silent.add(shop.issue({ mode: 'clearance', dueIn: 5 * minute }));
      shop.submitter.wake();
      await shop.clock.advance(10 * second);
    }
    expect(reports.map((uuid) => shop.stateOf(uuid))).toEqual(reports.map(() => 'accepted'));
  });

  it('are tried again while others are sold without a pause', async () => {
    const silent = new Set(issueMany(3, 'reporting', 24 * hour));
    neverAnswer(silent);
    shop.submitter.start();
    await shop.clock.advance(10 * minute);
    shop.sent.length = 0;
    for (let sale = 0; sale < 120; sale += 1) {
      shop.issue();
      shop.submitter.wake();
      await shop.clock.advance(5 * second);
    }
    expect(new Set(shop.sent.map(({ uuid }) => uuid).filter((uuid) => silent.has(uuid)))).toEqual(silent);
  });

  it('give way to a buyer who waits, though that one was called in vain too', async () => {
    neverAnswer(new Set(issueMany(20, 'reporting', 24 * hour)));
    shop.submitter.start();
    await shop.clock.advance(hour);
    const buyer = shop.issue({ mode: 'clearance', dueIn: 5 * minute });
    let calls = 0;
    const others = shop.authority;
    shop.authority = (claimed) => {
      if (claimed.uuid !== buyer) return others(claimed);
      calls += 1;
      return calls > 3 ? reported : noAnswer;
    };
    shop.submitter.wake();
    await shop.clock.advance(4 * minute);
    expect(shop.stateOf(buyer)).toBe('accepted');
  });

  it('lose no deadline that could be met: once there are answers, those in their last hour are in time', async () => {
    const soon = issueMany(40, 'reporting', 6 * hour);
    neverAnswer(new Set(soon));
    shop.submitter.start();
    await shop.clock.advance(5.5 * hour);
    const behind = issueMany(100, 'reporting', 24 * hour);
    neverAnswer(new Set(behind));
    shop.submitter.wake();
    for (let passed = 0; passed < 29 * minute; passed += second) await shop.clock.advance(second);
    expect(soon.map((uuid) => shop.stateOf(uuid))).toEqual(soon.map(() => 'accepted'));
  });
});
