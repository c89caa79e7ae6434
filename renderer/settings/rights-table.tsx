import { IconCheck, IconLock, IconMinus } from '@tabler/icons-react';
import type { Limits } from '../../shared/limits.ts';
import { useLanguage } from '../language/language.tsx';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import styles from './rights-table.module.css';

/** yes · asked: a manager's PIN agrees each time · no. */
type Right = 'yes' | 'asked' | 'no';

/** Returns what a cashier may do, by the limits of this shop; a manager may do everything. */
function rightsOf({ discountPercent, refund, refundDays, asks }: Limits) {
  const asked = (act: Limits['asks'][number]): Right => (asks.includes(act) ? 'asked' : 'yes');
  return {
    sell: 'yes',
    discount: discountPercent === undefined ? 'yes' : 'asked',
    refund: refund === undefined && refundDays === undefined ? 'yes' : 'asked',
    noReceipt: asked('no-receipt'),
    otherMeans: asked('other-means'),
    account: asked('account'),
    takeBack: 'no',
    price: asked('price'),
    drawer: asked('drawer'),
    totals: asked('totals'),
    reprint: asked('reprint'),
    takings: 'no',
    articles: 'no',
    settings: 'no',
  } as const satisfies Record<string, Right>;
}

const icons = { yes: IconCheck, asked: IconLock, no: IconMinus } as const;

/** A table of what each role may do. */
export function RightsTable() {
  const { t, words } = useLanguage();
  const { data } = useTerminalQuery('people.limits', {});
  if (data === undefined) return null;
  const rights = rightsOf(data);
  const names = Object.keys(rights) as (keyof typeof rights)[];
  return (
    <section>
      <h3>{t('settings.rights.title')}</h3>
      <table className={styles.table} aria-label={t('settings.rights.title')}>
        <thead>
          <tr>
            <th scope="col">{t('settings.rights.act')}</th>
            <th scope="col">{words.roles.cashier}</th>
            <th scope="col">{words.roles.manager}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`settings.rights.${name}`)}</th>
              <td>
                <RightMark right={rights[name]} />
              </td>
              <td>
                <RightMark right="yes" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RightMark({ right }: { right: Right }) {
  const { t } = useLanguage();
  const Icon = icons[right];
  return (
    <span className={styles.right} data-right={right}>
      <Icon size={20} aria-hidden />
      {t(`settings.rights.${right}`)}
    </span>
  );
}
