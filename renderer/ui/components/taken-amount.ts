import type { CommandOutput } from '../../../shared/contract/index.ts';

type CardPayment = CommandOutput<'card.open'>['payments'][number];

/**
 * Returns the amount that a card terminal reported as taken, if it differs from the requested one, with its currency,
 * which may differ too. The text is isolated from the surrounding writing direction.
 */
export const takenAmount = ({ says }: Pick<CardPayment, 'says'>): string => `\u2066${says ?? ''}\u2069`;
