import { Flex } from '@mantine/core';
import type { InvoiceDetail } from '../../../../shared/contract/till/invoices.ts';
import common from '../../../ui/components/common.module.css';
import { useLanguage } from '../../../ui/language/language.tsx';
import { hashOf } from '../../../ui/page/route.ts';

/**
 * The documents that this one corrects or replaces, and those that correct or replace it; each is a link if it is this
 * terminal's own.
 */
export function Links({ invoice }: { invoice: InvoiceDetail }) {
  const { corrects, correctedBy, replaces, replacedBy } = invoice;
  const { t } = useLanguage();
  return (
    <>
      <LinkRow label={t('correct.replacedBy')} documents={replacedBy ? [replacedBy] : []} />
      <LinkRow label={t('correct.replaces')} documents={replaces ? [replaces] : []} />
      <LinkRow label={t('invoice.corrects')} documents={corrects} />
      <LinkRow label={t('invoice.correctedBy')} documents={correctedBy} />
    </>
  );
}

interface LinkRowProps {
  readonly label: string;
  readonly documents: readonly { number: string; uuid?: string | undefined }[];
}

function LinkRow({ label, documents }: LinkRowProps) {
  if (documents.length === 0) return null;
  return (
    <Flex component="p" wrap="wrap" align="center" gap="0 1rem" mih="3rem" m={0}>
      <span>{label}</span>
      {documents.map(({ number, uuid }) =>
        uuid === undefined ? (
          <bdi key={number}>{number}</bdi>
        ) : (
          <a key={number} className={common.link} href={hashOf({ screen: 'invoice', uuid })}>
            <bdi>{number}</bdi>
          </a>
        ),
      )}
    </Flex>
  );
}
