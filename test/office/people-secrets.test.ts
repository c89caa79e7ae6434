import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInBy } from '../../main/office/people/sessions.ts';
import { hasServer, office, people, provideOffice, secrets } from './office.ts';
import { fromBase32, officeApp, officeBrowser, officeOwner, officeTime } from './office-browser.ts';

/* Tests that who reads or writes the database alone gets no authenticator from it and no session into it. */

describe.skipIf(!hasServer)('the secrets of people', () => {
  provideOffice();
  let app: FastifyInstance;
  beforeAll(() => {
    if (hasServer) app = officeApp();
  });
  afterAll(() => app?.close());

  const rowOf = async (table: string) =>
    (await office.database.asOwner((client) => client.query(`SELECT * FROM ${table}`))).rows[0];

  it('are stored encrypted, from the invitation on, and open for their own person alone', async () => {
    const owner = await officeOwner(app, 'At rest', 'owner@rest.example');
    const row = await rowOf('sign_in');
    const link = (await owner.call('person.inviteAgain', { person: row.person })) as {
      value: { link: string };
    };
    const looked = await officeBrowser(app).call('invitation.look', { link: link.value.link });
    const secret = fromBase32(looked.ok ? looked.value.secret : '');
    const invited = await rowOf('invitation');
    expect(invited.totp.includes(secret)).toBe(false);
    expect(secrets.decrypt(invited, invited.totp)).toEqual(secret);
    expect(() => secrets.decrypt({ ...invited, person: invited.person + 1 }, invited.totp)).toThrow();
    await officeBrowser(app).accept(link.value.link, 'owner@rest.example');
    const signedIn = await rowOf('sign_in');
    expect(signedIn.totp.includes(secret)).toBe(false);
  });

  it('make a session that was written into the database, or given to another person, nobody’s', async () => {
    const owner = await officeOwner(app, 'Written', 'owner@written.example');
    const token = owner.cookie()?.split('=')[1] ?? '';
    const seen = () => signedInBy(people(), token, officeTime.now);
    expect(await seen()).toMatchObject({ email: 'owner@written.example' });
    const change = (set: string) =>
      office.database.asOwner((client) =>
        client.query(`UPDATE session SET ${set} WHERE digest = $1`, [secrets.digestOf(token)]),
      );
    await change('person = person + 1');
    expect(await seen()).toBeUndefined();
    await change("person = person - 1, begun_at = begun_at + interval '1 hour'");
    expect(await seen()).toBeUndefined();
    await change("begun_at = begun_at - interval '1 hour'");
    expect(await seen()).toMatchObject({ email: 'owner@written.example' });
  });
});
