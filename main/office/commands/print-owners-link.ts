import { ownersLink } from '../people/people.ts';
import { createPeopleSecrets } from '../people/secrets.ts';
import { tenantNamed } from '../tills/tills.ts';
import { orderSigner, withDatabase } from './open-context.ts';
import type { Values } from './usage.ts';

/** Prints a link for an owner who lost a password or phone; anybody who can access the data may make such a link. */
export async function printOwnersLink(given: Values): Promise<void> {
  const origin = given.address === undefined ? '' : originOf(given.address);
  await withDatabase(given.data, async (database) => {
    const secrets = createPeopleSecrets((await orderSigner(database, given.data)).digest);
    const tenant = await tenantNamed(database, given.tenant);
    const link = await ownersLink({ database, secrets }, tenant, Date.now(), true);
    if (link !== undefined) console.log(linkWords(origin, link));
  });
}

export function originOf(address: string): string {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new TypeError(`--address ${address}: no address`);
  return new URL(address).origin;
}

export function linkWords(origin: string, link: string): string {
  return `owner's link, works once within three days: ${origin}/office/#invitation=${link}`;
}
