import { describe, expect, it } from 'vitest';
import { groupOutages } from '../../../renderer/till/invoices/document/group-outages.ts';
import type { TimelineEntry } from '../../../shared/contract/till/invoices.ts';

const entries = (...events: string[]): TimelineEntry[] =>
  events.map((event, index) => ({
    at: new Date(index * 60_000).toISOString(),
    event: event.replace(/ .*/, '') as TimelineEntry['event'],
    ...(event.includes(' ') && { outcome: event.replace(/^\S+ /, '') }),
    messages: [],
  }));

const told = (...events: string[]) =>
  groupOutages(entries(...events)).map((step) =>
    step.kind === 'outage' ? `${step.tries} of ${step.entries.length}` : step.entry.event,
  );

describe('the way of a document', () => {
  const tried = ['sent', 'unanswered'];

  it('tells a long outage in one step', () => {
    expect(told('issued', ...tried, ...tried, ...tried, 'sent', 'answered accepted')).toEqual([
      'issued',
      '3 of 6',
      'sent',
      'answered',
    ]);
  });

  it('tells two tries as they are', () => {
    expect(told('issued', ...tried, ...tried)).toEqual(['issued', ...tried, ...tried]);
  });

  it('counts an answer that says nothing as none, and keeps the deadline in its place', () => {
    const busy = ['sent', 'answered unknown'];
    expect(told('issued', ...tried, ...busy, ...tried, 'late', ...busy, ...tried, ...busy, 'sent')).toEqual([
      'issued',
      '3 of 6',
      'late',
      '3 of 6',
      'sent',
    ]);
  });

  it('keeps what the authority said', () => {
    const steps = told('issued', ...tried, ...tried, ...tried, 'sent', 'answered rejected');
    expect(steps.slice(-2)).toEqual(['sent', 'answered']);
  });
});
