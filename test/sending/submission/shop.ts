import { afterEach, beforeEach, expect } from 'vitest';
import type { Claimed } from '../../../main/books/ledger/documents/submission.ts';
import type { Ledger } from '../../../main/books/ledger/ledger.ts';
import type { Outcome } from '../../../main/gateway/outcome.ts';
import {
  createSubmitter,
  type Submitter,
  type SubmitterOptions,
} from '../../../main/sending/submission/submitter.ts';
import type { SubmissionMode } from '../../../shared/status.ts';
import { documentFor, newEntry } from '../../books/ledger/sample.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { ledgerInMemory } from '../../support/new-ledger.ts';
import { reported } from '../../support/run/outcomes.ts';

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

/** A real ledger and submitter, with a clock and an authority that the test controls. */
export class Shop {
  readonly clock = new FakeClock();
  readonly ledger: Ledger = ledgerInMemory();
  /** All calls, in order. */
  readonly sent: Claimed[] = [];
  readonly errors: unknown[] = [];
  /** Returns the authority's answer to a call. */
  authority: (claimed: Claimed) => Outcome | Promise<Outcome> = () => reported;
  /** Called at every change. */
  moved: (uuid: string) => void = () => {};
  readonly submitter: Submitter = this.openSubmitter();

  openSubmitter(more: Partial<SubmitterOptions> = {}): Submitter {
    return createSubmitter({
      ledger: this.ledger,
      clock: this.clock,
      random: () => 1,
      concurrency: 4,
      send: async (claimed) => {
        this.sent.push(claimed);
        return this.authority(claimed);
      },
      onChange: (uuid) => this.moved(uuid),
      onError: (error) => this.errors.push(error),
      ...more,
    });
  }

  /** Issues a document now with a deadline in this many milliseconds. Returns its UUID. */
  issue({ mode = 'reporting', dueIn = 24 * hour }: { mode?: SubmissionMode; dueIn?: number } = {}): string {
    const issuedAt = this.clock.now();
    const { entry } = this.ledger.chain.append(
      newEntry({ mode, documentFor: (link) => documentFor(link, { issuedAt, dueAt: issuedAt + dueIn }) }),
    );
    return entry.uuid;
  }

  /** Advances the clock and waits for the calls that begin meanwhile. */
  async pass(milliseconds: number): Promise<void> {
    await this.clock.advance(milliseconds);
    await this.submitter.idle();
  }

  stateOf(uuid: string) {
    return this.ledger.documents.get(uuid)?.submission.state;
  }

  /** Makes calls wait from now on until the test answers them. */
  hold(): { claimed: Claimed; answer: (outcome: Outcome) => void }[] {
    const calls: { claimed: Claimed; answer: (outcome: Outcome) => void }[] = [];
    this.authority = (claimed) =>
      new Promise((answer) => {
        calls.push({ claimed, answer });
      });
    return calls;
  }
}

/** The shop of the current test, which fails on any error in it. */
export let shop: Shop;

/** Gives each test of a file a shop, as `shop`. */
export function provideShop(): void {
  beforeEach(() => {
    shop = new Shop();
  });

  afterEach(async () => {
    await shop.submitter.stop();
    shop.ledger.close();
    expect(shop.errors).toEqual([]);
  });
}
