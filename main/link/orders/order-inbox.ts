import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { type Failure, FailureError } from '../../../shared/failure.ts';
import type { OrderAnswer, OrderKey, Told } from '../../../shared/office/wire/orders.ts';
import { officeOrders, type TakenOrder } from '../../../shared/stored/settings/office.ts';
import { orFail } from '../../../shared/stored/stored-form.ts';
import { orderPin, tillKey } from '../../../shared/stored/vault/entries.ts';
import type { Clock } from '../../base/platform/clock.ts';
import { createSerialQueue } from '../../base/platform/serial-queue.ts';
import type { Settings } from '../../base/platform/settings.ts';
import type { SecretStore } from '../../base/vault/secret-store.ts';
import type { AuditAction } from '../../books/ledger/audit/audit-actions.ts';
import { type OpenOrder, openOrder } from './open-order.ts';
import { type OrderRefusal, readOrder } from './read-order.ts';

/*
 * The orders of the head office at a till. The number of the last accepted order is stored in the vault, so that a
 * restored ledger does not carry out an order again; the results are stored in the ledger.
 */

const none = { open: [], answers: [], done: [] };

/** The number of orders that are shown. */
const mostShown = 30;

type Pin = z.output<(typeof orderPin)['schema']>;

export type OrderInbox = ReturnType<typeof createOrderInbox>;

export interface OrderInboxOptions {
  readonly settings: Settings;
  readonly secrets: SecretStore;
  readonly names: { readonly pin: string; readonly key: string };
  /** The till, as `<tenant>.<device>`. */
  readonly subject: string;
  readonly ledger: string;
  readonly clock: Pick<Clock, 'now'>;
  /**
   * Carries out an order, and again after a power cut unless it has an OTP. Returns a report for the office, at most
   * 100 characters.
   * @throws FailureError the reason why it could not
   */
  readonly carryOut: (order: OpenOrder, number: number) => Promise<string | undefined>;
  readonly audit: (action: AuditAction, detail: object) => void;
  readonly onAnswer: () => void;
  readonly onError: (error: unknown) => void;
}

export async function pinOrderKey(
  secrets: SecretStore,
  settings: Settings,
  name: string,
  key: OrderKey | undefined,
): Promise<void> {
  settings.write(officeOrders, null);
  if (key === undefined) await secrets.delete(name);
  else await secrets.set(name, orderPin.write({ key, last: 0 }));
}

export function createOrderInbox(options: OrderInboxOptions) {
  const { audit, onError } = options;
  /** New orders are accepted while another is carried out, since an onboarding may take minutes. */
  const takings = createSerialQueue();
  const work = createSerialQueue();
  const book = createBook(options);
  const noteRefused = createRefusals(audit);
  const counter = createCounter(options);

  async function takeOne(token: string): Promise<void> {
    const counted = await counter.read();
    if (counted === undefined) return;
    const read = await readOrder(token, { ...options, ...counted, now: options.clock.now() });
    if ('order' in read) {
      const { order, number } = read;
      await counter.advance(counted, number);
      audit('order-taken', { number, kind: order.kind });
      book.open({ number, until: untilOf(token), order, begun: false });
      return;
    }
    const { refused, number } = read;
    noteRefused(token, refused, number);
    if (number === undefined || (refused !== 'expired' && refused !== 'unknown')) return;
    await counter.advance(counted, number);
    book.refuse({ number, result: 'refused', why: refused });
  }

  async function carryOutNext(): Promise<void> {
    const [taken] = book.read().open;
    if (taken === undefined) return;
    const { number, order, until, begun } = taken;
    // An OTP can be used once, and may already have been used.
    if (begun && order.kind === 'otp')
      return book.close(taken, { number, result: 'failed', why: 'interrupted' });
    if (until * 1000 < options.clock.now())
      return book.close(taken, { number, result: 'refused', why: 'expired' });
    book.begin(number);
    book.close(taken, await carriedOut(options, taken));
  }

  function proceed(): void {
    for (const _ of book.read().open) work.run(carryOutNext).catch(onError);
  }

  return {
    /** Returns the part of the next batch about orders; undefined without the office's key. */
    async told(): Promise<Told | undefined> {
      try {
        const counted = await counter.read();
        if (counted === undefined) return undefined;
        const { open, answers } = book.read();
        return {
          last: counted.last,
          working: open.map(({ number }) => number),
          answers: answers.slice(0, 100),
        };
      } catch (error) {
        onError(error);
        return undefined;
      }
    },
    confirm: ({ answers }: Told): void => book.forget(answers),
    /** Accepts signed orders as received. Resolves before they are carried out, and never rejects. */
    async take(tokens: readonly string[]) {
      try {
        await takings.run(async () => {
          for (const token of tokens) await takeOne(token);
        });
      } catch (error) {
        onError(error);
      }
      proceed();
    },
    /** Continues with orders that were accepted before this program began. */
    resume: proceed,
    /** Resolves when every order that was accepted is carried out. */
    settled: work.settled,
  };
}

async function carriedOut(
  { secrets, names, carryOut, onError }: OrderInboxOptions,
  { order, number }: TakenOrder,
): Promise<OrderAnswer> {
  try {
    const key = orFail(tillKey.read((await secrets.get(names.key)) ?? ''));
    const why = await carryOut(await openOrder(order, key), number);
    return { number, result: 'done', ...(why !== undefined && { why }) };
  } catch (error) {
    if (!(error instanceof FailureError)) onError(error);
    const why = error instanceof FailureError ? causeOf(error.failure) : 'internal';
    return { number, result: 'failed', why };
  }
}

/** Returns the failure's code, with the authority's own if there is one, or that of what is wrong in the order. */
function causeOf({ code, detail, issues }: Failure): string {
  const more = detail?.code ?? issues?.[0]?.code;
  return (more === undefined ? code : `${code}: ${more}`).slice(0, 100);
}

/** The pinned key, and the number of the last accepted order. */
function createCounter({ secrets, names }: OrderInboxOptions) {
  let pin: Pin | undefined;
  return {
    async read(): Promise<Pin | undefined> {
      const kept = pin === undefined ? await secrets.get(names.pin) : undefined;
      if (kept !== undefined) pin = orFail(orderPin.read(kept));
      return pin;
    },
    /**
     * The number is written before the order is stored. If the power fails in between, the office sends the order again
     * under another number, or never.
     */
    async advance(before: Pin, last: number): Promise<void> {
      const counted = { ...before, last };
      await secrets.set(names.pin, orderPin.write(counted));
      pin = counted;
    },
  };
}

function createBook({ settings, clock, audit, onAnswer }: OrderInboxOptions) {
  const read = () => settings.read(officeOrders) ?? none;
  const write = (change: Partial<ReturnType<typeof read>>) =>
    settings.write(officeOrders, { ...read(), ...change });
  return {
    read,
    open: (taken: TakenOrder) => write({ open: [...read().open, taken] }),
    begin: (number: number) =>
      write({ open: read().open.map((each) => (each.number === number ? { ...each, begun: true } : each)) }),
    close({ number, order: { kind } }: TakenOrder, answer: OrderAnswer): void {
      const { open, answers, done } = read();
      const { result, why } = answer;
      write({
        open: open.filter((each) => each.number !== number),
        answers: [...answers, answer],
        done: [{ number, kind, at: clock.now(), result, why }, ...done].slice(0, mostShown),
      });
      audit('order-done', { number, kind, result, why });
      onAnswer();
    },
    refuse(answer: OrderAnswer): void {
      write({ answers: [...read().answers, answer] });
      onAnswer();
    },
    forget(confirmed: readonly OrderAnswer[]): void {
      if (confirmed.length === 0) return;
      const isConfirmed = new Set(confirmed.map(({ number }) => number));
      write({ answers: read().answers.filter(({ number }) => !isConfirmed.has(number)) });
    },
  };
}

/** The signature of the token was checked before. */
function untilOf(token: string): number {
  const [, payload = ''] = token.split('.');
  const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { exp: number };
  return exp;
}

/** The number of refusals to remember, so that a repeated order cannot fill the audit log. */
const mostRefusals = 1000;

function createRefusals(audit: OrderInboxOptions['audit']) {
  const noted = new Set<string>();
  return (token: string, why: OrderRefusal, number: number | undefined): void => {
    const digest = createHash('sha256').update(token).digest('base64');
    if (noted.has(digest) || noted.size >= mostRefusals) return;
    noted.add(digest);
    audit('order-refused', { why, ...(why !== 'forged' && { number }) });
  };
}
