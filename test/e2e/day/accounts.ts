import type { Halalas } from '../../../shared/values/money.ts';

/* The accounts of a day, which the test adds up independently to check the till's figures. */

/** `exchange` is the part of new goods paid for with returned goods, and the part of a return paid out in goods. */
export type Means = 'cash' | 'card' | 'bankTransfer' | 'onAccount' | 'exchange';

/** A means of payment and its amount. */
export interface Share {
  readonly means: Means;
  readonly amount: Halalas;
}

export interface Accounts {
  float: Halalas;
  paidIn: Halalas;
  paidOut: Halalas;
  readonly sales: {
    readonly total: Halalas;
    readonly discount: Halalas;
    readonly shares: readonly Share[];
  }[];
  readonly returns: { readonly total: Halalas; readonly shares: readonly Share[] }[];
}

export const newAccounts = (): Accounts => ({ float: 0, paidIn: 0, paidOut: 0, sales: [], returns: [] });

const sum = (amounts: readonly Halalas[]) => amounts.reduce((total, amount) => total + amount, 0);

export const salesOf = ({ sales }: Accounts): Halalas => sum(sales.map(({ total }) => total));
export const returnsOf = ({ returns }: Accounts): Halalas => sum(returns.map(({ total }) => total));
export const discountsOf = ({ sales }: Accounts): Halalas => sum(sales.map(({ discount }) => discount));

/** Returns the amounts received and paid back by a means, and the number of documents with it. */
export function movedBy({ sales, returns }: Accounts, means: Means) {
  const by = (shares: readonly Share[]) =>
    shares.filter((share) => share.means === means).map(({ amount }) => amount);
  const [taken, back] = [
    by(sales.flatMap(({ shares }) => shares)),
    by(returns.flatMap(({ shares }) => shares)),
  ];
  return { received: sum(taken), paidBack: sum(back), count: taken.length + back.length };
}

/** Returns the amount of cash that must be in the drawer. */
export function expectedCash(accounts: Accounts): Halalas {
  const { received, paidBack } = movedBy(accounts, 'cash');
  return accounts.float + received - paidBack + accounts.paidIn - accounts.paidOut;
}
