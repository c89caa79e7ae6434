import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownersLink } from '../../main/office/people/people.ts';
import { totpCode } from '../../main/office/people/totp.ts';
import { tenantNamed } from '../../main/office/tills/tills.ts';
import { officeRoles } from '../../shared/office/command.ts';
import { type OfficeName, officeContract } from '../../shared/office/contract.ts';
import type { Grant } from '../../shared/office/people.ts';
import { hasServer, office, people, provideOffice } from './office.ts';
import { colleague, officeApp, officeBrowser, officeOwner, officeTime } from './office-browser.ts';

/* Tests people of the head office: how they sign in, what each role may request, and what the log records. */

const minute = 60_000;
let app: FastifyInstance;
let number = 0;

/** Opens a separate office and signs its owner in. */
async function newOffice() {
  number += 1;
  const tenant = `Office ${number}`;
  return { tenant, owner: await officeOwner(app, tenant, `owner${number}@example.com`) };
}

/** Adds a branch to the office of a tenant. */
async function newBranch(name: string): Promise<number> {
  const tenant = await tenantNamed(office.database, name);
  const { rows } = await office.database.within({ tenant }, (client) =>
    client.query<{ branch: number }>(
      `WITH e AS (INSERT INTO entity (tenant, vat_number) VALUES ($1, '399999999900003') RETURNING entity)
       INSERT INTO branch (tenant, entity, name) SELECT $1, entity, 'Olaya' FROM e RETURNING branch`,
      [tenant],
    ),
  );
  return rows[0]?.branch ?? 0;
}

it('makes the codes of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890');
  // The expected codes are the last six of the eight digits in Appendix B, at 59 s, 1111111109 s and 20000000000 s.
  expect([59, 1_111_111_109, 20_000_000_000].map((at) => totpCode(secret, Math.floor(at / 30)))).toEqual([
    '287082',
    '081804',
    '353130',
  ]);
});

describe.skipIf(!hasServer)('people of the head office', () => {
  provideOffice();
  beforeAll(() => {
    if (hasServer) app = officeApp();
  });
  afterAll(() => app?.close());

  it('lets the owner in by a link that works once', async () => {
    const { tenant, owner } = await newOffice();
    expect(await owner.call('session.get', {})).toMatchObject({ value: { person: { role: 'owner' } } });
    const other = officeBrowser(app);
    const dead = { ok: false, failure: { code: 'link-dead' } };
    expect(await other.call('invitation.look', { link: owner.link })).toEqual(dead);
    const id = await tenantNamed(office.database, tenant);
    expect(await ownersLink(people(), id, officeTime.now)).toBeUndefined();
    // A new link requested at the machine replaces the owner's credentials.
    const again = (await ownersLink(people(), id, officeTime.now, true)) ?? '';
    expect(await owner.call('session.get', {})).toEqual({ ok: true, value: { isDemo: false, person: null } });
    expect(await other.call('invitation.look', { link: again })).toMatchObject({ ok: true });
    officeTime.now += 4 * 24 * 3600_000;
    expect(await other.call('invitation.look', { link: again })).toEqual(dead);
  });

  it('has one spelling of a name, and one person of it', async () => {
    const { owner } = await newOffice();
    const all: Grant = { role: 'support', entities: [], branches: [], until: null };
    const invited = await owner.call('person.invite', { name: 'Mo\u200bna  Al Harbi', ...all });
    const listed = await owner.call('person.list', {});
    expect(listed.ok && listed.value.people.map(({ name }) => name)).toContain('Mona Al Harbi');
    const taken = { ok: false, failure: { code: 'name-taken' } };
    expect(await owner.call('person.invite', { name: 'Mona\u00a0Al Harbi', ...all })).toEqual(taken);
    await owner.call('person.remove', { person: (invited.ok && invited.value.person) || 0 });
    expect(await owner.call('person.invite', { name: 'Mona Al Harbi', ...all })).toMatchObject({ ok: true });
  });

  it('has one person of a name that is invited several times at once', async () => {
    const { owner } = await newOffice();
    const grant: Grant = { role: 'support', entities: [], branches: [], until: null };
    for (const name of ['Huda', 'Rami', 'Lama']) {
      const invited = await Promise.all(
        ['', '\u200b', ' ', '\u00a0'].map((end) =>
          owner.call('person.invite', { name: name + end, ...grant }),
        ),
      );
      expect(invited.filter(({ ok }) => ok)).toHaveLength(1);
      const refused = invited.filter(({ ok }) => !ok);
      expect(refused).toEqual(refused.map(() => ({ ok: false, failure: { code: 'name-taken' } })));
    }
  });

  it('signs in by password and a code that serves once', async () => {
    const { owner } = await newOffice();
    const { code, ...keys } = owner.keys;
    const browser = officeBrowser(app);
    const wrong = { ok: false, failure: { code: 'wrong-sign-in' } };
    // The code was already used for the invitation.
    expect(await browser.call('session.signIn', { ...keys, code: code() })).toEqual(wrong);
    officeTime.now += minute;
    const once = { ...keys, code: code() };
    expect(await browser.call('session.signIn', { ...once, password: 'another password' })).toEqual(wrong);
    expect(await browser.call('session.signIn', once)).toEqual({ ok: true, value: {} });
    expect(await officeBrowser(app).call('session.signIn', once)).toEqual(wrong);
    expect(await browser.call('till.list', {})).toMatchObject({ ok: true });
    expect(await browser.call('session.signOut', {})).toMatchObject({ ok: true });
    expect(await browser.call('till.list', {})).toEqual({ ok: false, failure: { code: 'signed-out' } });
  });

  it('ends a session after half an hour without a request, and after twelve hours', async () => {
    const { owner } = await newOffice();
    const isIn = async () => (await owner.call('till.list', {})).ok;
    for (let minutes = 0; minutes < 12 * 60; minutes += 29) {
      expect(await isIn(), `${minutes}`).toBe(true);
      officeTime.now += 29 * minute;
    }
    expect(await isIn()).toBe(false);
    const { owner: other } = await newOffice();
    officeTime.now += 31 * minute;
    expect(await other.call('till.list', {})).toMatchObject({ failure: { code: 'signed-out' } });
  });

  it('makes wrong attempts wait, known name or not, also many at once', async () => {
    const { owner } = await newOffice();
    officeTime.now += minute;
    const origin = 'https://office.example';
    const far = officeApp({ origin });
    for (const email of [owner.keys.email, 'nobody@example.com']) {
      const address = email === owner.keys.email ? '10.0.0.1' : '10.0.0.2';
      const browser = officeBrowser(far, { address, origin });
      const guess = { email, password: 'a guess', code: '000000' };
      const codes = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const answer = await browser.call('session.signIn', guess);
          return answer.ok ? 'in' : answer.failure.code;
        }),
      );
      expect(codes.sort(), email).toEqual([
        ...Array.from({ length: 3 }, () => 'sign-in-locked'),
        ...Array.from({ length: 5 }, () => 'wrong-sign-in'),
      ]);
    }
    const { code, ...keys } = owner.keys;
    const browser = officeBrowser(far, { address: '10.0.0.1', origin });
    // The browser that the owner signed in with before continues, even if strangers try to sign in.
    expect(await owner.call('session.signIn', { ...keys, code: '000000' })).toMatchObject({
      failure: { code: 'wrong-sign-in' },
    });
    expect(await browser.call('session.signIn', { ...keys, code: code() })).toEqual({
      ok: false,
      failure: { code: 'sign-in-locked', detail: { seconds: 30 } },
    });
    // A new browser elsewhere lets its owner in at once: the strangers keep out their own network alone.
    const elsewhere = officeBrowser(far, { address: '10.0.0.3', origin });
    expect(await elsewhere.call('session.signIn', { ...keys, code: code() })).toMatchObject({ ok: true });
    officeTime.now += 31_000;
    expect(await browser.call('session.signIn', { ...keys, code: code() })).toMatchObject({ ok: true });
    await far.close();
  });

  it('lets nobody who has the password alone try all codes, from whatever networks', async () => {
    const { owner } = await newOffice();
    officeTime.now += minute;
    const origin = 'https://office.example';
    const far = officeApp({ origin });
    const { email, password } = owner.keys;
    const answers: string[] = [];
    for (let network = 0; network < 7; network += 1) {
      const browser = officeBrowser(far, { address: `10.1.0.${network}`, origin });
      const answer = await browser.call('session.signIn', { email, password, code: '000000' });
      answers.push(answer.ok ? 'in' : answer.failure.code);
    }
    expect(answers).toEqual([
      ...Array.from({ length: 5 }, () => 'wrong-sign-in'),
      ...Array.from({ length: 2 }, () => 'sign-in-locked'),
    ]);
    await far.close();
  });

  it('takes a call from its own pages alone, with a cookie that no script and no other site gets', async () => {
    const { owner } = await newOffice();
    for (const [headers, status] of [
      [{}, 200],
      [{ origin: 'http://127.0.0.1:9090' }, 403],
      [{ origin: 'null' }, 403],
      [{ origin: '' }, 403],
      [{ host: 'office.example', origin: 'http://office.example' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'x-forwarded-for': '10.0.0.4' }, 403],
      [{ 'content-type': 'text/plain' }, 403],
    ] as const)
      expect((await owner.send('till.list', {}, headers)).statusCode, JSON.stringify(headers)).toBe(status);
    officeTime.now += minute;
    const { code, ...keys } = owner.keys;
    const reply = await officeBrowser(app).send('session.signIn', { ...keys, code: code() });
    const [session, mark] = [reply.headers['set-cookie']].flat();
    expect(session).toMatch(/^khatm_office=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/office$/);
    expect(mark).toMatch(
      /^khatm_office_browser=[\w-]{32}; Max-Age=7776000; HttpOnly; SameSite=Strict; Path=\/office$/,
    );
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'");
    const secure = officeApp({ origin: 'https://office.example' });
    officeTime.now += minute;
    const ownOrigin = { host: 'office.example', origin: 'https://office.example' };
    const safe = await officeBrowser(secure).send('session.signIn', { ...keys, code: code() }, ownOrigin);
    const [safeSession = '', ...safeMarks] = [safe.headers['set-cookie'] ?? []].flat();
    expect(safeSession).toMatch(
      /^__Host-khatm_office=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Secure$/,
    );
    for (const safeMark of safeMarks)
      expect(safeMark).toMatch(/^__Host-khatm_office_browser=.*; Path=\/; Secure$/);
    // A page of a neighbouring host, or of plain HTTP, can set a cookie of the plain name alone.
    const [pair = ''] = safeSession.split(';');
    const seen = async (cookie: string) =>
      (await officeBrowser(secure).send('session.get', {}, { ...ownOrigin, cookie })).json<{
        value: { person: object | null };
      }>().value.person !== null;
    expect([await seen(pair), await seen(pair.replace('__Host-', ''))]).toEqual([true, false]);
    await secure.close();
  });

  it('has nobody of a branch who sees every branch', async () => {
    const { tenant, owner } = await newOffice();
    const clerk = await colleague(app, owner, `b${number}@example.com`, {});
    const whole: Grant = { role: 'branch', entities: [], branches: [], until: null };
    const entities = [1];
    const wrong = { ok: false, failure: { code: 'bad-input', issues: [{ path: ['branches'] }] } };
    for (const grant of [whole, { ...whole, entities }]) {
      expect(await owner.call('person.invite', { name: 'Of no branch', ...grant })).toMatchObject(wrong);
      expect(await owner.call('person.change', { person: clerk.person, ...grant })).toMatchObject(wrong);
    }
    const branches = [await newBranch(tenant)];
    const one = { ...whole, branches };
    expect(await owner.call('person.change', { person: clerk.person, ...one })).toMatchObject({ ok: true });
  });

  it('lets each role do what the contract says, and nothing without a session', async () => {
    const { tenant, owner } = await newOffice();
    const branches = [await newBranch(tenant)];
    const guarded = (Object.keys(officeContract) as OfficeName[]).filter(
      (name) => officeContract[name].roles !== 'anybody',
    );
    expect(guarded.length).toBeGreaterThan(8);
    const stranger = officeBrowser(app);
    for (const name of guarded)
      expect((await stranger.send(name, {})).json(), name).toMatchObject({ failure: { code: 'signed-out' } });
    for (const role of officeRoles) {
      const person = await colleague(app, owner, `${role}-${number}@example.com`, {
        ...{ role, branches: role === 'branch' ? branches : [] },
      });
      for (const name of guarded) {
        if (name === 'session.signOutEverywhere') continue;
        // No command accepts this input, so nothing happens even if the role is allowed.
        const answer = (await person.send(name, { nonsense: true })).json<{ failure: { code: string } }>();
        const may = (officeContract[name].roles as readonly string[]).includes(role);
        expect(answer.failure.code, `${role} ${name}`).toBe(may ? 'bad-input' : 'not-allowed');
      }
    }
  });

  it('ends everything of a person who is removed, or whose last day is over', async () => {
    const { owner } = await newOffice();
    const auditor = await colleague(app, owner, `a${number}@example.com`, {
      role: 'auditor',
      until: new Date(officeTime.now + 3 * 3600_000).toISOString().slice(0, 10),
    });
    const clerk = await colleague(app, owner, `t${number}@example.com`, {});
    const signedOut = { ok: false, failure: { code: 'signed-out' } };
    expect(await owner.call('person.remove', { person: clerk.person })).toMatchObject({ ok: true });
    expect(await clerk.call('till.list', {})).toEqual(signedOut);
    officeTime.now += minute;
    const { code, ...keys } = clerk.keys;
    expect(await clerk.call('session.signIn', { ...keys, code: code() })).toMatchObject({
      failure: { code: 'wrong-sign-in' },
    });
    expect(await auditor.call('till.list', {})).toMatchObject({ ok: true });
    const midnight =
      (Math.floor((officeTime.now + 3 * 3600_000) / 86_400_000) + 1) * 86_400_000 - 3 * 3600_000;
    officeTime.now = midnight - minute;
    const { code: auditorsCode, ...auditorsKeys } = auditor.keys;
    expect(await auditor.call('session.signIn', { ...auditorsKeys, code: auditorsCode() })).toMatchObject({
      ok: true,
    });
    officeTime.now = midnight + minute;
    expect(await auditor.call('till.list', {})).toEqual(signedOut);
    expect(await auditor.call('session.signIn', { ...auditorsKeys, code: auditorsCode() })).toMatchObject({
      ok: false,
    });
  });

  it('prints the owner’s link once, and gives a new one to an owner who may let others in', async () => {
    const id = await tenantNamed(office.database, 'Started twice');
    const link = (await ownersLink(people(), id, officeTime.now)) ?? '';
    // While nobody has used the link, the next start leaves it unchanged.
    expect(await ownersLink(people(), id, officeTime.now)).toBeUndefined();
    const browser = officeBrowser(app);
    const keys = await browser.accept(link, 'first@example.com');
    const until = new Date(officeTime.now + 24 * 3600_000).toISOString().slice(0, 10);
    const grant: Grant = { role: 'owner', entities: [], branches: [], until };
    const owner = { ...browser, keys, link };
    await colleague(app, owner, 'ended@example.com', grant);
    officeTime.now += 3 * 24 * 3600_000;
    const again = (await ownersLink(people(), id, officeTime.now, true)) ?? '';
    expect(await browser.call('invitation.look', { link: again })).toMatchObject({
      value: { name: 'Owner' },
    });
  });

  it('keeps one owner', async () => {
    const { owner } = await newOffice();
    const me = await owner.call('session.get', {});
    const person = me.ok ? (me.value.person?.person ?? 0) : 0;
    const last = { ok: false, failure: { code: 'last-owner' } };
    const grant: Grant = { role: 'tax', entities: [], branches: [], until: null };
    expect(await owner.call('person.remove', { person })).toEqual(last);
    expect(await owner.call('person.change', { person, ...grant })).toEqual(last);
    const other = await colleague(app, owner, `o${number}@example.com`, { role: 'owner' });
    const both = await Promise.all([
      owner.call('person.remove', { person: other.person }),
      other.call('person.remove', { person }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('shows the log and the people of all branches to nobody who sees one', async () => {
    const { tenant: name, owner } = await newOffice();
    const tenant = await tenantNamed(office.database, name);
    const { rows } = await office.database.within({ tenant }, (client) =>
      client.query<{ entity: number }>(
        `INSERT INTO entity (tenant, vat_number) VALUES ($1, '399999999900003') RETURNING entity`,
        [tenant],
      ),
    );
    const part: Partial<Grant> = { role: 'auditor', entities: rows.map(({ entity }) => entity) };
    const auditor = await colleague(app, owner, `l${number}@example.com`, part);
    const not = { ok: false, failure: { code: 'not-allowed' } };
    expect(await auditor.call('log.list', {})).toEqual(not);
    expect(await auditor.call('log.check', {})).toEqual(not);
    const half = await colleague(app, owner, `h${number}@example.com`, { ...part, role: 'owner' });
    expect(await half.call('person.list', {})).toEqual(not);
    expect(await owner.call('log.list', {})).toMatchObject({ ok: true });
  });

  it('takes no grants from an owner of a part, or until a day', async () => {
    const { owner } = await newOffice();
    const until = new Date(officeTime.now + 30 * 24 * 3600_000).toISOString().slice(0, 10);
    const guest = await colleague(app, owner, `g${number}@example.com`, { role: 'owner', until });
    const all: Grant = { role: 'owner', entities: [], branches: [], until: null };
    const not = { ok: false, failure: { code: 'not-allowed' } };
    expect(await guest.call('person.change', { person: guest.person, ...all })).toEqual(not);
    expect(await guest.call('person.invite', { name: 'A friend', ...all })).toEqual(not);
    const me = await owner.call('session.get', {});
    const person = me.ok ? (me.value.person?.person ?? 0) : 0;
    expect(await guest.call('person.inviteAgain', { person })).toEqual(not);
    expect(await guest.call('person.remove', { person })).toEqual(not);
  });

  it('writes down what people do in a chain, and finds a line that was changed or cut off', async () => {
    const { tenant, owner } = await newOffice();
    await colleague(app, owner, `x${number}@example.com`, {});
    const list = await owner.call('log.list', {});
    expect(list.ok && list.value.lines.map(({ action }) => action)).toEqual([
      'invitation.accepted',
      'person.invited',
      'invitation.accepted',
      'person.invited',
    ]);
    expect(await owner.call('log.check', {})).toEqual({ ok: true, value: { lines: 4, brokenAt: null } });
    const id = await tenantNamed(office.database, tenant);
    const tamper = (sql: string) => office.database.asOwner((client) => client.query(sql, [id]));
    await tamper(`UPDATE office_line SET detail = '{}' WHERE tenant = $1 AND id = 3`);
    expect(await owner.call('log.check', {})).toMatchObject({ value: { brokenAt: 3 } });
    await tamper('DELETE FROM office_line WHERE tenant = $1 AND id >= 3');
    expect(await owner.call('log.check', {})).toMatchObject({ value: { lines: 2, brokenAt: 3 } });
  });

  it('keeps how people sign in from the role that answers requests, and no secret in clear', async () => {
    const { tenant, owner } = await newOffice();
    const id = await tenantNamed(office.database, tenant);
    for (const table of ['sign_in', 'invitation', 'session', 'sign_in_attempt', 'known_browser'])
      await expect(
        office.database.within({ tenant: id }, (client) => client.query(`SELECT * FROM ${table}`)),
      ).rejects.toThrow('permission denied');
    const { rows } = await office.database.asOwner((client) =>
      client.query('SELECT s.*, i.* FROM sign_in AS s CROSS JOIN session AS i'),
    );
    const all = JSON.stringify(rows);
    expect(all).toContain('scrypt$');
    expect(all).not.toContain(owner.keys.password);
    expect(all).not.toContain(owner.cookie()?.split('=')[1] ?? 'no cookie');
  });
});
