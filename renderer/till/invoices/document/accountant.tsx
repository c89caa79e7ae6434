import { Box, Button, Collapse, CopyButton, Flex, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { kindOf } from '../../../../shared/authority-reasons.ts';
import type { AuthorityAnswer, InvoiceDetail } from '../../../../shared/contract/till/invoices.ts';
import { FailureError } from '../../../../shared/failure.ts';
import { describeFailure } from '../../../../shared/words/index.ts';
import common from '../../../ui/components/common.module.css';
import { Choice } from '../../../ui/components/forms/choice.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { saveFile } from '../../../ui/components/tables/save-file.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import styles from './accountant.module.css';

/**
 * The details that the cashier's screen leaves out. The authority's messages are visible at once; the rest opens on
 * demand.
 */
export function Accountant({ invoice }: { invoice: InvoiceDetail }) {
  const { t, format } = useLanguage();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Messages invoice={invoice} />
      <Answers invoice={invoice} />
      <section className={styles.accountant}>
        <Box component="h2" m={0} fz="lg">
          <UnstyledButton
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={22} className={common.chevron} aria-hidden />
            {t('invoice.accountant')}
          </UnstyledButton>
        </Box>
        <Collapse expanded={open} id={id}>
          <Box component="dl" m="0 0 1rem">
            <Fact name={t('invoice.uuid')} value={invoice.uuid} />
            <Fact name={t('invoice.counter')} value={String(invoice.icv)} />
            <Fact name={t('invoice.hash')} value={invoice.hash} />
            <Fact name={t('invoice.previousHash')} value={invoice.previousHash} />
            <Fact name={t('invoice.qrText')} value={invoice.qr} />
            <Plain name={t('invoice.mode')}>{t(`invoice.${invoice.mode}`)}</Plain>
            <Plain name={t('invoice.attempts')}>{format.count(invoice.attempts)}</Plain>
          </Box>
          <XmlView invoice={invoice} />
        </Collapse>
      </section>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  const { t } = useLanguage();
  return (
    <Plain name={name}>
      <Box component="bdi" dir="ltr" className={common.cut} flex={1} miw={0} ff="monospace">
        {value}
      </Box>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="subtle"
            className={common.fixed}
            onClick={copy}
            aria-label={`${t('app.copy')}: ${name}`}
          >
            {t(copied ? 'app.copied' : 'app.copy')}
          </Button>
        )}
      </CopyButton>
    </Plain>
  );
}

function Plain({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The authority's messages in its latest answer that had any, unchanged. */
function Messages({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useLanguage();
  const messages = invoice.timeline.findLast((entry) => entry.messages.length > 0)?.messages;
  if (messages === undefined) return null;
  return (
    <section className={styles.messages}>
      <h2 className={common.subtitle}>{t('invoice.messages')}</h2>
      <ul className={common.bare}>
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id and are replaced as a whole
          <li key={index} data-kind={kindOf(message)}>
            <p className={styles.kind}>
              {t(`invoice.${kindOf(message)}`)} <bdi dir="ltr">{message.code}</bdi>
            </p>
            <p dir="auto">{message.message}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Which = 'issued' | 'cleared';

function XmlView({ invoice }: { invoice: InvoiceDetail }) {
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

function Answers({ invoice }: { invoice: InvoiceDetail }) {
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
