import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { describeIssue } from '../../shared/words/index.ts';
import { focusField, useCart } from '../cart/cart.tsx';
import {
  addLine,
  changeAdvanced,
  changeLine,
  type DraftLine,
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
import { PayScreen } from '../pay/pay-screen.tsx';
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
import { type Price, usePrice } from './use-price.ts';

export function SaleScreen() {
  const { receipt, change, next } = useCart();
  return receipt === undefined ? (
    <Selling />
  ) : (
    <ReceiptPanel issued={receipt} change={change} onNext={next} />
  );
}

/** The basket and its payment, which have one price. */
function Selling() {
  const { draft, paying } = useCart();
  const price = usePrice(draft);
  useCustomerDisplay(draft, price);
  return paying ? <Paying price={price} /> : <SaleForm price={price} />;
}

function Paying({ price }: { price: Price }) {
  const { draft, issuing, edit, backToBasket, refuse } = useCart();
  const scan = useScan();
  useScans((code) => {
    if (issuing) return 'untaken';
    // The customer brings one thing more: it is added where it can be seen, and the payment waits.
    const last = draft.lines.at(-1);
    const entry = last !== undefined && isOpen(last) ? last : newLine();
    flushSync(() => {
      backToBasket();
      if (entry !== last) edit((now) => addLine(now, entry));
    });
    focusField(fieldIds.line(entry.key, 'name'));
    return scan(code, { key: entry.key });
  });
  // The terminal may find fault with the basket only after the payment was asked for.
  const fault = price.stale ? undefined : price.failure;
  const onFault = useEffectEvent(refuse);
  useEffect(() => {
    if (fault !== undefined) onFault(fault);
  }, [fault]);
  return (
    <PayScreen
      totals={price.totals}
      lineTotals={price.lineTotals}
      stale={price.stale}
      remarks={price.remarks}
    />
  );
}

function SaleForm({ price }: { price: Price }) {
  const { t, language } = useLanguage();
  const cart = useCart();
  const { draft, edit } = cart;
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
        : last !== undefined && isOpen(last)
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
  const isCorrection = draft.correction !== undefined;
  /** Leads to the payment; a correction is paid as before, and issued at once. */
  const proceed = () => {
    if (settled || !cameFilled) void (isCorrection ? cart.issue() : cart.pay());
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
    [keys.main]: proceed,
    [keys.newLine]: startLine,
    [keys.removeLine]: removeFocusedLine,
    [keys.customer]: () =>
      edit((now) => ({ ...now, customer: now.customer === 'consumer' ? 'business' : 'consumer' })),
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
        onMain={proceed}
      />
    </main>
  );
}

/** True for a line that a scan may name: it has neither an item nor a barcode, at most the number of pieces. */
function isNameless({ name, barcode }: DraftLine): boolean {
  return barcode === undefined && (name.trim() === '' || piecesOf(name) !== undefined);
}

/** True for a line that the next scan may fill: at most the number of pieces was typed. */
function isOpen(line: DraftLine): boolean {
  return isNameless(line) && line.price.trim() === '';
}
