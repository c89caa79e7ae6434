import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { describeIssue } from '../../shared/words/index.ts';
import { keys, useKeys } from '../keys.ts';
import { useLanguage } from '../language.tsx';
import { Basket } from './basket.tsx';
import { BuyerForm } from './buyer-form.tsx';
import { focusField, useDesk } from './desk.tsx';
import { addLine, draftPayments, newLine, removeLine } from './draft.ts';
import type { MessageOf } from './message.ts';
import { PayPanel } from './pay-panel.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';
import { checkDraft, fieldIds } from './sale-of-draft.ts';
import styles from './sale-screen.module.css';
import { usePrice } from './use-price.ts';

export function SaleScreen() {
  const { receipt, next } = useDesk();
  return receipt === undefined ? <SaleForm /> : <ReceiptPanel issued={receipt} onNext={next} />;
}

function SaleForm() {
  const { t, language } = useLanguage();
  const desk = useDesk();
  const { draft, edit } = desk;
  const price = usePrice(draft);
  const issues = checkDraft(draft);

  const messageOf: MessageOf = (field) => {
    const shown = desk.attempted || desk.touched.has(field) ? issues.get(field) : undefined;
    const issue = desk.refused?.get(field) ?? shown ?? price.issues.get(field);
    return issue && describeIssue(issue, language);
  };

  const startLine = () => {
    const line = newLine();
    // The line must be there before the next key: a scanner types faster than the screen is drawn.
    flushSync(() => edit((now) => addLine(now, line)));
    focusField(fieldIds.line(line.key, 'name'));
  };
  const removeFocusedLine = () => {
    const focused = draft.lines.find(({ key }) => document.activeElement?.id.startsWith(`line-${key}-`));
    if (focused === undefined) return;
    const index = draft.lines.indexOf(focused);
    const neighbour = draft.lines[index + 1] ?? draft.lines[index - 1];
    edit((now) => removeLine(now, focused.key));
    if (neighbour) focusField(fieldIds.line(neighbour.key, 'name'));
  };

  // A new sale, or one come back to, begins where one types.
  const lastLine = useRef(draft.lines.at(-1));
  useEffect(() => {
    if (lastLine.current) focusField(fieldIds.line(lastLine.current.key, 'name'));
  }, []);

  useKeys({
    [keys.main]: () => void desk.issue(),
    [keys.newLine]: startLine,
    [keys.removeLine]: removeFocusedLine,
    [keys.customer]: () =>
      edit((now) => ({ ...now, customer: now.customer === 'consumer' ? 'business' : 'consumer' })),
    [keys.payment]: () =>
      edit((now) => {
        const next = (draftPayments.indexOf(now.payment) + 1) % draftPayments.length;
        return { ...now, payment: draftPayments[next] ?? 'cash' };
      }),
    [keys.discount]: () => focusField(fieldIds.discount),
  });

  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">{t('sale.title')}</h1>
      <div className={styles.entry}>
        {draft.customer === 'business' && <BuyerForm messageOf={messageOf} />}
        <Basket price={price.lineTotals} stale={price.stale} messageOf={messageOf} onNewLine={startLine} />
      </div>
      <PayPanel totals={price.totals} stale={price.stale} messageOf={messageOf} />
    </main>
  );
}
