import { useEffect, useState } from 'react';
import { forgetStored, readStored, writeStored } from '../page/stored.ts';
import { useStatus } from '../terminal/status.tsx';

/*
 * The payment of each customer that was asked for and not answered yet. It outlives the program, as the power may be what
 * failed; its id tells afterwards whether it was recorded.
 */

/** Returns the place in which a customer's payment is kept; undefined until it is known. */
export function useAskedPlace(key: string): string | undefined {
  const environment = useStatus()?.environment;
  const [place, setPlace] = useState<string>();
  useEffect(() => {
    if (environment === undefined) return;
    let isGone = false;
    void digestOf(key).then((digest) => isGone || setPlace(`khatm-asked-payment ${environment} ${digest}`));
    return () => {
      isGone = true;
    };
  }, [environment, key]);
  return place;
}

/** Returns the id of the payment whose answer never came. */
export const askedPayment = (place: string): string | undefined => readStored('local', place);

export const keepAskedPayment = (place: string, id: string): void => writeStored('local', place, id);

/** Forgets this payment, but none that was asked for after it. */
export function forgetAskedPayment(place: string, id: string): void {
  if (askedPayment(place) === id) forgetStored('local', place);
}

/** Keys are numbers of customers, which the storage of a browser need not name. */
async function digestOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
