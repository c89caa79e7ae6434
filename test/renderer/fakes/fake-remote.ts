import type { CommandName, CommandOutput } from '../../../shared/contract/index.ts';
import { fail } from '../../../shared/failure.ts';
import { now } from './fake-documents.ts';
import type { FakeHandlers } from './fake-handlers.ts';

/*
 * The received data of the fake terminal: events, invoices of another integration layer, and the connection to that
 * layer. The other layer's client ID decides the result of a connection: `wrong` is refused, and any other returns a
 * list.
 */

type Command = Extract<CommandName, `${'inbound' | 'remoteInvoice' | 'remote'}.${string}`>;
type Remote = CommandOutput<'remote.get'>;
type Event = CommandOutput<'inbound.events'>['rows'][number];

const minute = 60_000;
const iso = (at: number) => new Date(at).toISOString();
const uuidOf = (number: number) => `f0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const refuse = (field: string, code: string) =>
  fail('bad-input', { issues: [{ path: [field], code, message: code }] });

export function createFakeRemote(isFull: boolean): FakeHandlers<Command> {
  let receiver = { enabled: isFull, windowSeconds: 300, hasSecret: isFull, rotating: false };
  let remoteInvoices = isFull ? someInvoices(130) : [];
  const events = isFull ? someEvents() : [];
  let remote: Remote = {};

  const sync = (): Remote => {
    if (remote.settings === undefined) return fail('not-found');
    if (remote.settings.clientId === 'wrong') {
      const failure = { code: 'remote-refused' as const, detail: { status: 401, error: 'invalid_client' } };
      remote = { ...remote, lastSync: { at: iso(now), invoices: 0, unreadable: 0, failure } };
      return fail(failure.code, { detail: failure.detail });
    }
    remoteInvoices = someInvoices(130);
    remote = { ...remote, lastSync: { at: iso(now), invoices: 130, unreadable: 2 } };
    return remote;
  };

  return {
    'inbound.get': () => {
      const count = (state: Event['state']) => events.filter((event) => event.state === state).length;
      const counts = {
        received: count('received'),
        applied: count('applied'),
        outdated: count('outdated'),
        kept: count('kept'),
      };
      return { ...receiver, counts };
    },
    'inbound.change': (change) => {
      if (change.enabled && !receiver.hasSecret) refuse('enabled', 'secret-missing');
      receiver = {
        ...receiver,
        enabled: change.enabled ?? receiver.enabled,
        windowSeconds: change.windowSeconds ?? receiver.windowSeconds,
      };
      return receiver;
    },
    'inbound.addSecret': ({ secret }) => {
      receiver = { ...receiver, hasSecret: true, rotating: receiver.hasSecret };
      return { status: receiver, ...(secret === undefined && { secret: `inbox${'Lp8_wRk4-b'.repeat(4)}` }) };
    },
    'inbound.finishRotation': () => {
      if (!receiver.rotating) refuse('secret', 'not-rotating');
      receiver = { ...receiver, rotating: false };
      return receiver;
    },
    'inbound.events': ({ before = 0, limit }) => page(events, before, limit),
    'remoteInvoice.list': ({ before = 0, limit, status }) => {
      const all = remoteInvoices.filter((one) => status === undefined || one.status === status);
      return { ...page(all, before, limit), total: all.length };
    },

    'remote.get': () => remote,
    'remote.connect': ({ settings, clientSecret, refreshToken }) => {
      if (!/^https:\/\/[^/]|^http:\/\/127\.0\.0\.1/.test(settings.baseUrl))
        refuse('baseUrl', 'https-address');
      if (remote.settings === undefined && clientSecret === undefined) refuse('clientSecret', 'required');
      if (settings.grant === 'refreshToken' && remote.settings?.grant !== 'refreshToken' && !refreshToken)
        refuse('refreshToken', 'required');
      remote = { settings };
      return sync();
    },
    'remote.sync': sync,
    'remote.disconnect': () => {
      remote = {};
      return remote;
    },
  };
}

function page<Row>(all: readonly Row[], before: number, limit: number) {
  const end = before + limit;
  return { rows: all.slice(before, end), ...(end < all.length && { cursor: end }) };
}

function someInvoices(count: number): CommandOutput<'remoteInvoice.list'>['rows'] {
  return Array.from({ length: count }, (_, index) => ({
    uuid: uuidOf(count - index),
    id: `HO-${String(4200 - index).padStart(6, '0')}`,
    status: ['CLEARED', 'CLEARED', 'PENDING', 'REJECTED'][index % 4] ?? 'CLEARED',
    ...(index % 3 === 0 ? { type: 'invoice.cleared' } : {}),
    asOf: iso(now - (index + 1) * 7 * minute),
    updatedAt: iso(now - index * 7 * minute),
    listed: { uuid: uuidOf(count - index), number: `HO-${4200 - index}`, total: '115.00' },
  }));
}

function someEvents(): Event[] {
  const states: Event['state'][] = ['received', 'applied', 'applied', 'outdated', 'kept'];
  return Array.from({ length: 14 }, (_, index) => {
    const state = states[index] ?? 'applied';
    return {
      id: `evt_${String(9000 - index)}`,
      deliveryId: uuidOf(9000 - index),
      type: state === 'kept' ? 'shop.opened' : 'invoice.cleared',
      ...(state !== 'kept' && { invoiceUuid: uuidOf(130 - index) }),
      receivedAt: iso(now - (index + 1) * 3 * minute),
      state,
    };
  });
}
