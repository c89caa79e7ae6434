import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { trainingCompany } from '../../main/app/environment/credentials/training.ts';
import type { OpenOrder } from '../../main/link/orders/open-order.ts';
import { createOrderInbox, pinOrderKey } from '../../main/link/orders/order-inbox.ts';
import { createOrderBoard } from '../../main/office/orders/order-board.ts';
import { openOrderSigner } from '../../main/office/orders/order-key.ts';
import { type OrderContext, sendOrder } from '../../main/office/orders/orders.ts';
import { addTill, enrol, knownTill, tenantNamed } from '../../main/office/tills/tills.ts';
import { type Failure, FailureError } from '../../shared/failure.ts';
import type { OrderInput } from '../../shared/office/wire/orders.ts';
import { tillKey } from '../../shared/stored/vault/entries.ts';
import { office } from '../office/office.ts';
import { newFolder } from '../support/khatm.ts';
import { memorySecrets } from '../support/memory-secrets.ts';
import { ledgerIn } from '../support/new-ledger.ts';

/** The time at the office and at the till. */
export const time = { now: Date.UTC(2026, 10, 20, 10) };
const names = { pin: 'pin', key: 'key' };
const hour = 3_600_000;
const { vatNumber } = trainingCompany;

export async function orderContext(): Promise<OrderContext> {
  const signer = await openOrderSigner(office.database, path.join(office.folder, 'order-key.json'));
  return { database: office.database, signer, now: () => time.now };
}

/** Opens a till's inbox of orders over a real ledger, enrolled at the office. */
export async function orderedTill(context: OrderContext, { name = 'Till', serial = '1-A|2-B|3-C' } = {}) {
  const { database } = context;
  const secrets = memorySecrets();
  const file = path.join(newFolder('ordered'), 'ledger.db');
  let ledger = ledgerIn(file, 'simulation');
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  await secrets.set(names.key, tillKey.write(tillKey.schema.parse(jwk)));
  const tenant = await tenantNamed(database, 'Shops');
  const code = await addTill(database, { tenant, vatNumber, branch: 'Olaya', name });
  const { kty, crv, x, y } = jwk as { kty: 'EC'; crv: 'P-256'; x: string; y: string };
  const request = { code, publicKey: { kty, crv, x, y }, serial, vatNumber, ledger: ledger.id };
  const answer = await enrol(database, request, context.signer.publicKey);
  if (answer.result !== 'enrolled') throw new Error(answer.code);
  const { device } = answer;
  await pinOrderKey(secrets, ledger.settings, names.pin, answer.orderKey);
  const { key } = (await knownTill(database, tenant, device)) ?? {};
  if (key === undefined) throw new Error('not known');
  const board = createOrderBoard(context, { every: 0 });
  /** The orders carried out so far, in sequence. */
  const done: OpenOrder[] = [];
  const errors: unknown[] = [];
  let carryOut = async (order: OpenOrder): Promise<undefined> => {
    done.push(order);
  };

  let running = 0;
  function openInbox() {
    running += 1;
    const started = running;
    return createOrderInbox({
      settings: ledger.settings,
      secrets,
      names,
      subject: `${tenant}.${device}`,
      ledger: ledger.id,
      clock: { now: () => time.now },
      // A program that was killed carries out nothing.
      carryOut: (order) => (started === running ? carryOut(order) : new Promise<never>(() => undefined)),
      audit: (action, detail) => ledger.audit.write({ at: time.now, actor: 'head office', action, detail }),
      onAnswer: () => undefined,
      onError: (error) => errors.push(error),
    });
  }
  let inbox = openInbox();

  /** Sends one post, as the feed does. */
  async function post({ answerIsLost = false } = {}): Promise<string[]> {
    const told = await inbox.told();
    if (told === undefined || key === undefined) return [];
    const tokens = await board.answer(key, told);
    if (answerIsLost) return tokens;
    inbox.confirm(told);
    await inbox.take(tokens);
    return tokens;
  }

  return {
    tenant,
    device,
    key,
    secrets,
    done,
    errors,
    post,
    file,
    get ledger() {
      return ledger;
    },
    get inbox() {
      return inbox;
    },
    send: (order: OrderInput, until = time.now + hour) =>
      sendOrder(context, { tenant, device, make: () => order, by: 'Mona', until }),
    async carriedOut() {
      await post();
      await inbox.settled();
      await post();
    },
    failWith(code: 'gateway-refused' | 'bad-input' | undefined, issues?: Failure['issues']) {
      carryOut = async (order) => {
        if (code !== undefined) throw new FailureError({ code, issues });
        done.push(order);
      };
    },
    /** Makes orders hang, as if the power failed. */
    hang() {
      carryOut = () => new Promise<never>(() => undefined);
    },
    /** Starts the program again, and with another ledger file if one is given. */
    restart(from?: string) {
      carryOut = async (order) => {
        done.push(order);
      };
      ledger.close();
      ledger = ledgerIn(from ?? file, 'simulation');
      inbox = openInbox();
      inbox.resume();
    },
  };
}

export const contactOf = (name: string): OrderInput => ({ kind: 'contact', contact: { name } });
