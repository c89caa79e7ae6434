import type { CommandOutput } from '../../shared/contract/index.ts';

type CardPayment = CommandOutput<'card.open'>['payments'][number];

/**
 * Returns what a card terminal says it took instead of the amount that it was asked for, with its currency, which may be
 * another one. It is set apart from the writing direction around it.
 */
export const takenAmount = ({ says }: Pick<CardPayment, 'says'>): string => `\u2066${says ?? ''}\u2069`;
