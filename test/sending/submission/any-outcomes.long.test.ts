import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../main/gateway/outcome.ts';
import type { SubmissionState } from '../../../shared/status.ts';
import { rounds } from '../../support/run/effort.ts';
import * as outcomes from '../../support/run/outcomes.ts';
import { hour, minute, Shop } from './shop.ts';

/* Tests that for any answers of the authority in any order, no document is lost, sent twice as two, or changed. */

const anyOutcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom(
    outcomes.reported,
    outcomes.reportedAgain,
    outcomes.reportedWithWarning,
    outcomes.cleared,
    outcomes.rejected,
    outcomes.clearanceOff,
    outcomes.requestRefused,
    outcomes.versionRefused,
    outcomes.tooLarge,
    outcomes.credentialRefused,
    outcomes.noAnswer,
    outcomes.serverError,
  ),
  fc.integer({ min: 0, max: 2 * hour }).map(outcomes.rateLimited),
);

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ pass: fc.integer({ min: 0, max: hour }) }) },
  { weight: 3, arbitrary: fc.record({ issue: fc.constantFrom('reporting' as const, 'clearance' as const) }) },
  { weight: 1, arbitrary: fc.record({ sendNow: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ wake: fc.constantFrom('credential' as const, 'network' as const) }) },
  { weight: 1, arbitrary: fc.record({ resend: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ set: fc.integer({ min: -48 * hour, max: 48 * hour }) }) },
  { weight: 1, arbitrary: fc.record({ restart: fc.constant(true) }) },
);

const mayFollow: Readonly<Record<SubmissionState, readonly SubmissionState[]>> = {
  waiting: ['waiting', 'sending'],
  sending: ['sending', 'waiting', 'accepted', 'rejected', 'parked'],
  parked: ['parked', 'waiting', 'sending'],
  accepted: ['accepted'],
  rejected: ['rejected'],
};

const sequences = rounds(50);
/** The limit in milliseconds on a busy machine; an idle one takes less than a second for each sequence. */
const timeout = sequences * 30_000;

describe('any sequence of outcomes and steps', () => {
  it('leaves every document in a state it may be in, sends the same bytes, and never sends what is final', {
    timeout,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyOutcome, { minLength: 1, maxLength: 60 }),
        fc.array(anyStep, { minLength: 3, maxLength: 25 }),
        async (answers, steps) => {
          const shop = new Shop();
          let submitter = shop.submitter;
          const uuids = [shop.issue(), shop.issue({ mode: 'clearance', dueIn: 5 * minute })];
          const states = new Map<string, SubmissionState>();
          let answered = 0;
          shop.authority = (claimed) => {
            expect(['accepted', 'rejected']).not.toContain(states.get(claimed.uuid));
            expect(claimed.xml).toEqual(shop.ledger.documents.issuedXml(claimed.uuid));
            answered += 1;
            return answers[answered % answers.length] ?? outcomes.reported;
          };
          shop.moved = (uuid) => {
            const state = shop.stateOf(uuid) ?? 'waiting';
            expect(mayFollow[states.get(uuid) ?? 'waiting']).toContain(state);
            states.set(uuid, state);
          };
          submitter.start();
          for (const step of steps) {
            if ('pass' in step) await shop.clock.advance(step.pass);
            else if ('issue' in step) uuids.push(issueIn(shop, step.issue));
            else if ('sendNow' in step) await submitter.sendNow(uuids[step.sendNow % uuids.length] ?? '');
            else if ('wake' in step) submitter.wake(step.wake);
            else if ('resend' in step) {
              for (const [uuid, state] of states) if (state === 'parked') states.set(uuid, 'waiting');
              submitter.resendParked();
            } else if ('set' in step) shop.clock.set(Math.max(shop.clock.now() + step.set, lastIssue(shop)));
            else {
              await submitter.stop();
              submitter = shop.openSubmitter();
              submitter.start();
            }
          }
          // When nothing hinders them any more, all documents become final.
          shop.authority = ({ mode }) => (mode === 'clearance' ? outcomes.cleared : outcomes.reported);
          await shop.clock.advance(0); // Let calls end that have just failed.
          submitter.resendParked();
          submitter.wake('network');
          // The authority may have asked for the longest pause, an hour.
          for (let minutes = 0; minutes < 90 && shop.ledger.search.counts().waiting > 0; minutes += 1) {
            await shop.clock.advance(minute);
            await submitter.idle();
          }
          for (const uuid of uuids) {
            expect(['accepted', 'rejected']).toContain(shop.stateOf(uuid));
            const ends = shop.ledger.documents
              .timeline(uuid)
              .filter(({ outcome }) => outcome === 'accepted' || outcome === 'rejected');
            expect(ends).toHaveLength(1);
          }
          await submitter.stop();
          expect(shop.errors).toEqual([]);
          shop.ledger.close();
        },
      ),
      { numRuns: sequences },
    );
  });
});

const lastIssue = (shop: Shop) => shop.ledger.chain.head()?.issuedAt ?? 0;

function issueIn(shop: Shop, mode: 'reporting' | 'clearance'): string {
  const uuid = shop.issue({ mode, dueIn: mode === 'clearance' ? 5 * minute : 24 * hour });
  shop.submitter.wake();
  return uuid;
}
