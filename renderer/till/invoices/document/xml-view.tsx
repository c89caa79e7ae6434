import { Button, CopyButton, Flex } from '@mantine/core';
import { useState } from 'react';
import type { InvoiceDetail } from '../../../../shared/contract/till/invoices.ts';
import { FailureError } from '../../../../shared/failure.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { saveFile } from '../../../ui/components/tables/save-file.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './xml-view.module.css';

type Which = 'issued' | 'cleared';

export function XmlView({ invoice }: { invoice: InvoiceDetail }) {
  const { t, language } = useLanguage();
  const [shown, setShown] = useState(false);
  const [which, setWhich] = useState<Which>('issued');
  const { uuid } = invoice;
  const { data, error } = useTerminalQuery('invoice.xml', shown ? { uuid, which } : undefined, { gcTime: 0 });
  if (!shown)
    return (
      <Button variant="default" onClick={() => setShown(true)}>
        {t('invoice.showXml')}
      </Button>
    );
  return (
    <>
      <Flex wrap="wrap" gap="0.5rem" mb="sm">
        {invoice.cleared && (
          <Choice
            aria-label={t('invoice.xml')}
            value={which}
            onChange={setWhich}
            data={[
              { value: 'issued', label: t('invoice.issuedXml') },
              { value: 'cleared', label: t('invoice.clearedXml') },
            ]}
          />
        )}
        <CopyButton value={data?.xml ?? ''}>
          {({ copied, copy }) => (
            <Button variant="default" disabled={data === undefined} onClick={copy}>
              {t(copied ? 'app.copied' : 'app.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          disabled={data === undefined}
          onClick={() => data && saveFile(data.fileName, data.xml, 'application/xml')}
        >
          {t('app.save')}
        </Button>
      </Flex>
      {error instanceof FailureError && <Note tone="red">{describeFailure(error.failure, language)}</Note>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre className={styles.xml} dir="ltr" tabIndex={0}>
        {data?.xml}
      </pre>
    </>
  );
}
