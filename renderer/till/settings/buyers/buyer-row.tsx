import { Button } from '@mantine/core';
import { useState } from 'react';
import type { BookBuyer } from '../../../../shared/contract/till/buyers.ts';
import common from '../../../ui/components/common.module.css';
import { ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { go } from '../../../ui/page/route.ts';
import { useTerminalCommand } from '../../../ui/terminal/use-terminal-command.ts';
import { everything } from '../../invoices/list-filter.ts';
import { useListState } from '../../invoices/list-state.tsx';
import { BuyerName } from './buyer-name.tsx';
import styles from './buyers-page.module.css';

interface BuyerRowProps {
  readonly of: BookBuyer;
  onAccount(): void;
  onEdit(): void;
  onMerge(): void;
}

export function BuyerRow({ of, onAccount, onEdit, onMerge }: BuyerRowProps) {
  const { t } = useLanguage();
  const [asking, setAsking] = useState(false);
  const showPurchases = usePurchases();
  const { name } = of.buyer;
  if (asking) return <Removal of={of} onClose={() => setAsking(false)} />;
  return (
    <div className={styles.row}>
      <BuyerName of={of} />
      <span className={common.row}>
        {of.sold > 0 && (
          <Button
            variant="default"
            aria-label={t('buyers.purchasesOf', { name })}
            onClick={() => showPurchases(of)}
          >
            {t('buyers.purchases')}
          </Button>
        )}
        {(of.sold > 0 || of.balance !== 0) && (
          <Button variant="default" aria-label={t('accounts.of', { name })} onClick={onAccount}>
            {t('accounts.open')}
          </Button>
        )}
        <Button variant="default" aria-label={t('buyers.editOf', { name })} onClick={onEdit}>
          {t('buyers.edit')}
        </Button>
        <Button variant="default" aria-label={t('buyers.mergeOf', { name })} onClick={onMerge}>
          {t('buyers.merge')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          aria-label={t('buyers.removeOf', { name })}
          onClick={() => setAsking(true)}
        >
          {t('buyers.remove')}
        </Button>
      </span>
    </div>
  );
}

/**
 * Returns the function that opens the list with one buyer's invoices, by the number, which stays when the name changes.
 */
function usePurchases(): (of: BookBuyer) => void {
  const { narrow } = useListState();
  return ({ buyer: { name, vatNumber } }) => {
    narrow({ ...everything, text: vatNumber ?? name });
    go({ screen: 'invoices' });
  };
}

function Removal({ of: { key, buyer }, onClose }: { of: BookBuyer; onClose(): void }) {
  const { t } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('buyer.remove');
  return (
    <div className={`${styles.row} ${styles.asking}`}>
      <span role="alert">{t('buyers.removeSure', { name: buyer.name })}</span>
      <ProblemNote of={failure} />
      <span className={common.row}>
        <Button variant="default" autoFocus onClick={onClose}>
          {t('buyers.cancel')}
        </Button>
        <Button color="red" aria-disabled={busy} onClick={() => void run({ key })}>
          {t('buyers.remove')}
        </Button>
      </span>
    </div>
  );
}
