import type { Halalas } from '../../../shared/values/money.ts';
import common from '../../ui/components/common.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useCart } from '../cart/cart.tsx';
import { isBlank } from '../cart/draft.ts';
import styles from './goods.module.css';

export function Goods({ lineTotals }: { lineTotals: ReadonlyMap<string, Halalas> }) {
  const { t } = useLanguage();
  const { lines } = useCart().draft;
  return (
    // The list scrolls by key too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.goods} aria-label={t('pay.goods')} tabIndex={0}>
      <ul className={common.bare}>
        {lines
          .filter((line) => !isBlank(line))
          .map(({ key, name, quantity }) => (
            <li key={key} className={styles.line}>
              <span>
                <Written text={name} />
                <span className={common.code}>
                  {' '}
                  × <bdi dir="ltr">{quantity}</bdi>
                </span>
              </span>
              <Money amount={lineTotals.get(key)} />
            </li>
          ))}
      </ul>
    </section>
  );
}
