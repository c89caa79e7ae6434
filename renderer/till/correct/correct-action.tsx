import { useState } from 'react';
import { isSpecialSale } from '../../../shared/sale/special-sale.ts';
import type { Halalas } from '../../../shared/values/money.ts';
import { describeFailure } from '../../../shared/words/index.ts';
import { Note } from '../../ui/components/marks/note.tsx';
import { MainAction } from '../../ui/components/press/main-action.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { go } from '../../ui/page/route.ts';
import { useStatus } from '../../ui/terminal/status.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import { useCart } from '../cart/cart.tsx';

type Rejected = { readonly uuid: string; readonly number: string; readonly payable: Halalas };

/**
 * Returns the correction of a rejected document; `open` loads its sale on the sale screen. The screen binds `keys.main`
 * to `open`.
 */
export function useCorrection({ uuid, number, payable }: Rejected) {
  const { language, t } = useLanguage();
  const isManager = useStatus()?.role === 'manager';
  const cart = useCart();
  const { run, busy, failure } = useTerminalCommand('invoice.sale');
  const [isForManager, setForManager] = useState(false);
  return {
    busy,
    trouble: isForManager ? t('correct.managerOnly') : failure && describeFailure(failure, language),
    async open() {
      const answer = await run({ uuid });
      if (!answer?.ok) return;
      if (!isManager && isSpecialSale(answer.value)) {
        setForManager(true);
        return;
      }
      cart.correct({ uuid, number, payable, sale: answer.value });
      go({ screen: 'sale' });
    },
  };
}

export function CorrectAction({ correction }: { correction: ReturnType<typeof useCorrection> }) {
  const { t } = useLanguage();
  const { busy, trouble, open } = correction;
  return (
    <>
      {trouble && <Note tone="red">{trouble}</Note>}
      <MainAction onClick={() => void open()} disabled={busy}>
        {t(busy ? 'correct.opening' : 'correct.action')}
      </MainAction>
    </>
  );
}
