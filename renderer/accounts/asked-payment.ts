import { readStored, writeStored } from '../page/stored.ts';

/*
 * The payment that was asked for and not answered yet, kept over a reload: its id tells afterwards whether it was recorded.
 */

const place = 'khatm-asked-payment';

/** Returns the id of the payment of this buyer whose answer never came. */
export function askedPayment(key: string): string | undefined {
  const [id, ...of] = (readStored('session', place) ?? '').split(' ');
  return id !== '' && of.join(' ') === key ? id : undefined;
}

export const keepAskedPayment = (id: string, key: string): void =>
  writeStored('session', place, `${id} ${key}`);

export const forgetAskedPayment = (): void => writeStored('session', place, '');
