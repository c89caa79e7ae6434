import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import type { Issue } from '../../../shared/failure.ts';
import common from '../../ui/components/common.module.css';
import { Choice } from '../../ui/components/forms/choice.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import { Note } from '../../ui/components/marks/note.tsx';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { Totals } from '../../ui/components/tables/totals.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { type Key, keys } from '../../ui/page/keys.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useCart } from '../cart/cart.tsx';
import { currencyOf } from '../cart/draft.ts';
import { dueOf } from '../cart/exchange.ts';
import type { MessageOf } from '../cart/message.ts';
import { fieldIds } from '../cart/sale-of-draft.ts';
import { Trouble } from '../pay/trouble.tsx';
import { openAmountMessage } from './padded-fields.ts';
import styles from './pay-panel.module.css';

interface PayPanelProps {
  readonly totals: CommandOutput<'sale.price'> | undefined;
  readonly stale: boolean;
  readonly remarks: readonly Issue[];
  /** True when the main action was wanted before the amount typed for goods on no list was added. */
  readonly isAmountForgotten: boolean;
  readonly messageOf: MessageOf;
  readonly onMain: () => void;
}

export function PayPanel({ totals, stale, remarks, isAmountForgotten, messageOf, onMain }: PayPanelProps) {
  const { t, format } = useLanguage();
  const { draft, edit, issuing } = useCart();
  const due = dueOf(draft, totals?.payable ?? 0);
  const customers = useStatus()?.customers ?? ['consumer', 'business'];
  return (
    <aside className={styles.panel} aria-label={t('sale.total')}>
      <div className={styles.choices}>
        <Labelled label={t('sale.customer')} of={keys.customer}>
          <Choice
            fullWidth
            aria-label={t('sale.customer')}
            value={draft.customer}
            onChange={(customer) => edit((now) => ({ ...now, customer }))}
            data={customers.map((value) => ({ value, label: t(`sale.${value}`) }))}
          />
        </Labelled>
        {draft.correction && (
          <p className={common.remark}>
            {t('sale.payment')} · {t('correct.asBefore')}
          </p>
        )}
        <Labelled label={t('sale.discount')} of={keys.discount}>
          <div className={styles.discount}>
            <Field
              id={fieldIds.discount}
              amount
              aria-label={t('sale.discount')}
              placeholder="0"
              value={draft.discount.value}
              error={messageOf(fieldIds.discount)}
              onText={(value) => edit((now) => ({ ...now, discount: { ...now.discount, value } }))}
            />
            <Choice
              aria-label={t('sale.discountKind')}
              value={draft.discount.kind}
              onChange={(kind) => edit((now) => ({ ...now, discount: { ...now.discount, kind } }))}
              data={[
                { value: 'amount', label: format.currency(currencyOf(draft)) },
                { value: 'percent', label: '%' },
              ]}
            />
          </div>
        </Labelled>
      </div>
      <div className={styles.trouble}>
        {isAmountForgotten ? (
          <Note tone="red">
            <span id={openAmountMessage}>{t('tiles.notAdded')}</span>
          </Note>
        ) : (
          <Trouble remarks={remarks} onAgain={onMain} />
        )}
      </div>
      <Totals
        totals={totals}
        stale={stale}
        currency={currencyOf(draft)}
        label={t(due.takesMoney ? 'sale.total' : 'pay.dueBack')}
        back={draft.exchange?.back}
      />
      <MainAction id={fieldIds.issue} isGrave disabled={issuing} onClick={onMain}>
        {issuing
          ? t('sale.issuing')
          : draft.correction
            ? t('correct.issue')
            : t(due.takesMoney ? 'pay.open' : 'pay.openBack', {
                amount: format.money(due.amount),
              })}
      </MainAction>
    </aside>
  );
}

function Labelled({ label, of, children }: { label: string; of: Key; children: ReactNode }) {
  return (
    <div>
      <Flex align="center" justify="space-between" mb="0.375rem" c="dimmed">
        <span>{label}</span>
        <KeyCap of={of} />
      </Flex>
      {children}
    </div>
  );
}
