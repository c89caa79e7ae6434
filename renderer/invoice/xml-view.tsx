import { Button, CopyButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvoiceDetail } from '../../shared/contract/invoices.ts';
import { FailureError } from '../../shared/failure.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { ask, useClient } from '../client.tsx';
import { useLanguage } from '../language.tsx';
import { Choice } from '../parts/choice.tsx';
import { Note } from '../parts/note.tsx';
import { saveFile } from '../parts/save-file.ts';
import styles from './xml-view.module.css';

type Which = 'sealed' | 'cleared';

/** The document itself, read when asked for, to read, copy or save. */
export function XmlView({ invoice }: { invoice: InvoiceDetail }) {
  const { t, language } = useLanguage();
  const client = useClient();
  const [shown, setShown] = useState(false);
  const [which, setWhich] = useState<Which>('sealed');
  const { data, error } = useQuery({
    queryKey: ['xml', invoice.uuid, which],
    enabled: shown,
    gcTime: 0,
    queryFn: () => ask(client, 'invoice.xml', { uuid: invoice.uuid, which }),
  });
  if (!shown)
    return (
      <Button variant="default" onClick={() => setShown(true)}>
        {t('invoice.showXml')}
      </Button>
    );
  return (
    <>
      <div className={styles.tools}>
        {invoice.cleared && (
          <Choice
            aria-label={t('invoice.xml')}
            value={which}
            onChange={setWhich}
            data={[
              { value: 'sealed', label: t('invoice.sealedXml') },
              { value: 'cleared', label: t('invoice.clearedXml') },
            ]}
          />
        )}
        <CopyButton value={data?.xml ?? ''}>
          {({ copied, copy }) => (
            <Button variant="default" disabled={data === undefined} onClick={copy}>
              {t(copied ? 'invoice.copied' : 'invoice.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          disabled={data === undefined}
          onClick={() => data && saveFile(data.fileName, data.xml, 'application/xml')}
        >
          {t('invoice.save')}
        </Button>
      </div>
      {error instanceof FailureError && <Note tone="red">{describeFailure(error.failure, language)}</Note>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className={styles.xml} dir="ltr" tabIndex={0}>
        {data?.xml}
      </pre>
    </>
  );
}
