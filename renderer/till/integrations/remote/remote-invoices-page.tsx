import { Button, Flex } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { RemoteInvoiceView } from '../../../../shared/contract/programs/remote.ts';
import common from '../../../ui/components/common.module.css';
import { Field } from '../../../ui/components/forms/field.tsx';
import styles from '../../../ui/components/forms/forms.module.css';
import { Collapsible } from '../../../ui/components/layout/collapsible.tsx';
import { SectionPage } from '../../../ui/components/layout/section-page.tsx';
import list from '../../../ui/components/tables/list.module.css';
import { ListFoot, NewerRows } from '../../../ui/components/tables/list-foot.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useList } from '../use-list.ts';

export function RemoteInvoicesPage() {
  const { t, format } = useLanguage();
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState('');
  const invoices = useList('remoteInvoice.list', status === '' ? {} : { status }, ({ uuid }) => uuid);
  const { rows, first, error } = invoices;
  const filter = (event: FormEvent) => {
    event.preventDefault();
    setStatus(typed.trim());
  };
  const isEmpty = first?.total === 0 && status === '';
  return (
    <SectionPage
      title={t('integrations.section.remoteInvoices.title')}
      lead={t('integrations.section.remoteInvoices.lead')}
      error={error}
    >
      {isEmpty ? (
        <div className={styles.empty}>
          <p>{t('integrations.remoteInvoices.empty')}</p>
          <p>{t('integrations.remoteInvoices.emptyHow')}</p>
        </div>
      ) : (
        <Flex component="form" align="center" gap="0.75rem" onSubmit={filter}>
          <Field
            label={t('integrations.remoteInvoices.filter')}
            dir="ltr"
            value={typed}
            error={undefined}
            onText={setTyped}
          />
          <Button type="submit" variant="default">
            {t('integrations.remoteInvoices.show')}
          </Button>
          <NewerRows list={invoices} />
          {first && (
            <span className={common.soft}>
              {t('integrations.remoteInvoices.count', { shown: format.count(first.total) })}
            </span>
          )}
        </Flex>
      )}
      <ul className={list.list}>
        {rows?.map((invoice) => (
          <Row key={invoice.uuid} invoice={invoice} />
        ))}
      </ul>
      {rows?.length === 0 && status !== '' && (
        <div className={styles.empty}>
          <p>{t('integrations.remoteInvoices.noneOf')}</p>
        </div>
      )}
      <ListFoot list={invoices} />
    </SectionPage>
  );
}

function Row({ invoice }: { invoice: RemoteInvoiceView }) {
  const { t, format } = useLanguage();
  const { uuid, id, status, asOf, listed } = invoice;
  return (
    <li className={list.row}>
      <span className={list.badge}>{t('integrations.remoteInvoices.mark')}</span>
      <span className={list.main}>
        <span className={list.strong}>
          <bdi dir="ltr">{id ?? uuid}</bdi>
        </span>
        {id !== undefined && (
          <span className={list.soft}>
            <bdi dir="ltr">{uuid}</bdi>
          </span>
        )}
        {listed !== undefined && (
          <Collapsible title={t('integrations.remoteInvoices.all')}>
            <pre className={styles.code} dir="ltr">
              {JSON.stringify(listed, null, 2)}
            </pre>
          </Collapsible>
        )}
      </span>
      <span className={list.end}>
        <span className={list.strong}>
          <bdi dir="ltr">{status ?? '–'}</bdi>
        </span>
        <span className={list.soft}>
          {/* The time by the other system's clock, which is shown as received if it is not a valid date. */}
          {Number.isNaN(Date.parse(asOf)) ? <bdi dir="ltr">{asOf}</bdi> : format.dateTime(asOf)}
        </span>
      </span>
    </li>
  );
}
