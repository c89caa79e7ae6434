import { useEffect, useState } from 'react';
import { forgetStored, readStored, writeStored } from '../../ui/page/stored.ts';
import { useStatus } from '../../ui/terminal/status.tsx';

/*
 * The payment of each customer that was requested and not answered yet. It outlives the program, since there may have
 * been a power cut; its id shows afterwards whether it was recorded.
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

/** Returns the id of the payment whose answer never arrived. */
export const askedPayment = (place: string): string | undefined => readStored('local', place);

export const keepAskedPayment = (place: string, id: string): void => writeStored('local', place, id);

/** Forgets this payment, but not a later one. */
export function forgetAskedPayment(place: string, id: string): void {
  if (askedPayment(place) === id) forgetStored('local', place);
}

/** The keys would be customers' numbers, which should not be in a browser's storage. */
async function digestOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
