import { Box } from '@mantine/core';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import type { PaidByCard, Settlement } from '../cart/payment.ts';
import styles from './verdict.module.css';

interface VerdictProps {
  readonly settlement: Settlement;
  readonly paid: readonly PaidByCard[];
  readonly hasCash: boolean;
}

export function Verdict({ settlement: { shares, rest, change, trouble }, paid, hasCash }: VerdictProps) {
  const { t, format } = useLanguage();
  const isSeveral = shares.length > 1;
  const left = rest + shares.reduce((sum, { amount = 0 }) => sum + amount, 0);
  return (
    <div className={styles.verdict} role="status" data-trouble={trouble !== undefined || undefined}>
      {paid.map(({ id, amount }) => (
        <p key={id} className={styles.paid}>
          <span>{t(hasCash ? 'pay.card.by' : 'pay.refund.by')}</span>
          <Money amount={amount} />
        </p>
      ))}
      {(isSeveral || paid.length > 0) && (
        <p className={styles.rest}>
          <span>{t('pay.rest')}</span>
          <Money amount={paid.length > 0 ? left : rest} />
        </p>
      )}
      {trouble !== undefined ? (
        <Box component="p" lh={1.5} c="var(--red)">
          {t(`pay.trouble.${trouble.kind}`, { amount: format.money(trouble.amount) })}
        </Box>
      ) : (
        hasCash &&
        shares.some(({ means, amount }) => means === 'cash' && amount !== 0) && (
          <p className={styles.change}>
            <span>{t('pay.change')}</span>
            <Money amount={change} />
          </p>
        )
      )}
    </div>
  );
}
