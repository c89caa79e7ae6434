import { Button } from '@mantine/core';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf } from '../../ui/page/route.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { useCart } from '../cart/cart.tsx';
import { isBlank } from '../cart/draft.ts';
import styles from './last-sale.module.css';

/** A reminder, before each sale, of a shift that nobody closed: the sale would belong to it. */
export function OldShift() {
  const { t } = useLanguage();
  const isEmpty = useCart().draft.lines.every(isBlank);
  const { data } = useTerminalQuery('shift.current', isEmpty ? {} : undefined);
  if (!isEmpty || data?.shift?.isOld !== true) return null;
  return (
    <div className={styles.last}>
      <Note tone="amber">
        {t('shift.old')}
        <Button variant="default" component="a" href={hashOf({ screen: 'shift' })} className={styles.open}>
          {t('shift.toOld')}
        </Button>
      </Note>
    </div>
  );
}
