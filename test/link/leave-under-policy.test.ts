import { expect, test } from 'vitest';
import { officeCommands } from '../../main/app/commands/programs/office.ts';
import type { FeedState } from '../../main/link/feed/feed.ts';
import type { Membership } from '../../main/link/feed/membership.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { manager } from '../support/run/callers.ts';

const address = 'https://office.example.com';

/** A till in a head office that the machine's policy sets, after this answer. */
function till(last: FeedState) {
  let isMember = true;
  const view = () =>
    isMember
      ? { address, name: 'Till 1', last, lastContact: undefined, contact: undefined, orders: [] }
      : undefined;
  const leave = async () => {
    isMember = false;
    return true;
  };
  const commands = officeCommands({
    environment: {
      membership: { view, leave } as unknown as Membership,
      ledger: { audit: { write: () => undefined } } as never,
    },
    terminal: { clock: new FakeClock(), policy: { headOffice: { address } } },
    till: undefined,
  });
  return commands['office.leave'];
}

test.each(['left', 'unknown', 'other-certificate'] as const)(
  'a till leaves the head office of the policy, to be enrolled anew, after: %s',
  async (state) => {
    expect(await till({ state })({}, manager)).toEqual({ told: true });
  },
);

test.each(['complete', 'too-large'] as const)('it does not leave it after: %s', async (state) => {
  await expect((async () => till({ state })({}, manager))()).rejects.toMatchObject({
    failure: { code: 'set-by-policy' },
  });
});
