import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../shared/failure.ts';
import { describeFailure, describeIssue } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { go } from '../../ui/page/route.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { useCart } from '../cart/cart.tsx';
import { ToCardPayments } from './pay-actions.tsx';

const code = 'return-under-way';

/** Returns true for a document that is part of another transaction at the card terminal. */
export const isUnderWay = ({ issues = [] }: Failure) => issues.some((issue) => issue.code === code);

export function StepUnderWay({ failure: { detail = {} } }: { failure: Failure }) {
  const { language } = useLanguage();
  const { returning, basket } = detail;
  return (
    <Note tone="red">
      {describeIssue({ path: [], code, message: code }, language)}
      <div className={common.actions}>
        {returning !== undefined && <ToReturn uuid={String(returning)} />}
        {basket !== undefined && <ToBasket id={String(basket)} />}
      </div>
    </Note>
  );
}

function ToReturn({ uuid }: { uuid: string }) {
  const { t } = useLanguage();
  const { refetch } = useTerminalQuery('card.returns', {});
  const open = () => {
    // The screen may already show that return, without knowing its refund.
    void refetch();
    go({ screen: 'return', uuid });
  };
  return (
    <Button ref={show} variant="default" onClick={open}>
      {t('pay.underWay.toReturn')}
    </Button>
  );
}

/** Takes the basket back; the one on the screen is put aside in its place. */
function ToBasket({ id }: { id: string }) {
  const { t, language } = useLanguage();
  const { draft, recall } = useCart();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const open = async () => {
    if (busy) return;
    setBusy(true);
    const result = draft.saleId === id ? undefined : await recall(id);
    setBusy(false);
    if (result?.ok === false) setFailure(result.failure);
    else go({ screen: 'sale' });
  };
  if (failure !== undefined)
    return (
      <>
        <p className={common.flush}>{describeFailure(failure, language)}</p>
        <ToCardPayments />
      </>
    );
  return (
    <Button ref={show} variant="default" aria-disabled={busy} onClick={() => void open()}>
      {t('pay.underWay.toBasket')}
    </Button>
  );
}

/** Shows the button in a low window, where the refusal scrolls. */
const show = (button: HTMLElement | null) => button?.scrollIntoView({ block: 'nearest' });
