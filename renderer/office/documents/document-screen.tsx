import { Button } from '@mantine/core';
import type { OfficeOutput } from '../../../shared/office/contract.ts';
import type { DocumentKey } from '../../../shared/office/documents.ts';
import common from '../../ui/components/common.module.css';
import { Fact } from '../../ui/components/fact.tsx';
import forms from '../../ui/components/forms/forms.module.css';
import page from '../../ui/components/layout/page.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { StatusMark } from '../../ui/components/marks/status-mark.tsx';
import list from '../../ui/components/tables/list.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { saveFile } from '../../ui/components/tables/save-file.ts';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useOfficeCommand, useOfficeQuery } from '../office.ts';
import { OfficePage } from '../parts/office-page.tsx';
import { AmountCell, SumTable } from '../parts/sum-table.tsx';
import { addressOf } from '../route.ts';
import { useOfficeWords } from '../use-office-words.ts';

export function DocumentScreen({ route: { device, generation, icv } }: { route: DocumentKey }) {
  const { t } = useOfficeWords();
  const key = { device, generation, icv };
  const { data, error } = useOfficeQuery('document.get', key, { once: true });
  return (
    <OfficePage
      back={
        <a className={common.link} href={addressOf({ screen: 'documents' })}>
          {t('documents.back')}
        </a>
      }
      error={error}
    >
      {data !== undefined && <Document detail={data} documentKey={key} />}
    </OfficePage>
  );
}

type Known = OfficeOutput<'document.get'>;

function Document({ detail, documentKey }: { detail: Known; documentKey: DocumentKey }) {
  const { t } = useOfficeWords();
  const { document } = detail;
  return (
    <>
      <h2>
        <Written text={document.number} />
      </h2>
      <StatusMark state={document.state} />
      <p className={page.lead}>{t('documents.readNote')}</p>
      <Files documentKey={documentKey} hasCleared={detail.hasCleared} />
      <Facts detail={detail} />
      <h3>{t('documents.lines')}</h3>
      <Lines detail={detail} />
      <h3>{t('documents.events')}</h3>
      <Events detail={detail} />
    </>
  );
}

function Files({ documentKey, hasCleared }: { documentKey: DocumentKey; hasCleared: boolean }) {
  const { t, say } = useOfficeWords();
  const xml = useOfficeCommand('document.xml');
  const pdf = useOfficeCommand('document.pdf');
  const failure = xml.failure ?? pdf.failure;
  const saveXml = async (cleared: boolean) => {
    const file = await xml.run({ ...documentKey, cleared });
    if (file?.ok) saveFile(file.value.fileName, file.value.xml, 'application/xml');
  };
  const savePdf = async () => {
    const file = await pdf.run(documentKey);
    if (!file?.ok) return;
    const bytes = Uint8Array.from(atob(file.value.pdf), (letter) => letter.charCodeAt(0));
    saveFile(file.value.fileName, bytes, 'application/pdf');
  };
  return (
    <>
      {failure !== undefined && <Note tone="red">{say(failure)}</Note>}
      <div className={`${common.buttons} ${forms.gap}`}>
        <Button variant="default" aria-disabled={pdf.busy} onClick={() => void savePdf()}>
          {t('documents.savePdf')}
        </Button>
        <Button variant="default" aria-disabled={xml.busy} onClick={() => void saveXml(false)}>
          {t('documents.saveXml')}
        </Button>
        {hasCleared && (
          <Button variant="default" aria-disabled={xml.busy} onClick={() => void saveXml(true)}>
            {t('documents.saveCleared')}
          </Button>
        )}
      </div>
    </>
  );
}

function Facts({ detail }: { detail: Known }) {
  const { t } = useOfficeWords();
  const { format } = useLanguage();
  const { document, buyerName, buyerVatNumber } = detail;
  return (
    <dl className={forms.facts}>
      <Fact name={t('documents.issued')} code={document.issuedAt.slice(0, 19).replace('T', ' ')} />
      <Fact name={t('documents.till')}>
        <a href={addressOf({ screen: 'till', device: document.device })}>
          <Written text={document.till} />
        </a>
      </Fact>
      <Fact name={t('documents.seller')}>
        <Written text={detail.sellerName} /> · <bdi dir="ltr">{detail.sellerVatNumber}</bdi>
      </Fact>
      {(buyerName !== null || buyerVatNumber !== null) && (
        <Fact name={t('documents.buyer')}>
          <Written text={buyerName} /> <bdi dir="ltr">{buyerVatNumber}</bdi>
        </Fact>
      )}
      <Fact name={t('documents.total')}>
        <Money amount={document.payable} currency={document.currency} />
      </Fact>
      <Fact name={t('documents.vat')}>
        <Money amount={document.vat} currency={document.currency} />
      </Fact>
      <Fact name={t('documents.received')}>{format.dateTime(detail.receivedAt)}</Fact>
      {detail.acceptedAt === null ? (
        <Fact name={t('documents.due')}>{format.dateTime(detail.dueAt)}</Fact>
      ) : (
        <Fact name={t('documents.accepted')}>{format.dateTime(detail.acceptedAt)}</Fact>
      )}
      <Fact name={t('documents.stamp')}>
        {t(detail.isStampChecked ? 'documents.stampChecked' : 'documents.stampUnchecked')}
      </Fact>
      <Fact name="UUID" code={detail.uuid} />
      <Fact name={t('documents.hash')} code={detail.hash} />
      <Fact name={t('documents.previousHash')} code={detail.previousHash} />
    </dl>
  );
}

function Lines({ detail: { lines } }: { detail: Known }) {
  const { t } = useOfficeWords();
  return (
    <SumTable
      heads={[t('people.name')]}
      amounts={[t('documents.quantity'), t('documents.price'), t('documents.net')]}
    >
      {lines.map(({ name, quantity, unitPrice, net }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and never change
        <tr key={index}>
          <td>
            <Written text={name} />
          </td>
          <td data-figure>{quantity}</td>
          <td data-figure>{unitPrice}</td>
          <AmountCell amount={net} />
        </tr>
      ))}
    </SumTable>
  );
}

function Events({ detail: { events } }: { detail: Known }) {
  const { t } = useOfficeWords();
  const { format, words } = useLanguage();
  if (events.length === 0) return <p>{t('documents.noEvents')}</p>;
  const named: Readonly<Record<string, string>> = { ...words.outcomes, ...words.events };
  return (
    <ul className={list.list}>
      {events.map(({ at, what, status }) => (
        <li key={`${at}-${what}`} className={list.row}>
          <span className={list.soft}>{format.dateTime(at)}</span>
          <span>{named[what] ?? what}</span>
          <span className={list.end}>
            <bdi dir="ltr">{status}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}
