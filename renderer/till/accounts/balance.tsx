import { Money } from '../../ui/components/tables/money.tsx';
import { useLanguage } from '../../ui/language/language.tsx';

export function Balance({ amount }: { amount: number }) {
  const { t } = useLanguage();
  if (amount === 0) return t('accounts.settled');
  return (
    <>
      {t(amount > 0 ? 'accounts.balance' : 'accounts.favour')}{' '}
      <strong>
        <Money amount={Math.abs(amount)} currency="SAR" />
      </strong>
    </>
  );
}
