import type { ActivityLine } from '../../../shared/contract/people/activity.ts';
import { describeAction } from '../../../shared/words/activity.ts';
import { ActorName } from '../../ui/components/actor-name.tsx';
import common from '../../ui/components/common.module.css';
import { Money } from '../../ui/components/tables/money.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf } from '../../ui/page/route.ts';
import styles from './activity.module.css';
import reportPage from './reports.module.css';

export function ActivityTable({ lines }: { lines: readonly ActivityLine[] }) {
  const { t } = useLanguage();
  return (
    <div className={common.scroller}>
      <table
        className={`${common.table} ${reportPage.table} ${styles.table}`}
        aria-label={t('activity.title')}
      >
        <thead>
          <tr>
            <th scope="col">{t('activity.columns.at')}</th>
            <th scope="col">{t('activity.columns.by')}</th>
            <th scope="col">{t('activity.columns.action')}</th>
            <th scope="col" data-figure>
              {t('activity.columns.amount')}
            </th>
            <th scope="col">{t('activity.columns.detail')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ line }: { line: ActivityLine }) {
  const { format } = useLanguage();
  const { at, by, amount, currency, document } = line;
  const isBack = document?.kind === 'creditNote';
  return (
    <tr>
      <td>{format.dateTime(at)}</td>
      <td>
        <ActorName name={by} />
      </td>
      <td>
        <What line={line} />
      </td>
      <td data-figure>
        {amount !== undefined && (
          <Money
            amount={isBack ? -amount : amount}
            {...(currency !== undefined && currency !== 'SAR' && { currency })}
          />
        )}
      </td>
      <td>
        <Details line={line} />
      </td>
    </tr>
  );
}

function What({ line: { action, document } }: { line: ActivityLine }) {
  const { words, language } = useLanguage();
  if (document === undefined) return describeAction(action, language);
  return (
    <a className={styles.link} href={hashOf({ screen: 'invoice', uuid: document.uuid })}>
      <span>
        {words.kinds[document.kind]} <bdi dir="ltr">{document.number}</bdi>
      </span>
    </a>
  );
}

function Details({ line }: { line: ActivityLine }) {
  const { t, format } = useLanguage();
  const { id, about, approvedBy, removed, overrides, discount, detail } = line;
  const money = (amount: number) => ({ amount: format.money(amount) });
  return (
    <details className={styles.details}>
      <summary>
        <span className="visually-hidden">{t('activity.details', { line: id })}</span>
        <span className={styles.facts}>
          {about !== undefined && <Written text={about} />}
          {removed !== undefined && <span>{t('activity.removed', money(removed))}</span>}
          {overrides !== undefined && <span>{t('activity.overrides', money(overrides))}</span>}
          {discount !== undefined && discount !== 0 && <span>{t('activity.discount', money(discount))}</span>}
          {approvedBy !== undefined && <span>{t('activity.approvedBy', { name: approvedBy })}</span>}
        </span>
      </summary>
      <pre className={styles.raw} dir="ltr">
        {JSON.stringify(JSON.parse(detail), undefined, 2)}
      </pre>
    </details>
  );
}
