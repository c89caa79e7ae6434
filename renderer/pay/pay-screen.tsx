import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { CommandOutput } from '../../shared/contract/index.ts';
import type { Issue } from '../../shared/failure.ts';
import type { Halalas } from '../../shared/money.ts';
import { focusField, useCart } from '../cart/cart.tsx';
import { currencyOf } from '../cart/draft.ts';
import { KeyCap } from '../components/key-cap.tsx';
import { MainAction } from '../components/main-action.tsx';
import { Totals } from '../components/totals.tsx';
import { useSettled } from '../components/use-settled.ts';
import { useLanguage } from '../language/language.tsx';
import { keys, useKeys } from '../page/keys.ts';
import { Goods } from './goods.tsx';
import { MeansButtons } from './means-buttons.tsx';
import styles from './pay-screen.module.css';
import { Trouble } from './trouble.tsx';
import { type Payment, partField, payAction, tenderedField, usePayment } from './use-payment.ts';
import { Verdict } from './verdict.tsx';
import { Work } from './work.tsx';

interface PayScreenProps {
  readonly totals: CommandOutput<'sale.price'> | undefined;
  readonly lineTotals: ReadonlyMap<string, Halalas>;
  /** True when the totals are not those of this basket. */
  readonly stale: boolean;
  readonly remarks: readonly Issue[];
}

/**
 * The means and amounts by which a basket is paid, and the main action that issues it. The goods cannot be changed
 * here. Nothing is issued within a moment after the screen came: the key that led here is the one that issues.
 */
export function PayScreen({ totals, lineTotals, stale, remarks }: PayScreenProps) {
  const { t } = useLanguage();
  const { draft, issuing, issue, backToBasket } = useCart();
  const payable = stale ? undefined : totals?.payable;
  const paying = usePayment(totals?.payable ?? 0);
  const { payment, settlement, due } = paying;
  const settled = useSettled();
  const isReady = settled && payable !== undefined && settlement.trouble === undefined && !issuing;

  const confirm = () => {
    if (isReady) void issue(payable);
    else if (settled && settlement.trouble !== undefined) focusField(firstField(payment.means, paying));
  };
  useKeys({ [keys.main]: confirm, [keys.back]: backToBasket });

  const { means } = payment;
  const focusFor = useEffectEvent((chosen: typeof means) => focusField(firstField(chosen, paying)));
  useEffect(() => focusFor(means), [means]);

  const currency = currencyOf(draft);
  const label = t(due.takesMoney ? 'pay.due' : 'pay.dueBack');
  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">{t('pay.title')}</h1>
      <div className={styles.entry}>
        <div className={styles.scroll}>
          {totals !== undefined && due.amount === 0 ? (
            <p className={styles.nothing}>{t('pay.nothing')}</p>
          ) : (
            <>
              <MeansButtons paying={paying} />
              <Work paying={paying} currency={currency} onEnter={confirm} />
            </>
          )}
        </div>
        <div className={styles.ways}>
          <Button
            variant="default"
            aria-disabled={issuing}
            rightSection={<KeyCap of={keys.back} />}
            onClick={backToBasket}
          >
            {t('pay.back')}
          </Button>
        </div>
      </div>
      <Goods lineTotals={lineTotals} />
      <aside className={styles.panel} aria-label={label}>
        <Totals totals={totals} stale={stale} currency={currency} label={label} back={draft.exchange?.back} />
        <Verdict settlement={settlement} hasCash={due.takesMoney} currency={currency} />
        <div className={styles.trouble}>
          <Trouble remarks={remarks} onAgain={() => void issue(payable)} />
        </div>
        <MainAction id={payAction} isGrave disabled={!isReady} onClick={confirm}>
          {issuing ? t('sale.issuing') : t(`special.issue.${draft.more.kind}`)}
        </MainAction>
      </aside>
    </main>
  );
}

/** Returns the field that the payment begins with; the main action where nothing is to be typed. */
function firstField(means: Payment['payment']['means'], { payment: { parts }, settlement }: Payment): string {
  if (means === 'cash' && document.getElementById(tenderedField) !== null) return tenderedField;
  if (means !== 'several') return payAction;
  if (settlement.trouble?.kind === 'short') return tenderedField;
  const open = parts.find(({ amount }) => amount.trim() === '') ?? parts[0];
  return open === undefined ? payAction : partField(open.key);
}
