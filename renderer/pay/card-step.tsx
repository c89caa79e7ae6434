import { describeFailure } from '../../shared/words/index.ts';
import { useCart } from '../cart/cart.tsx';
import { currencyOf } from '../cart/draft.ts';
import { Money } from '../components/money.tsx';
import { Note } from '../components/note.tsx';
import { takenAmount } from '../components/taken-amount.ts';
import { useLanguage } from '../language/language.tsx';
import styles from './card-step.module.css';
import type { Card } from './use-card.ts';

/** The card payment under way, or the one whose end nobody knows. */
export function CardStep({ card }: { card: Card }) {
  const { t, language } = useLanguage();
  const { draft } = useCart();
  const state = card.asked === undefined ? card.open?.state : undefined;
  const isUnknown = state === 'unknown' || state === 'differs';
  return (
    <section className={styles.step}>
      <div role="status">
        <h2 className={styles.title} data-unknown={isUnknown || undefined}>
          {t(state === 'differs' ? 'pay.card.differs' : isUnknown ? 'pay.card.unknown' : 'pay.card.follow')}
        </h2>
        <p className={styles.amount}>
          <Money amount={card.asked ?? card.open?.amount} currency={currencyOf(draft)} />
        </p>
        <p className={styles.text}>
          {state === 'differs'
            ? t('pay.card.differsText', { taken: takenAmount(card.open ?? {}) })
            : t(isUnknown ? 'pay.card.unknownText' : 'pay.card.followText')}
        </p>
      </div>
      {card.failure && <Note tone="red">{describeFailure(card.failure, language)}</Note>}
    </section>
  );
}

/** The reason why the card terminal brought no money, above the other means. */
export function CardRefused({ card: { refused, failure } }: { card: Card }) {
  const { t, language } = useLanguage();
  // A question that was cut off may have an end by now, which counts.
  const isFailure = failure !== undefined && (refused === undefined || failure.code === 'no-card-terminal');
  if (isFailure) return <Note tone="red">{describeFailure(failure, language)}</Note>;
  if (refused === undefined) return null;
  const isDeclined = refused.state === 'declined';
  return (
    <Note tone={isDeclined ? 'red' : 'amber'}>
      {t(isDeclined ? 'pay.card.declined' : 'pay.card.cancelled')}
      {isDeclined && refused.says !== undefined && (
        <p className={styles.says}>
          {t('pay.card.says')} <bdi dir="ltr">{refused.says}</bdi>
        </p>
      )}
    </Note>
  );
}

/** The payments that the customer has made by card, and what that means for the basket. */
export function CardPaid({ card: { paid } }: { card: Card }) {
  const { t, format } = useLanguage();
  const { draft } = useCart();
  if (paid.length === 0) return null;
  const amount = paid.reduce((sum, one) => sum + one.amount, 0);
  return (
    <Note tone="amber">
      <strong>
        {t('pay.card.paid', { amount: `${format.money(amount)} ${format.currency(currencyOf(draft))}` })}
      </strong>
      <p className={styles.says}>{t('pay.card.locked')}</p>
    </Note>
  );
}
