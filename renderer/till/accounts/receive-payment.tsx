import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import type { CommandOutput } from '../../../shared/contract/index.ts';
import common from '../../ui/components/common.module.css';
import { SearchText } from '../../ui/components/forms/search-text.tsx';
import { ProblemNote } from '../../ui/components/marks/failure-note.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import styles from './accounts.module.css';
import { Balance } from './balance.tsx';
import { PaymentForm, useSaidMoney } from './payment-form.tsx';
import { PrintVoucher } from './print-voucher.tsx';

type Found = CommandOutput<'account.find'>['accounts'][number];

export function ReceivePayment() {
  const { t, format } = useLanguage();
  const money = useSaidMoney();
  const [step, setStep] = useState<'closed' | 'search' | Found>('closed');
  const [received, setReceived] = useState<CommandOutput<'account.pay'>>();
  if (step === 'search') return <Search onChosen={setStep} onCancel={() => setStep('closed')} />;
  if (step !== 'closed')
    return (
      <PaymentForm
        of={step}
        onDone={(paid) => {
          setReceived(paid);
          setStep('closed');
        }}
        onCancel={() => setStep('closed')}
      />
    );
  return (
    <>
      {received && (
        <div className={styles.panel}>
          <p role="status">
            {t('accounts.receivedNow', {
              number: format.count(received.payment.number),
              amount: money(received.payment.amount),
              balance: money(received.balance),
            })}
          </p>
          <PrintVoucher number={received.payment.number} />
        </div>
      )}
      <div>
        <Button variant="default" onClick={() => setStep('search')}>
          {t('accounts.pay')}
        </Button>
      </div>
    </>
  );
}

function Search({ onChosen, onCancel }: { onChosen(found: Found): void; onCancel(): void }) {
  const { t } = useLanguage();
  const [text, setText] = useState('');
  const { data, error } = useTerminalQuery('account.find', { text }, { keepsPrevious: true });
  return (
    <div className={styles.panel}>
      <p>{t('accounts.payLead')}</p>
      <ProblemNote of={error} />
      <SearchText label={t('accounts.search')} autoFocus onSearch={setText} />
      {data?.accounts.length === 0 && <p>{t('accounts.none')}</p>}
      <ul className={common.bare}>
        {data?.accounts.map((one) => (
          <li key={one.key} className={styles.row}>
            <span>
              <Box component="span" className={common.wrap} display="block" fw={600}>
                <Written text={one.buyer.name} />
              </Box>
              <span className={styles.soft}>
                <Balance amount={one.balance} />
              </span>
            </span>
            <Button
              aria-label={t('accounts.chooseOf', { name: one.buyer.name })}
              onClick={() => onChosen(one)}
            >
              {t('accounts.choose')}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
    </div>
  );
}
