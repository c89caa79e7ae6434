import { Button, CopyButton } from '@mantine/core';
import { useState } from 'react';
import type { AuthorityAnswer, InvoiceDetail } from '../../../../shared/contract/till/invoices.ts';
import { FailureError } from '../../../../shared/failure.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './answers.module.css';

export function Answers({ invoice }: { invoice: InvoiceDetail }) {
  const { t, language } = useLanguage();
  const [shown, setShown] = useState(false);
  const answered = invoice.timeline.filter(({ httpStatus }) => httpStatus !== undefined).length;
  const isAsked = shown && answered > 0;
  const { data, error } = useTerminalQuery('invoice.answers', isAsked ? { uuid: invoice.uuid } : undefined);
  if (answered === 0) return null;
  return (
    <section className={styles.answers}>
      <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {t('invoice.answers')}
      </Button>
      {shown && error instanceof FailureError && (
        <Note tone="red">{describeFailure(error.failure, language)}</Note>
      )}
      {shown && (
        <ol>
          {data?.answers.map((answer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers have no id and are replaced as a whole
            <li key={index}>
              <Answer answer={answer} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Answer({ answer: { at, httpStatus, body, cut } }: { answer: AuthorityAnswer }) {
  const { t, format } = useLanguage();
  return (
    <>
      <div className={styles.head}>
        <p>
          {format.dateTime(at)} <bdi dir="ltr">{t('invoice.httpStatus', { status: httpStatus })}</bdi>
        </p>
        {body !== '' && (
          <CopyButton value={body}>
            {({ copied, copy }) => (
              <Button variant="subtle" onClick={copy}>
                {t(copied ? 'app.copied' : 'app.copy')}
              </Button>
            )}
          </CopyButton>
        )}
      </div>
      {body === '' ? (
        <p className={common.remark}>{t('invoice.answerEmpty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <pre className={styles.body} dir="ltr" tabIndex={0}>
          {body}
        </pre>
      )}
      {cut && <p className={common.remark}>{t('invoice.answerCut')}</p>}
    </>
  );
}
