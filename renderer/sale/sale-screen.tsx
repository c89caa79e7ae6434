import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { describeIssue } from '../../shared/words/index.ts';
import { focusField, useCart } from '../cart/cart.tsx';
import {
  addLine,
  changeAdvanced,
  changeLine,
  type DraftLine,
  draftPayments,
  newLine,
  partyOf,
  removeLine,
} from '../cart/draft.ts';
import { isPlain } from '../cart/draft-advanced.ts';
import type { MessageOf } from '../cart/message.ts';
import { checkDraft, fieldIds, filledKeys } from '../cart/sale-of-draft.ts';
import { KeyCap } from '../components/key-cap.tsx';
import { useSettled } from '../components/use-settled.ts';
import { CorrectionHead } from '../correct/correction-head.tsx';
import { useLanguage } from '../language/language.tsx';
import { keys, useKeys } from '../page/keys.ts';
import { go, hashOf } from '../page/route.ts';
import { useScans } from '../scanner/scanner.tsx';
import { useStatus } from '../terminal/use-terminal-query.ts';
import { MorePanel } from './advanced/advanced-panel.tsx';
import { Basket } from './basket.tsx';
import { BuyerForm } from './buyer-form.tsx';
import { HeldBaskets } from './held-baskets.tsx';
import { piecesOf } from './known-items/take-item.ts';
import { useScan } from './known-items/use-scan.ts';
import { PayPanel } from './pay-panel.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';
import styles from './sale-screen.module.css';
import { useCustomerDisplay } from './use-customer-display.ts';
import { usePrice } from './use-price.ts';

export function SaleScreen() {
  const { receipt, next } = useCart();
  return receipt === undefined ? <SaleForm /> : <ReceiptPanel issued={receipt} onNext={next} />;
}

function SaleForm() {
  const { t, language } = useLanguage();
  const cart = useCart();
  const { draft, edit } = cart;
  const price = usePrice(draft);
  useCustomerDisplay(draft, price);
  const issues = checkDraft(draft);

  const messageOf: MessageOf = (field) => {
    const shown = cart.attempted || cart.touched.has(field) ? issues.get(field) : undefined;
    const issue = cart.refused?.get(field) ?? shown ?? price.issues.get(field);
    return issue && describeIssue(issue, language);
  };

  const startLine = () => {
    const line = newLine();
    // The line must exist before the next key, and a scanner types faster than React renders.
    flushSync(() => edit((now) => addLine(now, line)));
    focusField(fieldIds.line(line.key, 'name'));
    return line;
  };
  const scan = useScan();
  useScans((code) => {
    // A scan goes to the line whose empty name field, or number of pieces, has the focus; any other goes to an empty
    // last line, where the next scan goes too.
    const focused = draft.lines.find(({ key }) => document.activeElement?.id === fieldIds.line(key, 'name'));
    const last = draft.lines.at(-1);
    const entry =
      focused !== undefined && isNameless(focused)
        ? focused
        : last !== undefined && isNameless(last) && last.price.trim() === ''
          ? last
          : startLine();
    const pieces = piecesOf(entry.name);
    if (pieces !== undefined) flushSync(() => edit((now) => changeLine(now, entry.key, { name: '' })));
    focusField(fieldIds.line(entry.key, 'name'));
    return scan(code, { key: entry.key, pieces });
  });
  const removeFocusedLine = () => {
    const focused = draft.lines.find(({ key }) => document.activeElement?.id.startsWith(`line-${key}-`));
    if (focused === undefined) return;
    const index = draft.lines.indexOf(focused);
    const neighbour = draft.lines[index + 1] ?? draft.lines[index - 1];
    edit((now) => removeLine(now, focused.key));
    if (neighbour) focusField(fieldIds.line(neighbour.key, 'name'));
  };

  // The key that led here, for instance to a correction, is the one that issues: pressed twice, it must not.
  const [cameFilled] = useState(() => filledKeys(draft).length > 0);
  const settled = useSettled();
  const issue = () => {
    if (settled || !cameFilled) void cart.issue();
  };

  const isManager = useStatus()?.role === 'manager';
  const [isMoreOpen, setMoreOpen] = useState(false);
  const isMoreShown = isManager && (isMoreOpen || !isPlain(draft.more));
  /** Opens the advanced panel, or closes it and makes the sale an everyday one again. */
  const switchMore = () => {
    setMoreOpen(!isMoreShown);
    if (isMoreShown) edit((now) => changeAdvanced(now, { kind: 'invoice', on: [] }));
  };
  const Back = language === 'ar' ? IconArrowForwardUp : IconArrowBackUp;

  // Focuses the last line, both for a new sale and for one that was left open.
  const lastLine = useRef(draft.lines.at(-1));
  useEffect(() => {
    if (lastLine.current) focusField(fieldIds.line(lastLine.current.key, 'name'));
  }, []);

  useKeys({
    [keys.main]: issue,
    [keys.newLine]: startLine,
    [keys.removeLine]: removeFocusedLine,
    [keys.customer]: () =>
      edit((now) => ({ ...now, customer: now.customer === 'consumer' ? 'business' : 'consumer' })),
    [keys.payment]: () =>
      edit((now) => {
        const next = ((draftPayments as readonly string[]).indexOf(now.payment) + 1) % draftPayments.length;
        return { ...now, payment: draftPayments[next] ?? 'cash' };
      }),
    [keys.discount]: () => focusField(fieldIds.discount),
    [keys.return]: () => go({ screen: 'return' }),
    [keys.more]: isManager ? switchMore : undefined,
  });

  return (
    <main className={styles.screen}>
      <h1 className="visually-hidden">{t('sale.title')}</h1>
      <div className={styles.entry}>
        <div className={styles.scroll}>
          {draft.correction && (
            <CorrectionHead correction={draft.correction} onLeave={cart.leaveCorrection} />
          )}
          {isMoreShown && <MorePanel messageOf={messageOf} />}
          {partyOf(draft) !== undefined && <BuyerForm messageOf={messageOf} />}
          <Basket price={price.lineTotals} stale={price.stale} messageOf={messageOf} onNewLine={startLine} />
        </div>
        <div className={styles.ways}>
          <Button
            component="a"
            variant="default"
            href={hashOf({ screen: 'return' })}
            leftSection={<Back size={20} aria-hidden />}
            rightSection={<KeyCap of={keys.return} />}
          >
            {t('return.title')}
          </Button>
          <HeldBaskets />
          {isManager && (
            <Button
              variant="default"
              aria-expanded={isMoreShown}
              leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />}
              rightSection={<KeyCap of={keys.more} />}
              onClick={switchMore}
            >
              {t(isPlain(draft.more) ? 'special.open' : 'special.everyday')}
            </Button>
          )}
        </div>
      </div>
      <PayPanel
        totals={price.totals}
        stale={price.stale}
        remarks={price.remarks}
        messageOf={messageOf}
        onIssue={issue}
      />
    </main>
  );
}

/** True for a line that a scan may name: it has neither an item nor a barcode, at most the number of pieces. */
function isNameless({ name, barcode }: DraftLine): boolean {
  return barcode === undefined && (name.trim() === '' || piecesOf(name) !== undefined);
}
