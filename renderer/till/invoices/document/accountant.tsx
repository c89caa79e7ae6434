import { Box, Button, Collapse, CopyButton, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { InvoiceDetail } from '../../../../shared/contract/till/invoices.ts';
import common from '../../../ui/components/common.module.css';
import { kindOf } from '../../../ui/components/marks/message-kind.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import styles from './accountant.module.css';
import { Answers } from './answers.tsx';
import { XmlView } from './xml-view.tsx';

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
