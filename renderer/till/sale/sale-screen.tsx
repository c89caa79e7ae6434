import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Draft } from '../../../shared/stored/basket/draft.ts';
import { describeIssue } from '../../../shared/words/index.ts';
import { FirstDay } from '../../ui/components/first-day.tsx';
import workScreen from '../../ui/components/layout/work-screen.module.css';
import { PadDock } from '../../ui/components/pad/pad-dock.tsx';
import { useSettled } from '../../ui/components/press/use-settled.ts';
import { useLanguage } from '../../ui/language/language.tsx';
import { useStatus } from '../../ui/terminal/status.tsx';
import { focusField, useCart } from '../cart/cart.tsx';
import { addLine, changeAdvanced, currencyOf, isBlank, newLine, partyOf } from '../cart/draft.ts';
import { isPlain } from '../cart/draft-advanced.ts';
import type { MessageOf } from '../cart/message.ts';
import { checkDraft, type FieldIssues, fieldIds, filledKeys } from '../cart/sale-of-draft.ts';
import { CorrectionHead } from '../correct/correction-head.tsx';
import { PayScreen } from '../pay/pay-screen.tsx';
import { useCard } from '../pay/use-card.ts';
import { useScans } from '../scanner/scanner.tsx';
import { AdvancedPanel } from './advanced/advanced-panel.tsx';
import { Basket } from './basket/basket.tsx';
import { ChangedPrices, takeNewPricesId } from './basket/changed-prices.tsx';
import { EmptyBasket } from './basket/empty-basket.tsx';
import { LineTools } from './basket/line-tools.tsx';
import { useChangedPrices } from './basket/use-changed-prices.ts';
import { BuyerForm } from './buyer/buyer-form.tsx';
import { ExchangeHead } from './exchange-head.tsx';
import { useScan } from './known-items/use-scan.ts';
import { LastSale } from './last-sale.tsx';
import { OldShift } from './old-shift.tsx';
import { leave, padded } from './padded-fields.ts';
import { PayPanel } from './pay-panel.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';
import styles from './sale-screen.module.css';
import { TaskLinks } from './task-links.tsx';
import { Tiles } from './tiles/tiles.tsx';
import { type OpenAmount, useOpenAmount } from './tiles/use-open-amount.ts';
import { useTilesPlace } from './tiles/use-tiles-place.ts';
import { UnreadableBasket } from './unreadable-basket.tsx';
import { useCustomerDisplay } from './use-customer-display.ts';
import { isOpen, useBasketScans, useNewLine } from './use-entry.ts';
import { type Price, usePrice } from './use-price.ts';
import { useRemoval } from './use-removal.ts';
import { useSaleKeys } from './use-sale-keys.ts';

export function SaleScreen() {
  const { receipt, change, note, wasIssued, next, unreadable } = useCart();
  if (receipt === undefined && unreadable !== undefined) return <UnreadableBasket unreadable={unreadable} />;
  return receipt === undefined ? (
    <Selling />
  ) : (
    <ReceiptPanel issued={receipt} change={change} note={note} wasIssued={wasIssued} onNext={next} />
  );
}

function Selling() {
  const { draft, paying } = useCart();
  const price = usePrice(draft);
  useCustomerDisplay(draft, price);
  // A basket that the card terminal was asked about opens with its payment, even after an interruption.
  const isPaying = paying || draft.payment.asked !== undefined;
  return isPaying ? <Paying price={price} /> : <SaleForm price={price} />;
}

const totalInRiyals = (draft: Draft, { stale, totals }: Price) =>
  stale || currencyOf(draft) !== 'SAR' ? undefined : totals?.payable;

function SaleForm({ price }: { price: Price }) {
  const { t } = useLanguage();
  const { draft, leaveCorrection } = useCart();
  const messageOf = useMessages(price.issues);
  const { chosen, setChosen } = useChosenLine();
  const startLine = useNewLine();
  const removal = useRemoval();
  const [isEmptying, setEmptying] = useState(false);
  const advanced = useAdvanced();
  const tiles = useTilesPlace();
  const amount = useOpenAmount(tiles.showOpenItem);
  const prices = useChangedPrices();
  const proceed = useProceed(amount, prices.changed.length > 0);
  useBasketScans(setChosen);
  useFirstFocus();
  useSaleKeys({
    proceed,
    startLine,
    removeLine: removal.removeFocused,
    undo: removal.undo,
    switchAdvanced: advanced.onSwitch,
    showTiles: tiles.show,
    showOpenItem: tiles.showOpenItem,
  });
  const canEmpty = draft.correction === undefined && !draft.lines.every(isBlank);

  return (
    <main className={`${workScreen.screen} ${styles.screen}`}>
      <h1 className="visually-hidden">{t('sale.title')}</h1>
      <div className={styles.work}>
        <div className={styles.entry}>
          <div className={styles.scroll}>
            <FirstDay isSmall />
            {draft.correction && <CorrectionHead correction={draft.correction} onLeave={leaveCorrection} />}
            {draft.exchange && <ExchangeHead exchange={draft.exchange} />}
            {advanced.isShown && <AdvancedPanel messageOf={messageOf} />}
            {partyOf(draft) !== undefined && <BuyerForm messageOf={messageOf} />}
            <ChangedPrices of={prices} />
            <Basket
              price={price.lineTotals}
              stale={price.stale}
              messageOf={messageOf}
              chosen={chosen}
              onChoose={setChosen}
              onNewLine={startLine}
            />
            <OldShift />
            <LastSale />
          </div>
          <PadDock fields={padded} onDone={leave} />
          <LineTools
            chosen={chosen}
            onNewLine={startLine}
            onRemove={(key) => {
              setChosen('');
              removal.remove(key);
            }}
            onUndo={removal.undo}
            onEmpty={canEmpty ? () => setEmptying(true) : undefined}
            onTiles={tiles.onSwitch}
          />
        </div>
        {tiles.isShown && (
          <div className={styles.tiles}>
            <Tiles
              key={tiles.openItems}
              amount={amount}
              begin={tiles.openItems > 0 || amount.typed !== '' ? 'open' : undefined}
              onTaken={setChosen}
              onClose={tiles.onClose}
              searchRef={tiles.searchRef}
            />
          </div>
        )}
        <TaskLinks advanced={advanced} total={totalInRiyals(draft, price)} />
      </div>
      <PayPanel
        totals={price.totals}
        stale={price.stale}
        remarks={price.remarks}
        isAmountForgotten={amount.isForgotten}
        messageOf={messageOf}
        onMain={proceed}
      />
      <EmptyBasket
        opened={isEmptying}
        onClose={() => setEmptying(false)}
        onEmpty={() => {
          setEmptying(false);
          removal.empty();
        }}
      />
    </main>
  );
}

/** Returns the key of the line that the buttons act on: the last one edited, or initially the newest. */
function useChosenLine() {
  const { lines } = useCart().draft;
  // After a removal no line is wanted, so that a second press does not remove another one.
  const [wanted, setChosen] = useState<string>();
  return { chosen: wanted ?? lines.findLast((line) => !isBlank(line))?.key, setChosen };
}

/** Returns the message of a field: the terminal's refusal, or else an error in a field that the person has visited. */
function useMessages(priceIssues: FieldIssues): MessageOf {
  const { language } = useLanguage();
  const { draft, attempted, touched, refused } = useCart();
  // A key press is drawn before the whole basket is checked.
  const issues = checkDraft(useDeferredValue(draft));
  return (field) => {
    const shown = attempted || touched.has(field) ? issues.get(field) : undefined;
    const issue = refused?.get(field) ?? shown ?? priceIssues.get(field);
    return issue && describeIssue(issue, language);
  };
}

/** Returns the main action: it leads to the payment; a correction is paid as before, and issued at once. */
function useProceed(amount: OpenAmount, isAsked: boolean): () => void {
  const { draft, issue, pay } = useCart();
  // The key that led here, for instance to a correction, also issues, so pressing it twice must have no effect.
  const [cameFilled] = useState(() => filledKeys(draft).length > 0);
  const settled = useSettled();
  return () => {
    if (!settled && cameFilled) return;
    if (isAsked) return focusField(takeNewPricesId);
    if (!amount.holdsUp()) void (draft.correction === undefined ? pay() : issue());
  };
}

function useAdvanced() {
  const { draft, edit } = useCart();
  const isManager = useStatus()?.role === 'manager';
  const [isOpen, setOpen] = useState(false);
  const isShown = isManager && (isOpen || !isPlain(draft.advanced));
  const onSwitch = () => {
    setOpen(!isShown);
    if (isShown) edit((now) => changeAdvanced(now, { kind: 'invoice', on: [] }));
  };
  return { isShown, onSwitch: isManager ? onSwitch : undefined };
}

/** Focuses the last line, both for a new sale and for one that was left open. */
function useFirstFocus(): void {
  const { draft } = useCart();
  const lastLine = useRef(draft.lines.at(-1));
  useEffect(() => {
    if (lastLine.current) focusField(fieldIds.line(lastLine.current.key, 'name'));
  }, []);
}

/** The payment of the basket; a scan leads back to it. */
function Paying({ price }: { price: Price }) {
  const { draft, issuing, edit, backToBasket, refuse } = useCart();
  const scan = useScan();
  const card = useCard();
  useScans((code) => {
    // Goods that are being paid by card must stay unchanged.
    if (issuing || card.isLocked) return 'untaken';
    // The customer brings another item: the basket is shown with the item, and the payment waits.
    const last = draft.lines.at(-1);
    const entry = last !== undefined && isOpen(last) ? last : newLine();
    flushSync(() => {
      backToBasket();
      if (entry !== last) edit((now) => addLine(now, entry));
    });
    focusField(fieldIds.line(entry.key, 'name'));
    return scan(code, { key: entry.key });
  });
  // The terminal may find a fault in the basket only after the payment was requested.
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
      card={card}
    />
  );
}
