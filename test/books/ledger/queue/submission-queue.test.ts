import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Claimed } from '../../../../main/books/ledger/documents/submission.ts';
import type { Ledger } from '../../../../main/books/ledger/ledger.ts';
import { openLedger } from '../../../../main/books/ledger/ledger.ts';
import { timelineEntrySchema } from '../../../../shared/contract/till/invoices.ts';
import {
  cleared,
  noAnswer,
  rejected,
  reported,
  reportedWithWarning,
  serverError,
} from '../../../support/run/outcomes.ts';
import { day, documentFor, newEntry, start } from '../sample.ts';
import { failing, testFolder, testLedger } from '../support.ts';

const later = start + day / 2;
const lease = 60_000;

/** Issues documents with these deadlines, each in hours after the start. */
function issue(ledger: Ledger, ...hours: number[]): string[] {
  return hours.map((hour) => {
    const dueAt = start + hour * 3_600_000;
    return ledger.chain.append(newEntry({ documentFor: (link) => documentFor(link, { dueAt }) })).entry.uuid;
  });
}

const submissionOf = (ledger: Ledger, uuid: string | undefined) =>
  ledger.documents.get(uuid ?? '')?.submission;

function claimOnly(ledger: Ledger, at = later): Claimed {
  const [claimed, ...others] = ledger.queue.claimDue(at, 10, lease);
  if (claimed === undefined || others.length > 0) throw new Error('expected one document to be due');
  return claimed;
}

describe('claiming what is due', () => {
  it('takes the nearest deadline first, and no more than asked for', () => {
    const ledger = testLedger();
    const [third, first, second] = issue(ledger, 23, 13, 14);
    expect(ledger.queue.claimDue(later, 2, lease).map((claimed) => claimed.uuid)).toEqual([first, second]);
    expect(ledger.queue.claimDue(later, 2, lease).map((claimed) => claimed.uuid)).toEqual([third]);
    expect(ledger.queue.claimDue(later, 2, lease)).toEqual([]);
  });

  it('takes a clearance that a buyer waits for first, an uncleared one before those with hours, late reports last', () => {
    const ledger = testLedger();
    const [late, inTime] = issue(ledger, 1, 13);
    const clearance = (dueAt: number) =>
      ledger.chain.append(
        newEntry({ mode: 'clearance', documentFor: (link) => documentFor(link, { dueAt }) }),
      ).entry.uuid;
    const handedOver = clearance(later - 60_000);
    const [afterIt] = issue(ledger, 47);
    const awaited = clearance(later + 60_000);
    expect(ledger.queue.claimDue(later, 9, lease).map(({ uuid }) => uuid)).toEqual([
      awaited,
      inTime,
      handedOver,
      afterIt,
      late,
    ]);
  });

  it('hands over what the call needs: the bytes as issued', () => {
    const ledger = testLedger();
    const { entry } = ledger.chain.append(newEntry({ mode: 'clearance', customer: 'business' }));
    expect(ledger.queue.claimDue(later, 1, lease)).toEqual([
      {
        icv: 1,
        uuid: entry.uuid,
        hash: entry.hash,
        xml: ledger.documents.issuedXml(entry.uuid),
        mode: 'clearance',
        attempts: 1,
        issuedAt: entry.issuedAt,
        dueAt: entry.submission.dueAt,
      },
    ]);
    expect(submissionOf(ledger, entry.uuid)).toMatchObject({ state: 'sending', attempts: 1 });
  });

  it('leaves alone what is not due yet, and says when it will be', () => {
    const ledger = testLedger();
    const [uuid] = issue(ledger, 24);
    ledger.queue.settle(claimOnly(ledger), noAnswer, { state: 'waiting', nextAt: later + 2000 }, later);
    expect(ledger.queue.nextWakeAt()).toBe(later + 2000);
    expect(ledger.queue.claimDue(later + 1999, 1, lease)).toEqual([]);
    expect(ledger.queue.claimDue(later + 2000, 1, lease)).toMatchObject([{ uuid, attempts: 2 }]);
  });

  it('gives a document to one of two processes', () => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = testLedger(file);
    const other = openLedger(file, { environment: 'training' });
    issue(ledger, 24, 24, 24);
    const mine = ledger.queue.claimDue(later, 2, lease);
    const theirs = other.queue.claimDue(later, 2, lease);
    expect([...mine, ...theirs].map((claimed) => claimed.icv)).toEqual([1, 2, 3]);
    other.close();
  });

  it('gives a document again when the lease of its claim has run out', () => {
    const ledger = testLedger();
    issue(ledger, 24);
    claimOnly(ledger);
    expect(ledger.queue.nextWakeAt()).toBe(later + lease);
    expect(ledger.queue.claimDue(later + lease - 1, 1, lease)).toEqual([]);
    expect(ledger.queue.claimDue(later + lease, 1, lease)).toMatchObject([{ attempts: 2 }]);
  });

  it('gives a document again after a crash', () => {
    const ledger = testLedger();
    const [uuid] = issue(ledger, 24);
    claimOnly(ledger);
    expect(ledger.queue.releaseClaims(later)).toBe(1);
    expect(ledger.queue.claimDue(later, 1, lease)).toMatchObject([{ uuid, attempts: 2 }]);
  });

  it('makes everything due when asked to', () => {
    const ledger = testLedger();
    issue(ledger, 24);
    ledger.queue.settle(claimOnly(ledger), noAnswer, { state: 'waiting', nextAt: later + 300_000 }, later);
    expect(ledger.queue.makeDueNow(later + 1)).toBe(1);
    expect(ledger.queue.claimDue(later + 1, 1, lease)).toHaveLength(1);
  });

  it('sleeps when nothing waits', () => {
    const ledger = testLedger();
    expect(ledger.queue.nextWakeAt()).toBeUndefined();
    issue(ledger, 24);
    ledger.queue.settle(claimOnly(ledger), reported, { state: 'accepted' }, later);
    expect(ledger.queue.nextWakeAt()).toBeUndefined();
  });
});

describe('what is urgent', () => {
  const request = { now: later, limit: 9, leaseMs: lease, urgent: 60_000 };

  it('is a clearance that a buyer waits for, and a report in its last minute', () => {
    const ledger = testLedger();
    const minutes = (count: number) => 12 + count / 60;
    const [, lastMinute] = issue(ledger, 24, minutes(0.5), minutes(2), 1);
    const awaited = ledger.chain.append(
      newEntry({ mode: 'clearance', documentFor: (link) => documentFor(link, { dueAt: later + 60_000 }) }),
    ).entry.uuid;
    expect(ledger.queue.settleAndClaim({ ended: [] }, request).map(({ uuid }) => uuid)).toEqual([
      awaited,
      lastMinute,
    ]);
  });

  it('comes at its own time or a minute before the deadline', () => {
    const ledger = testLedger();
    expect(ledger.queue.nextUrgentAt(later, 60_000)).toBeUndefined();
    issue(ledger, 15, 13);
    expect(ledger.queue.nextUrgentAt(later, 60_000)).toBe(start + 13 * 3_600_000 - 60_000);
    const [nearest] = ledger.queue.claimDue(later, 1, lease);
    if (nearest === undefined) throw new Error('nothing was due');
    const nextAt = nearest.dueAt - 1;
    ledger.queue.settle(nearest, noAnswer, { state: 'waiting', nextAt }, later);
    expect(ledger.queue.nextUrgentAt(later, 60_000)).toBe(nextAt);
  });
});

describe('claiming one document', () => {
  it('takes a waiting one before its time, and a parked one', () => {
    const ledger = testLedger();
    const [uuid = ''] = issue(ledger, 24);
    ledger.queue.settle(claimOnly(ledger), noAnswer, { state: 'waiting', nextAt: later + 300_000 }, later);
    const second = ledger.queue.claim(uuid, later, lease);
    expect(second).toMatchObject({ uuid, attempts: 2 });
    if (second) ledger.queue.settle(second, noAnswer, { state: 'parked' }, later);
    expect(ledger.queue.claim(uuid, later, lease)).toMatchObject({ uuid, attempts: 3 });
  });

  it('takes none that is under way or final', () => {
    const ledger = testLedger();
    const [uuid = ''] = issue(ledger, 24);
    const claimed = claimOnly(ledger);
    expect(ledger.queue.claim(uuid, later, lease)).toBeUndefined();
    ledger.queue.settle(claimed, rejected, { state: 'rejected' }, later);
    expect(ledger.queue.claim(uuid, later, lease)).toBeUndefined();
  });

  it('does not know one that was never issued', () => {
    expect(() => testLedger().queue.claim(randomUUID(), later, lease)).toThrow(failing('not-found'));
  });
});

describe('an exchange', () => {
  it('settles what ended and takes what is next', () => {
    const ledger = testLedger();
    const [first, second] = issue(ledger, 13, 14);
    const request = { now: later, limit: 1, leaseMs: lease };
    const [claimed] = ledger.queue.settleAndClaim({ ended: [] }, request);
    if (claimed === undefined) throw new Error('nothing was due');
    const ended = [{ claimed, outcome: reported, decision: { state: 'accepted' } as const, at: later }];
    expect(ledger.queue.settleAndClaim({ ended }, request)).toMatchObject([{ uuid: second }]);
    expect(submissionOf(ledger, first)).toMatchObject({ state: 'accepted' });
  });

  it('takes some ahead, which are told as sent only when they are, or go back as if they had not been taken', () => {
    const ledger = testLedger();
    const [first = '', second = '', third = ''] = issue(ledger, 13, 14, 15);
    const events = (uuid: string) => ledger.documents.timeline(uuid).map(({ event }) => event);
    const request = { now: later, limit: 1, prefetch: 2, leaseMs: lease };
    const claims = ledger.queue.settleAndClaim({ ended: [] }, request);
    expect(claims.map(({ uuid }) => uuid)).toEqual([first, second, third]);
    expect([first, second, third].map(events)).toEqual([['issued', 'sent'], ['issued'], ['issued']]);
    const [, begun, unsent] = claims;
    if (begun === undefined || unsent === undefined) throw new Error('expected three');
    ledger.queue.settleAndClaim(
      { ended: [], begun: [{ claimed: begun, at: later + 1 }], unsent: [unsent] },
      { ...request, limit: 0, prefetch: 0 },
    );
    expect(events(second)).toEqual(['issued', 'sent']);
    expect(submissionOf(ledger, third)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(events(third)).toEqual(['issued']);
  });

  it('happens as a whole or not at all', () => {
    const ledger = testLedger();
    const [first] = issue(ledger, 13, 14);
    const request = { now: later, limit: 1, leaseMs: lease };
    const [claimed] = ledger.queue.settleAndClaim({ ended: [] }, request);
    if (claimed === undefined) throw new Error('nothing was due');
    const unwritable = { ...claimed, icv: 99 };
    const decision = { state: 'accepted' } as const;
    expect(() =>
      ledger.queue.settleAndClaim(
        {
          ended: [
            { claimed, outcome: reported, decision, at: later },
            { claimed: unwritable, outcome: reported, decision, at: later },
          ],
        },
        request,
      ),
    ).toThrow();
    expect(submissionOf(ledger, first)).toMatchObject({ state: 'sending' });
  });
});

describe('parked documents', () => {
  it('wait again when all are to be sent again', () => {
    const ledger = testLedger();
    const [uuid] = issue(ledger, 24);
    ledger.queue.settle(claimOnly(ledger), noAnswer, { state: 'parked' }, later);
    expect(ledger.queue.nextWakeAt()).toBeUndefined();
    expect(ledger.queue.resendParked(later + 5)).toBe(1);
    expect(ledger.queue.resendParked(later + 5)).toBe(0);
    expect(ledger.queue.claimDue(later + 5, 1, lease)).toMatchObject([{ uuid, attempts: 2 }]);
  });
});

describe('settling', () => {
  it('keeps what the authority accepted, with its warnings', () => {
    const ledger = testLedger();
    const [uuid] = issue(ledger, 24);
    ledger.queue.settle(claimOnly(ledger), reportedWithWarning, { state: 'accepted' }, later);
    expect(submissionOf(ledger, uuid)).toMatchObject({
      state: 'accepted',
      warnings: 1,
      status: 'REPORTED',
      outcome: 'accepted',
      acceptedAt: later,
      cleared: false,
    });
  });

  it('keeps the authority’s copy beside the issued document', () => {
    const ledger = testLedger();
    const [uuid = ''] = issue(ledger, 24);
    const issued = ledger.documents.issuedXml(uuid);
    ledger.queue.settle(claimOnly(ledger), cleared, { state: 'accepted' }, later);
    expect(ledger.documents.issuedXml(uuid)).toEqual(issued);
    expect(ledger.documents.clearedXml(uuid)).toEqual(cleared.clearedInvoice);
    expect(submissionOf(ledger, uuid)).toMatchObject({ cleared: true });
    const [row] = ledger.documents.inOrder();
    expect({ ...row, xml: row?.xml(), clearedXml: row?.clearedXml?.() }).toMatchObject({
      xml: issued,
      clearedXml: cleared.clearedInvoice,
    });
  });

  it('keeps the answer as it came, and the authority’s copy once', () => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = testLedger(file);
    issue(ledger, 24);
    ledger.queue.settle(claimOnly(ledger), cleared, { state: 'accepted' }, later);
    const raw = new BetterSqlite3(file, { readonly: true });
    const answers = raw.prepare('SELECT answer FROM submission_event WHERE answer IS NOT NULL').pluck().all();
    raw.close();
    expect(answers.map((answer) => JSON.parse(String(answer)))).toEqual([
      { clearanceStatus: 'CLEARED', clearedInvoice: '(kept as the cleared document)' },
    ]);
  });

  it('sends a document on by reporting once clearance is off', () => {
    const ledger = testLedger();
    ledger.chain.append(newEntry({ mode: 'clearance' }));
    const off = { state: 'waiting', mode: 'reporting', nextAt: later } as const;
    ledger.queue.settle(claimOnly(ledger), noAnswer, off, later);
    expect(ledger.queue.claimDue(later, 1, lease)).toMatchObject([{ mode: 'reporting' }]);
    expect(ledger.search.list({ limit: 1 }).rows[0]).toMatchObject({ mode: 'reporting' });
  });

  it('gives a document its reporting deadline with the way there, once', () => {
    const file = join(testFolder(), 'ledger.db');
    const ledger = testLedger(file);
    const { entry } = ledger.chain.append(newEntry({ mode: 'clearance' }));
    const reportBy = entry.issuedAt + day;
    const off = { state: 'waiting', mode: 'reporting', reportBy, nextAt: later } as const;
    ledger.queue.settle(claimOnly(ledger), noAnswer, off, later);
    ledger.queue.settle(claimOnly(ledger), noAnswer, { ...off, reportBy: reportBy + day }, later);
    expect(submissionOf(ledger, entry.uuid)).toMatchObject({ mode: 'reporting', dueAt: reportBy });
    expect(ledger.search.list({ limit: 1 }).rows[0]).toMatchObject({
      dueAt: new Date(reportBy).toISOString(),
    });
    expect(ledger.search.counts().nearestDeadline).toBe(reportBy);
    const raw = new BetterSqlite3(file);
    expect(() => raw.exec('UPDATE submission SET report_by = report_by + 1')).toThrow('does not move');
    raw.close();
  });

  it('lets an end be an end, whatever a late call says', () => {
    const ledger = testLedger();
    const [uuid] = issue(ledger, 24);
    const early = claimOnly(ledger);
    const late = claimOnly(ledger, later + lease);
    ledger.queue.settle(late, reported, { state: 'accepted' }, later + lease);
    ledger.queue.settle(early, noAnswer, { state: 'waiting', nextAt: later }, later + lease);
    ledger.queue.settle(early, rejected, { state: 'rejected' }, later + lease);
    expect(submissionOf(ledger, uuid)).toMatchObject({ state: 'accepted', outcome: 'accepted' });
  });

  it('lets a claim that ran out bring good news, but not disturb the call that is under way', () => {
    const ledger = testLedger();
    const [uuid] = issue(ledger, 24);
    const early = claimOnly(ledger);
    const late = claimOnly(ledger, later + lease);
    ledger.queue.settle(early, noAnswer, { state: 'waiting', nextAt: later }, later + lease);
    expect(submissionOf(ledger, uuid)).toMatchObject({ state: 'sending' });
    ledger.queue.settle(early, reported, { state: 'accepted' }, later + lease);
    expect(submissionOf(ledger, uuid)).toMatchObject({ state: 'accepted' });
    ledger.queue.settle(late, reported, { state: 'accepted' }, later + lease + 1);
    expect(submissionOf(ledger, uuid)).toMatchObject({ acceptedAt: later + lease });
  });
});

describe('the timeline', () => {
  it('tells a document’s whole way in order', () => {
    const ledger = testLedger();
    const [uuid = ''] = issue(ledger, 24);
    const nextAt = later + 1000;
    ledger.queue.settle(claimOnly(ledger), noAnswer, { state: 'waiting', nextAt }, later + 1);
    ledger.queue.settle(claimOnly(ledger, nextAt), serverError, { state: 'waiting', nextAt }, nextAt + 1);
    ledger.queue.settle(claimOnly(ledger, nextAt), rejected, { state: 'rejected' }, nextAt + 2);

    const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
    const timeline = ledger.documents.timeline(uuid);
    expect(timelineEntrySchema.array().parse(timeline)).toEqual(timeline);
    expect(timeline).toEqual([
      { at: iso(start + 1000), event: 'issued', messages: [] },
      { at: iso(later), event: 'sent', messages: [] },
      { at: iso(later + 1), event: 'unanswered', outcome: 'unknown', messages: [], nextAt: iso(nextAt) },
      { at: iso(nextAt), event: 'sent', messages: [] },
      {
        at: iso(nextAt + 1),
        event: 'answered',
        httpStatus: 503,
        outcome: 'unknown',
        messages: [],
        nextAt: iso(nextAt),
      },
      { at: iso(nextAt), event: 'sent', messages: [] },
      {
        at: iso(nextAt + 2),
        event: 'answered',
        httpStatus: 400,
        outcome: 'rejected',
        status: 'NOT_REPORTED',
        messages: [
          {
            type: 'ERROR',
            code: 'invalid-invoice-hash',
            category: 'INVOICE_HASHING_ERRORS',
            status: 'ERROR',
          },
        ],
      },
    ]);
  });
});
