import { Button } from '@mantine/core';
import { Note } from '../../ui/components/marks/note.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf } from '../../ui/page/route.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { useCart } from '../cart/cart.tsx';
import { isBlank } from '../cart/draft.ts';
import styles from './last-sale.module.css';

/** The number of milliseconds before the page was opened in which a sale may have been cut off by a power failure. */
const lately = 30 * 60_000;

/**
 * Shows the last document issued before this page was opened. The power may have failed before its receipt was seen,
 * and an empty basket would look as if the sale had not been issued.
 */
export function LastSale() {
  const { t, format } = useLanguage();
  const { lines, correction, exchange } = useCart().draft;
  const isEmpty = lines.every(isBlank) && correction === undefined && exchange === undefined;
  const [last] = useTerminalQuery('invoice.list', isEmpty ? { limit: 1 } : undefined).data?.rows ?? [];
  if (!isEmpty || last === undefined) return null;
  const before = performance.timeOrigin - Date.parse(last.issuedAt);
  if (before < 0 || before > lately) return null;
  return (
    <div className={styles.last}>
      <Note tone="amber">
        {t('sale.lastIssued', { number: `\u2068${last.number}\u2069`, time: format.time(last.issuedAt) })}{' '}
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
