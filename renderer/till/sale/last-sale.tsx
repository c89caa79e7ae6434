import { Button } from '@mantine/core';
import { Note } from '../../ui/components/marks/note.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf } from '../../ui/page/route.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { useCart } from '../cart/cart.tsx';
import { isBlank } from '../cart/draft.ts';
import styles from './last-sale.module.css';

/**
 * Shows the last document issued before the program was started. The power may have failed before its receipt was seen,
 * and an empty basket would look as if the sale had not been issued.
 */
export function LastSale() {
  const { t, format } = useLanguage();
  const { lines, correction, exchange } = useCart().draft;
  const isEmpty = lines.every(isBlank) && correction === undefined && exchange === undefined;
  const { last } = useTerminalQuery('sale.beforeStart', isEmpty ? {} : undefined, { gcTime: 0 }).data ?? {};
  if (!isEmpty || last === undefined) return null;
  const key = last.kind === 'creditNote' ? 'sale.lastReturned' : 'sale.lastIssued';
  return (
    <div className={styles.last}>
      <Note tone="amber">
        {t(key, { number: `\u2068${last.number}\u2069`, time: format.time(last.issuedAt) })}{' '}
        <Money amount={last.payable} currency={last.currency} />
        <Button
          variant="default"
          component="a"
          href={hashOf({ screen: 'invoice', uuid: last.uuid })}
          className={styles.open}
        >
          {t('receipt.open')}
        </Button>
      </Note>
    </div>
  );
}
