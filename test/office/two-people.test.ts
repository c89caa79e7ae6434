import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderContext } from '../../main/office/orders/orders.ts';
import { isSameName } from '../../main/office/people/look-of-name.ts';
import { inviteAgain } from '../../main/office/people/people.ts';
import { signIn } from '../../main/office/people/sign-in.ts';
import { watchOnce } from '../../main/office/watch/watch.ts';
import { createFairQueue } from '../../main/office/web/fair-queue.ts';
import type { Grant } from '../../shared/office/people.ts';
import { orderContext, orderedTill, time } from '../link/ordered-till.ts';
import { hasServer, office, people, provideOffice } from './office.ts';
import {
  makeLinksOld,
  type OfficeBrowser,
  officeApp,
  officeBrowser,
  officeOwner,
  officeTime,
} from './office-browser.ts';

/* Tests that two people are two, that a stop and a manager need them, and that nobody passes for somebody else. */

const owners: Grant = { role: 'owner', entities: [], branches: [], until: null };

describe.skipIf(!hasServer)('two people', () => {
  provideOffice();
  let context: OrderContext;
  let app: FastifyInstance;
  let till: Awaited<ReturnType<typeof orderedTill>>;
  let first: Awaited<ReturnType<typeof officeOwner>>;
  beforeAll(async () => {
    if (!hasServer) return;
    context = await orderContext();
    app = officeApp({ signer: context.signer });
    officeTime.now = time.now;
    till = await orderedTill(context);
    first = await officeOwner(app, 'Shops', 'first@shops.example');
  });
  afterAll(() => app?.close());

  /** Signs in somebody whom this owner invites now. */
  async function invited(by: Pick<OfficeBrowser, 'call'>, name: string) {
    const added = await by.call('person.invite', { name, ...owners });
    if (!added.ok) throw new Error(added.failure.code);
    const browser = officeBrowser(app);
    const keys = await browser.accept(added.value.link, `${name}@shops.example`);
    return { ...browser, keys, person: added.value.person };
  }

  async function ask(by: Pick<OfficeBrowser, 'call'>): Promise<number> {
    const answer = await by.call('stop.ask', { device: till.device, stopped: true, why: 'other' });
    return answer.ok ? answer.value.request : 0;
  }

  const confirm = async (by: Pick<OfficeBrowser, 'call'>, request: number) => {
    const answer = await by.call('stop.confirm', { device: till.device, request });
    return answer.ok ? 'confirmed' : answer.failure.code;
  };

  it('are not one person with the link that they made, by themselves or through others', async () => {
    const second = await invited(first, 'second');
    const third = await invited(second, 'third');
    const request = await ask(first);
    expect(await confirm(first, request)).toBe('second-person');
    expect(await confirm(second, request)).toBe('second-person');
    expect(await confirm(third, request)).toBe('second-person');
    expect(await confirm(first, await ask(third))).toBe('second-person');
    await makeLinksOld();
    // Somebody who is invited again by the other counts as that one, however long they have been there.
    await first.call('person.inviteAgain', { person: second.person });
    expect(await confirm(third, request)).toBe('confirmed');
  });

  it('ask for nothing any more once they are removed', async () => {
    const gone = await invited(first, 'gone');
    const other = await invited(first, 'other');
    await makeLinksOld();
    const request = await ask(gone);
    expect(await first.call('person.remove', { person: gone.person })).toMatchObject({ ok: true });
    expect(await confirm(other, request)).toBe('not-found');
    const list = await first.call('order.list', {});
    expect(list.ok && list.value.pending.filter((each) => each.request === request)).toEqual([]);
  });

  it('are seen by every owner, as an alarm of the till, for a day', async () => {
    await ask(first);
    const causes = async () => {
      await watchOnce(office.database, officeTime.now);
      const answer = await first.call('alarm.list', {});
      return answer.ok ? answer.value.present.map(({ cause }) => cause) : [];
    };
    expect(await causes()).toContain('agreement');
    officeTime.now += 25 * 3_600_000;
    time.now = officeTime.now;
    first = { ...first, ...(await signedInAgain()) };
    expect(await causes()).not.toContain('agreement');
  });

  const signedInAgain = async () => {
    const browser = officeBrowser(app);
    const { code, ...keys } = first.keys;
    await browser.call('session.signIn', { ...keys, code: code() });
    return browser;
  };

  it('make a manager by order, and one of them makes none', async () => {
    const second = await invited(first, 'agreeing');
    await makeLinksOld();
    const order = (role: 'cashier' | 'manager') => ({
      kind: 'people' as const,
      save: [{ name: 'Sami', role, pin: '918273' }],
    });
    const send = (role: 'cashier' | 'manager') =>
      first.call('order.send', { devices: [till.device], order: order(role), days: 1 });
    expect(await send('manager')).toMatchObject({ value: { sent: 1 } });
    await send('cashier');
    await till.carriedOut();
    const made = () =>
      till.done.flatMap((each) => (each.kind === 'people' ? each.save.map(({ role }) => role) : []));
    expect(made()).toEqual(['cashier']);
    const list = await second.call('order.list', {});
    const waits = list.ok ? list.value.pending.filter(({ kind }) => kind === 'manager') : [];
    expect(waits).toMatchObject([{ device: till.device, isOwn: false }]);
    const request = waits[0]?.request ?? 0;
    expect(await first.call('order.confirm', { device: till.device, request })).toMatchObject({
      failure: { code: 'second-person' },
    });
    expect(await second.call('order.confirm', { device: till.device, request })).toMatchObject({ ok: true });
    await till.carriedOut();
    await till.carriedOut();
    expect(made()).toEqual(['cashier', 'manager']);
  });

  it('lose a session that begins in the moment of another link', async () => {
    const person = await invited(first, 'racing');
    officeTime.now += 60_000;
    let isMade = false;
    const racing: typeof office.database = {
      ...office.database,
      async within(...given) {
        const done = await office.database.within(...given);
        // The password and the code have been found right.
        if (!isMade) {
          isMade = true;
          await inviteAgain(people(), { tenant: till.tenant, person: null }, person.person, officeTime.now);
        }
        return done;
      },
    };
    const { code, ...keys } = person.keys;
    const given = { ...keys, code: code(), address: '10.0.0.9' };
    await expect(signIn({ ...people(), database: racing }, given, officeTime.now)).rejects.toMatchObject({
      failure: { code: 'wrong-sign-in' },
    });
    const { rows } = await office.database.asOwner((client) =>
      client.query('SELECT FROM session WHERE person = $1', [person.person]),
    );
    expect([isMade, rows.length]).toEqual([true, 0]);
  });

  it('have names that a reader can tell apart', async () => {
    await invited(first, 'Salem');
    for (const name of ['salem', 'S\u0430lem', 'Sa1em', 'Sa\u2009lem'.replace('\u2009', ''), 'SALE\u041c'])
      expect(await first.call('person.invite', { name, ...owners }), name).toMatchObject({
        failure: { code: 'name-taken' },
      });
    expect(isSameName('\u0633\u0627\u0645\u064a', '\u0633\u0623\u0645\u0649')).toBe(true);
    expect(isSameName('Mona', 'Muna')).toBe(false);
  });
});

describe('a fair queue', () => {
  it('lets one person wait for one piece of another’s at the most', async () => {
    const queue = createFairQueue();
    const done: string[] = [];
    const piece = (name: string) => async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push(name);
    };
    const many = Array.from({ length: 8 }, (_, index) => queue(1, piece(`large ${index}`)));
    const other = queue(2, piece('other'));
    const failing = queue(2, async () => {
      throw new Error('unreadable');
    });
    await expect(failing).rejects.toThrow('unreadable');
    await Promise.all([...many, other]);
    expect(done.indexOf('other')).toBe(1);
    expect(done).toHaveLength(9);
  });
});
