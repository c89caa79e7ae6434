import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureError } from '../../shared/failure.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { ask, useClient } from '../client.tsx';
import { keys, useKeys } from '../keys.ts';
import { useLanguage } from '../language.tsx';
import { Note } from '../parts/note.tsx';
import { go, hashOf } from '../route.ts';
import type { IssuedSale } from '../sale/desk.tsx';
import { ReceiptPanel } from '../sale/receipt-panel.tsx';
import { FindDocument } from './find-document.tsx';
import { NotReturnable } from './not-returnable.tsx';
import { ReturnForm } from './return-form.tsx';
import styles from './return-screen.module.css';

/** Goods come back: the document is found, what comes back is chosen, and a credit note pays it back. */
export function ReturnScreen({ uuid }: { uuid: string | undefined }) {
  return uuid === undefined ? <FindDocument /> : <ReturnOf uuid={uuid} />;
}

function ReturnOf({ uuid }: { uuid: string }) {
  const { t, language } = useLanguage();
  const client = useClient();
  const [receipt, setReceipt] = useState<IssuedSale>();
  const { data, error, refetch } = useQuery({
    queryKey: ['returnable', uuid],
    queryFn: () => ask(client, 'invoice.returnable', { uuid }),
    // Another till may have taken something back meanwhile.
    staleTime: 0,
    gcTime: 0,
  });
  useKeys({ [keys.back]: receipt === undefined ? () => go({ screen: 'return' }) : undefined });

  if (receipt !== undefined) return <ReceiptPanel issued={receipt} onNext={() => go({ screen: 'sale' })} />;
  if (data !== undefined)
    return data.refusal === undefined ? (
      <ReturnForm returnable={data} onIssued={setReceipt} onChanged={() => void refetch()} />
    ) : (
      <NotReturnable returnable={data} />
    );
  if (error === null) return null;
  return (
    <main className={styles.find}>
      <Note tone="red">
        {describeFailure(error instanceof FailureError ? error.failure : { code: 'internal' }, language)}
      </Note>
      <Button variant="default" component="a" href={hashOf({ screen: 'return' })}>
        {t('return.findOther')}
      </Button>
    </main>
  );
}
