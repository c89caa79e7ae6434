import { randomUUID } from 'node:crypto';
import { isSigned, sign } from '../../../main/base/network/webhook-signature.ts';
import { cashCoins } from '../../../shared/values/cash-rounding.ts';
import { isWeakPin } from '../../../shared/values/pin.ts';
import type { Random } from '../../crash/random.ts';
import { mona, type Till, type Tills } from './tills.ts';

/** The places of a change: it is made in one process, and its value is used in the other one with the next call. */
export interface Scene {
  readonly by: Till;
  readonly other: Till;
  readonly tills: Tills;
  readonly random: Random;
}

/** Makes a change and uses it. @returns the values that differ, or undefined if the new one was used */
export type Change = (scene: Scene) => Promise<string | undefined>;

const saleOf = (unitPrice: string, more: object = {}) => ({
  saleId: randomUUID(),
  lines: [{ name: 'Tea', quantity: 1, unitPrice, ...more }],
});

const compare = (want: unknown, got: unknown) =>
  JSON.stringify(want) === JSON.stringify(got)
    ? undefined
    : `${JSON.stringify(got)} instead of ${JSON.stringify(want)}`;

const sami = 'Sami';

function pinFrom(random: Random): string {
  const pin = String(random.whole(100_000, 999_999));
  return isWeakPin(pin) || pin === mona.pin ? pinFrom(random) : pin;
}

/** Adds the cashier with a new PIN, and signs him in with it in the other process. */
async function withCashier({ by, other, random }: Scene, use: () => Promise<string | undefined>) {
  const pin = pinFrom(random);
  await by.ask('people.save', { name: sami, role: 'cashier', pin });
  await by.ask('shift.setRequired', { isRequired: false });
  const refused = await other.failure('people.signIn', { name: sami, pin });
  try {
    return refused === undefined ? await use() : `the new PIN: ${refused.code}`;
  } finally {
    await other.ask('people.signIn', mona);
  }
}

export const changes: Readonly<Record<string, Change>> = {
  async company({ by, other, random }) {
    const { company } = await by.ask('company.get', {});
    if (company === undefined) return 'no company';
    const name = `متجر ${random.whole(1, 999_999)} | Shop`;
    await by.ask('company.save', { ...company, name });
    const { uuid } = await other.ask('sale.issue', saleOf('10.00'));
    const { xml } = await other.ask('invoice.xml', { uuid });
    return xml.includes(name) ? undefined : `a document without the name ${name}`;
  },

  'PIN and role': (scene) =>
    withCashier(scene, async () =>
      compare('not-allowed', (await scene.other.failure('network.get', {}))?.code),
    ),

  'end of a person': (scene) =>
    withCashier(scene, async () => {
      await scene.by.ask('people.remove', { name: sami });
      const failure = await scene.other.failure('sale.price', saleOf('10.00'));
      const isRefused = failure !== undefined && failure.code !== 'bad-input';
      return isRefused ? undefined : `somebody who was removed could go on: ${failure?.code}`;
    }),

  limits: (scene) =>
    withCashier(scene, async () => {
      const { by, other, random } = scene;
      const discountPercent = random.whole(1, 40);
      await by.ask('people.setLimits', { discountPercent, asks: [] });
      const discounted = (percent: number) => saleOf('100.00', { discount: { amount: `${percent}.00` } });
      const below = await other.failure('sale.issue', discounted(discountPercent));
      const above = await other.failure('sale.issue', discounted(discountPercent + 1));
      return compare([undefined, 'approval-needed'], [below?.code, above?.code]);
    }),

  async price({ by, other, random }) {
    const code = '10023';
    const price = `${random.whole(1, 900)}.${random.whole(10, 99)}`;
    const find = async (till: Till) =>
      (await till.ask('article.list', { text: code, language: 'en' })).articles.find(({ codes }) =>
        codes.includes(code),
      );
    const before = await find(by);
    const article = { nameEn: 'Tea', codes: [code], price, unit: 'PCE' as const, favourite: false };
    await by.ask('article.save', { article, ...(before && { id: before.id, revision: before.revision }) });
    const { items } = await other.ask('item.find', { text: code });
    return compare(Number(price), Number(items[0]?.unitPrice));
  },

  async shift({ by, other }) {
    await by.ask('shift.setRequired', { isRequired: true });
    const needed = await other.failure('sale.issue', saleOf('10.00'));
    await other.ask('shift.setRequired', { isRequired: false });
    const free = await by.failure('sale.issue', saleOf('10.00'));
    return compare(['no-shift', undefined], [needed?.code, free?.code]);
  },

  async 'cash rounding'({ by, other, random }) {
    const [coin, next] = random.chance(0.5) ? [cashCoins[0], undefined] : [undefined, cashCoins[0]];
    await by.ask('sale.setCashRounding', { coin });
    const first = (await other.ask('terminal.status', {})).cashRounding;
    await other.ask('sale.setCashRounding', { coin: next });
    const second = (await by.ask('terminal.status', {})).cashRounding;
    return compare([coin, next], [first, second]);
  },

  async receipt({ by, other, random }) {
    const footer = `نراكم ${random.whole(1, 999_999)}`;
    const { shop, autoPrint, paper } = await by.ask('receipt.settings', {});
    await by.ask('receipt.setSettings', { autoPrint, paper, shop: { ...shop, footer: [footer] } });
    const { uuid } = await other.ask('sale.issue', saleOf('10.00'));
    const printed = await other.ask('receipt.print', { uuid });
    if (printed.by !== 'page') return 'not printed by the page';
    return printed.html.includes(footer) ? undefined : `a receipt without ${footer}`;
  },

  async 'secret of a webhook'({ by, other, tills }) {
    const { endpoint: id, receiver, secrets } = tills;
    const secret = `whsec-${randomUUID()}`;
    const isSignedBy = async (till: Till, some: readonly string[]) => {
      await till.ask('webhook.sendTest', { id });
      return isSigned(Buffer.from(receiver.got.body), some, receiver.got.signature);
    };
    await by.ask('webhook.rotateSecret', { id, secret });
    const both = await isSignedBy(other, [secrets.webhook, secret]);
    await other.ask('webhook.finishRotation', { id });
    secrets.webhook = secret;
    return compare([true, true], [both, await isSignedBy(by, [secret])]);
  },

  async 'secret of a sender'({ by, other, tills }) {
    const { api, secrets } = tills;
    const send = async (secret: string) => {
      const data = { invoiceId: 'INV-7', invoiceUuid: randomUUID(), status: 'CLEARED' };
      const createdAt = new Date().toISOString();
      const body = JSON.stringify({ id: randomUUID(), type: 'invoice.cleared', createdAt, data });
      const headers = {
        'content-type': 'application/json',
        'x-service-event': 'invoice.cleared',
        'x-service-delivery': randomUUID(),
        'x-service-signature': sign(Buffer.from(body), secret),
        'x-service-timestamp': String(Math.floor(Date.now() / 1000)),
      };
      return (await fetch(`${api}/webhooks/events`, { method: 'POST', headers, body })).status;
    };
    const { secret = '' } = await by.ask('inbound.addSecret', {});
    const during = [await send(secrets.inbound), await send(secret)];
    await other.ask('inbound.finishRotation', {});
    const after = [await send(secrets.inbound), await send(secret)];
    secrets.inbound = secret;
    return compare([200, 200, 401, 200], [...during, ...after]);
  },

  async program({ by, other, tills }) {
    const scopes = ['invoices.read' as const];
    const made = await by.ask('integration.clients.create', { kind: 'service', name: 'Web', scopes });
    const { id } = made.client;
    const come = async (secret = '') => {
      const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
      const body = new URLSearchParams(form);
      return (await fetch(`${tills.api}/oauth/token`, { method: 'POST', body })).status;
    };
    const first = await come(made.secret);
    const { secret } = await other.ask('integration.clients.rotate', { id, graceHours: 0 });
    const [old, fresh] = [await come(made.secret), await come(secret)];
    await by.ask('integration.clients.revoke', { id });
    return compare([200, 401, 200, 401], [first, old, fresh, await come(secret)]);
  },

  async 'integration layer'({ by, other, tills, random }) {
    const chosen = random.pick(tills.layers);
    const { id, secret } = chosen.layer.client;
    await by.ask('remote.connect', {
      settings: { baseUrl: chosen.address, clientId: id },
      clientSecret: secret,
    });
    const before = tills.layers.map(({ layer }) => layer.requests.length);
    const { lastSync } = await other.ask('remote.sync', {});
    const called = tills.layers.filter(({ layer }, index) => layer.requests.length > (before[index] ?? 0));
    if (lastSync?.failure !== undefined) return `the layer refused: ${lastSync.failure.code}`;
    return compare(
      [chosen.address],
      called.map(({ address }) => address),
    );
  },

  async proxy({ by, other, random }) {
    const proxy = `http://127.0.0.1:${random.whole(1025, 60_000)}`;
    await by.ask('network.setProxy', { proxy });
    const { proxy: used } = await other.ask('network.get', {});
    await other.ask('network.setProxy', { proxy: 'none' });
    return compare([proxy, 'none'], [used, (await by.ask('network.get', {})).proxy]);
  },

  async language({ by, other, random }) {
    const language = random.pick(['ar', 'en'] as const);
    await by.ask('people.setLanguage', { language });
    return compare(language, (await other.ask('terminal.status', {})).language);
  },
};
