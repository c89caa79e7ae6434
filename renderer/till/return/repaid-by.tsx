import { Button } from '@mantine/core';
import type { Halalas } from '../../../shared/values/money.ts';
import { Choice } from '../../ui/components/forms/choice.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import type { DraftMeans } from '../cart/payment.ts';
import { Parts } from '../pay/parts.tsx';
import { Verdict } from '../pay/verdict.tsx';
import styles from './return-form.module.css';
import type { Repayment } from './use-repayment.ts';

export function RepaidBy({ repayment: { payment, offered, choose } }: { repayment: Repayment }) {
  const { t, words } = useLanguage();
  return (
    <div>
      <div className={styles.label}>{t('return.paidBackBy')}</div>
      {/* If several means are chosen, none of these is selected. */}
      <Choice<DraftMeans | ''>
        fullWidth
        aria-label={t('return.paidBackBy')}
        value={payment.means === 'several' ? '' : payment.means}
        onChange={(means) => means !== '' && choose(means)}
        {...(offered.includes('onAccount') && { orientation: 'vertical' as const })}
        data={offered.map((means) => ({ value: means, label: words.payments[means] }))}
      />
    </div>
  );
}

export function RepaidParts({ repayment, onEnter }: { repayment: Repayment; onEnter: () => void }) {
  const { t } = useLanguage();
  const { payment, offered, settlement, choose } = repayment;
  if (payment.means !== 'several')
    return (
      <Button variant="subtle" className={styles.several} onClick={() => choose('several')}>
        {t('return.several')}
      </Button>
    );
  return (
    <div>
      <Parts paying={{ ...repayment, aim: () => {} }} once={offered} onEnter={onEnter} />
      <Verdict settlement={settlement} hasCash={false} paid={[]} />
    </div>
  );
}

export function useMeansWords(): (repayment: Repayment) => string {
  const { words, format } = useLanguage();
  const part = (means: keyof typeof words.payments, amount: Halalas = 0) =>
    `${words.payments[means]} \u2068${format.money(amount)}\u2069`;
  return ({ payment: { means }, settlement: { shares } }) =>
    means === 'several'
      ? shares.map((share) => part(share.means, share.amount)).join(' + ')
      : words.payments[means];
}
