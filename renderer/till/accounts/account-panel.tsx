import { Box, Button, Flex } from '@mantine/core';
import { useState } from 'react';
import {
  type Account,
  type AccountPaymentView,
  accountMost,
  accountNewest,
} from '../../../shared/contract/till/accounts.ts';
import { halalasToText } from '../../../shared/values/money.ts';
import { meansName } from '../../../shared/words/means-name.ts';
import { ActorName } from '../../ui/components/actor-name.tsx';
import common from '../../ui/components/common.module.css';
import { Field } from '../../ui/components/forms/field.tsx';
import { FormButtons } from '../../ui/components/forms/form-buttons.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import { useForm } from '../../ui/components/forms/use-form.ts';
import { LoadError } from '../../ui/components/load-error.tsx';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { readAmount } from '../../ui/language/read-amount.ts';
import { hashOf } from '../../ui/page/route.ts';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './accounts.module.css';
import { Balance } from './balance.tsx';
import { PaymentForm, useSaidMoney } from './payment-form.tsx';
import { PrintVoucher } from './print-voucher.tsx';
import { StatementOfAccount } from './statement-of-account.tsx';

export function AccountPanel({ of, onClose }: { of: string; onClose(): void }) {
  const { t } = useLanguage();
  const [shown, setShown] = useState({ payments: accountNewest, purchases: accountNewest });
  const { data, error } = useTerminalQuery('account.get', { key: of, ...shown }, { keepsPrevious: true });
  const more = (what: keyof typeof shown) =>
    data?.more[what] === true
      ? () => setShown({ ...shown, [what]: Math.min(shown[what] + pageOfMore, accountMost) })
      : undefined;
  const [does, setDoes] = useState<'pays' | 'isPaidBack' | 'limit'>();
  const done = () => setDoes(undefined);
  if (data === undefined) return error ? <LoadError error={error} /> : null;
  return (
    <section className={styles.panel} aria-label={t('accounts.of', { name: data.buyer.name })}>
      {error && <LoadError error={error} />}
      <Owed account={data} />
      {does === 'limit' && <LimitForm of={data} onDone={done} />}
      {(does === 'pays' || does === 'isPaidBack') && (
        <PaymentForm of={data} isBack={does === 'isPaidBack'} onDone={done} onCancel={done} />
      )}
      {does === undefined && (
        <div className={forms.buttons}>
          {data.balance > 0 && <Button onClick={() => setDoes('pays')}>{t('accounts.pay')}</Button>}
          {data.balance < 0 && <Button onClick={() => setDoes('isPaidBack')}>{t('accounts.payBack')}</Button>}
          <Button variant="default" onClick={() => setDoes('limit')}>
            {t('accounts.setLimit')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('app.close')}
          </Button>
        </div>
      )}
      <Payments payments={data.payments} />
      <More label={t('accounts.morePayments')} onMore={more('payments')} />
      <Purchases purchases={data.purchases} />
      <More label={t('accounts.morePurchases')} onMore={more('purchases')} />
      <StatementOfAccount of={of} />
    </section>
  );
}

const pageOfMore = 20;

function More({ label, onMore }: { label: string; onMore: (() => void) | undefined }) {
  if (onMore === undefined) return null;
  return (
    <div className={forms.buttons}>
      <Button variant="subtle" onClick={onMore}>
        {label}
      </Button>
    </div>
  );
}

function Owed({ account: { balance, limit, others } }: { account: Account }) {
  const { t, format } = useLanguage();
  const money = useSaidMoney();
  return (
    <Flex component="p" wrap="wrap" align="baseline" gap="0.25rem 1rem" fz="1.25rem">
      <span>
        <Balance amount={balance} />
      </span>
      <span>
        {limit === undefined
          ? t('accounts.noLimit')
          : `${t('accounts.limit', { amount: money(limit) })} · ${t('accounts.left', { amount: money(Math.max(0, limit - balance)) })}`}
      </span>
      {others.map(({ currency, amount }) => (
        <span key={currency}>{t('accounts.others', { amount: `${format.money(amount)} ${currency}` })}</span>
      ))}
    </Flex>
  );
}

function Payments({ payments }: Pick<Account, 'payments'>) {
  const { t } = useLanguage();
  const [wrong, setWrong] = useState<number>();
  return (
    <section>
      <h4>{t('accounts.payments')}</h4>
      {payments.length === 0 && <p className={styles.soft}>{t('accounts.noPayments')}</p>}
      <ul className={common.bare}>
        {payments.map((payment) => (
          <li key={payment.number}>
            <PaymentRow payment={payment} onWrong={() => setWrong(payment.number)} />
            {wrong === payment.number && (
              <TakeBack number={payment.number} onClose={() => setWrong(undefined)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PaymentRow({ payment, onWrong }: { payment: AccountPaymentView; onWrong(): void }) {
  const { t, format, words } = useLanguage();
  const { number, at, trueAt, by, means, amount, note, takesBack, takenBackBy } = payment;
  return (
    <div className={styles.row}>
      <span>
        <Box component="span" className={common.wrap} display="block" fw={600}>
          {format.count(number)} · {format.dateTime(trueAt ?? at)}
        </Box>
        <span className={styles.soft}>
          {trueAt !== undefined && `${t('invoices.dated', { date: format.date(at) })} · `}
          {meansName(means, words)} · <ActorName name={by} />
          {note !== undefined && (
            <>
              {' · '}
              <Written text={note} />
            </>
          )}
        </span>
        {takenBackBy !== undefined && (
          <span className={styles.soft}>
            {t('accounts.wasTakenBack', { number: format.count(takenBackBy) })}
          </span>
        )}
        {takesBack !== undefined && (
          <span className={styles.soft}>
            {t('accounts.isTakingBack', { number: format.count(takesBack) })}
          </span>
        )}
      </span>
      <Money amount={amount} currency="SAR" />
      <span className={common.row}>
        <PrintVoucher number={number} />
        {takesBack === undefined && takenBackBy === undefined && (
          <Button
            variant="subtle"
            color="red"
            aria-label={t('accounts.wrongOf', { number: format.count(number) })}
            onClick={onWrong}
          >
            {t('accounts.wrong')}
          </Button>
        )}
      </span>
    </div>
  );
}

function TakeBack({ number, onClose }: { number: number; onClose(): void }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('account.takeBack');
  const [id] = useState(() => crypto.randomUUID());
  const form = useForm({
    id: 'take-back',
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('accounts.reasonMissing') : undefined }),
    send: ({ reason }) => run({ id, number, reason }),
    onDone: onClose,
  });
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      <p>{t('accounts.wrongSure')}</p>
      <ProblemNote of={form.failure} />
      <Field
        {...form.text('reason')}
        autoFocus
        dir="auto"
        label={t('accounts.reasonLabel')}
        maxLength={200}
      />
      <div className={forms.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        <Button type="submit" color="red" aria-disabled={busy}>
          {t('accounts.wrong')}
        </Button>
      </div>
    </form>
  );
}

function Purchases({ purchases }: Pick<Account, 'purchases'>) {
  const { t, format } = useLanguage();
  return (
    <section>
      <h4>{t('accounts.purchases')}</h4>
      {purchases.length === 0 && <p className={styles.soft}>{t('accounts.noPurchases')}</p>}
      <ul className={common.bare}>
        {purchases.map(({ uuid, number, kind, issuedAt, trueAt, currency, payable }) => (
          <li key={uuid} className={styles.row}>
            <span>
              <a href={hashOf({ screen: 'invoice', uuid })}>
                <bdi dir="ltr">{number}</bdi>
              </a>
              <span className={styles.soft}>
                {format.dateTime(trueAt ?? issuedAt)}
                {trueAt !== undefined && ` · ${t('invoices.dated', { date: format.date(issuedAt) })}`}
              </span>
            </span>
            <Money amount={kind === 'creditNote' ? -payable : payable} currency={currency} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LimitForm({ of: { key, limit }, onDone }: { of: Pick<Account, 'key' | 'limit'>; onDone(): void }) {
  const { t } = useLanguage();
  const { run, busy } = useTerminalCommand('account.setLimit');
  const isEmpty = (text: string) => text.trim() === '';
  const form = useForm({
    id: 'limit',
    initial: { amount: limit === undefined ? '' : halalasToText(limit) },
    check: ({ amount }) => ({
      amount: isEmpty(amount) || readAmount(amount) !== undefined ? undefined : t('shift.notAmount'),
    }),
    send: ({ amount }) => run({ key, ...(!isEmpty(amount) && { limit: readAmount(amount) }) }),
    onDone,
  });
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      <ProblemNote of={form.failure} />
      <Field {...form.text('amount')} amount autoFocus label={t('accounts.limitLabel')} />
      <p className={styles.soft}>{t('accounts.limitHint')}</p>
      <FormButtons label={t('accounts.saveLimit')} busy={busy} onCancel={onDone} />
    </form>
  );
}
