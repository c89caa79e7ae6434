import { randomUUID } from 'node:crypto';
import { sign } from '@octokit/webhooks-methods';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect } from 'vitest';
import { createChanges } from '../../../main/books/ledger/database/changes.ts';
import { createInbound, type Inbound } from '../../../main/integration/inbound/inbound.ts';
import { addInboundRoutes } from '../../../main/integration/inbound/routes.ts';
import { openIntegrationStore } from '../../../main/integration/store/integration-store.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { memorySecrets } from '../../support/memory-secrets.ts';

export interface Call {
  readonly body?: string | Buffer;
  readonly secret?: string;
  /** The headers that replace the correct ones; undefined omits a header. */
  readonly headers?: Record<string, string | undefined>;
}

/** A receiver, and a head office whose events are signed by another project's webhook library. */
export class HeadOffice {
  readonly clock = new FakeClock();
  readonly database = openIntegrationStore(':memory:');
  readonly secrets = memorySecrets();
  readonly errors: unknown[] = [];
  readonly changed: string[] = [];
  readonly receiver: Inbound = this.open();
  readonly app: FastifyInstance = Fastify();
  secret = '';

  /** @param database that of the receiver by default */
  open(database = this.database): Inbound {
    return createInbound({
      database,
      changes: createChanges(database),
      secrets: this.secrets,
      vaultPrefix: 'training',
      clock: this.clock,
      onChange: (uuid) => this.changed.push(uuid),
      onEvents: () => {},
      onError: (error) => this.errors.push(error),
    });
  }

  async begin(): Promise<void> {
    addInboundRoutes(this.app, { inbound: this.receiver, path: '/events', plainFromLoopback: true });
    const { secret = '' } = await this.receiver.settings.addSecret();
    this.secret = secret;
    this.receiver.settings.change({ enabled: true });
    this.receiver.start();
  }

  /** Sends a request as the specification requires. Returns the status. */
  async send({ body = event(), secret = this.secret, headers = {} }: Call = {}): Promise<number> {
    const right = {
      'content-type': 'application/json',
      'x-service-event': 'invoice.cleared',
      'x-service-delivery': randomUUID(),
      'x-service-signature': await sign(secret, body.toString()),
      'x-service-timestamp': String(Math.floor(this.clock.now() / 1000)),
    };
    const sent = Object.entries({ ...right, ...headers }).filter(([, value]) => value !== undefined);
    const { statusCode } = await this.app.inject({
      method: 'POST',
      url: '/events',
      payload: body,
      headers: Object.fromEntries(sent) as Record<string, string>,
    });
    return statusCode;
  }

  /** Waits until all stored events have been applied. */
  async settle(): Promise<void> {
    await this.clock.advance(0);
    while (this.receiver.inbox.counts().received > 0) await this.clock.advance(0);
  }

  states(): string[] {
    return this.receiver.inbox
      .list({ limit: 100 })
      .rows.map(({ state }) => state)
      .reverse();
  }

  async close(): Promise<void> {
    this.receiver.stop();
    await this.app.close();
    this.database.close();
  }
}

export const uuid = 'c5a8b7e2-3f0c-4d2e-9a51-0d6c1f0b7a11';

/** Returns an event's body; `more` replaces some of its fields. */
export function event(
  more: { id?: unknown; type?: unknown; createdAt?: unknown; data?: unknown } = {},
  status = 'CLEARED',
): string {
  const createdAt = '2026-11-20T10:00:00Z';
  const data = { invoiceId: 'INV-7', invoiceUuid: uuid, status, clearedAt: createdAt };
  return JSON.stringify({ id: randomUUID(), type: 'invoice.cleared', createdAt, data, ...more });
}

/** The head office of the current test, which fails on any error in it. */
export let office: HeadOffice;

/** Gives each test of a file a head office, as `office`. */
export function provideHeadOffice(): void {
  beforeEach(async () => {
    office = new HeadOffice();
    await office.begin();
  });

  afterEach(async () => {
    await office.close();
    expect(office.errors).toEqual([]);
  });
}
