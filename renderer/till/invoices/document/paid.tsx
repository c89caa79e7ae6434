import type { InvoiceDetail } from '../../../../shared/contract/till/invoices.ts';
import { meansName } from '../../../../shared/words/means-name.ts';
import { ActorName } from '../../../ui/components/actor-name.tsx';
import common from '../../../ui/components/common.module.css';
import { Money } from '../../../ui/components/tables/money.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import styles from './sale-facts.module.css';

export function Paid({ invoice: { payments, issuedBy, currency } }: { invoice: InvoiceDetail }) {
  const { t, words, format } = useLanguage();
  return (
    <section className={styles.facts} aria-label={t('invoice.paid')}>
      {payments.length === 0 && <p>{t('invoice.nothingPaid')}</p>}
      <ul className={common.bare}>
        {payments.map(({ means, amount, tendered, card }, index) => (
          // Payments of a document never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be alike
          <li key={index}>
            {meansName(means, words)}
            {amount !== undefined && (
              <>
                {' '}
                <Money amount={amount} currency={currency} />
              </>
            )}
            {amount !== undefined && tendered !== undefined && (
              <span className={common.soft}>
                {' '}
                · {t('invoice.tendered')} <Money amount={tendered} /> · {t('invoice.change')}{' '}
                <Money amount={tendered - amount} />
              </span>
            )}
            {card !== undefined && (
              <span className={common.soft}>
                {' · '}
                <bdi dir="ltr">
                  {[card.scheme, card.lastFour && `**** ${card.lastFour}`, card.approvalCode, card.reference]
                    .filter(Boolean)
                    .join(' ')}
                </bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className={common.soft}>
        {issuedBy.kind === 'person' || issuedBy.kind === 'program' ? (
          <>
            {t('invoice.issuedBy')} <ActorName name={issuedBy.name} />
          </>
        ) : (
          t(`invoice.source.${issuedBy.kind}`)
        )}
        {issuedBy.shift !== undefined && ` · ${t('shift.number', { number: format.count(issuedBy.shift) })}`}
        {issuedBy.approval !== undefined && (
          <>
            {' · '}
            {t('approve.agreedBy', { name: issuedBy.approval.by, reason: issuedBy.approval.reason })}
          </>
        )}
      </p>
    </section>
  );
}
