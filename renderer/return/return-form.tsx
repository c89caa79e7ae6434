import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CommandInput } from '../../shared/contract/index.ts';
import type { Returnable } from '../../shared/contract/returns.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import type { Sale } from '../../shared/sale.ts';
import { describeFailure } from '../../shared/words/index.ts';
import { ClockWays } from '../alarms/clock-question.tsx';
import { focusField, type IssuedSale } from '../cart/cart.tsx';
import { draftPayments } from '../cart/draft.ts';
import { Choice } from '../components/choice.tsx';
import { Field } from '../components/field.tsx';
import { MainAction } from '../components/main-action.tsx';
import { Note } from '../components/note.tsx';
import { Options } from '../components/options.tsx';
import { useLanguage } from '../language/language.tsx';
import { keys, useKeys } from '../page/keys.ts';
import { Totals } from '../sale/totals.tsx';
import { useTerminal } from '../terminal/use-terminal.ts';
import { useTerminalQuery } from '../terminal/use-terminal-query.ts';
import { allOf, chosenLines, issueOf } from './choice-of-goods.ts';
import { DocumentHead } from './document-head.tsx';
import { Goods } from './goods.tsx';
import { type ReasonKey, reasonKeys, returnReasons } from './reasons.ts';
import styles from './return-form.module.css';

interface ReturnFormProps {
  readonly returnable: Returnable;
  readonly onIssued: (note: IssuedSale) => void;
  /** Called when a refusal shows that the document has changed. */
  readonly onChanged: () => void;
}

type NoteInput = CommandInput<'invoice.returnNote'>;

/** Milliseconds without a key before the total is requested. */
const pause = 120;

export function ReturnForm({ returnable, onIssued, onChanged }: ReturnFormProps) {
  const { invoice, lines } = returnable;
  const { t, words, language } = useLanguage();
  const [quantities, setQuantities] = useState(() => allOf(lines));
  const [reason, setReason] = useState<ReasonKey>('returned');
  const [ownReason, setOwnReason] = useState('');
  const [payment, setPayment] = useState(
    () => draftPayments.find((means) => means === returnable.payment) ?? 'cash',
  );
  const [attempted, setAttempted] = useState(false);

  const chosen = useMemo(() => chosenLines(quantities, lines), [quantities, lines]);
  const isReady = chosen !== undefined && chosen.length > 0;
  const price = usePriceOfReturn(invoice.uuid, isReady ? chosen : undefined);
  const { issue, issuing, failure } = useIssueReturn(onIssued, onChanged);

  const isReasonMissing = reason === 'other' && ownReason.trim() === '';
  const payBack = () => {
    if (issuing) return;
    setAttempted(true);
    if (chosen === undefined || chosen.length === 0) {
      const wrong = lines.findIndex(
        ({ left }, index) => issueOf(quantities[index] ?? '0', left) !== undefined,
      );
      focusField(`return-line-${Math.max(0, wrong)}`);
    } else if (isReasonMissing) focusField('return-reason');
    else {
      const said = reason === 'other' ? ownReason : returnReasons[reason];
      void issue({ uuid: invoice.uuid, lines: chosen, reason: said, payment });
    }
  };
  useKeys({ [keys.main]: payBack });
  const action = useRef<HTMLButtonElement>(null);
  useEffect(() => action.current?.focus(), []);

  return (
    <main className={styles.screen}>
      <div className={styles.entry}>
        <DocumentHead invoice={invoice} />
        <Goods lines={lines} quantities={quantities} onChange={setQuantities} />
        <div className={styles.reason}>
          <Options
            label={t('return.reason')}
            value={reason}
            onChange={setReason}
            options={[...reasonKeys, 'other' as const].map((value) => ({
              value,
              label: t(`return.reasons.${value}`),
            }))}
          />
          {reason === 'other' && (
            <Field
              id="return-reason"
              aria-label={t('return.ownReason')}
              placeholder={t('return.ownReason')}
              value={ownReason}
              error={attempted && isReasonMissing ? words.issues.required : undefined}
              onText={setOwnReason}
            />
          )}
        </div>
      </div>
      <aside className={styles.panel} aria-label={t('return.payBack')}>
        <div>
          <div className={styles.label}>{t('return.paidBackBy')}</div>
          <Choice
            fullWidth
            aria-label={t('return.paidBackBy')}
            value={payment}
            onChange={setPayment}
            data={draftPayments.map((means) => ({ value: means, label: words.payments[means] }))}
          />
        </div>
        <div className={styles.trouble}>
          <Trouble
            sentence={
              failure !== undefined
                ? describeFailure(failure, language)
                : chosen?.length === 0 && attempted
                  ? t('return.nothing')
                  : undefined
            }
          />
          {failure && <ClockWays failure={failure} onSettled={payBack} />}
        </div>
        <Totals
          totals={isReady ? price.data : undefined}
          stale={price.isStale}
          currency={invoice.currency}
          label={t('return.payBack')}
        />
        <MainAction ref={action} disabled={issuing} onClick={payBack}>
          {t(issuing ? 'sale.issuing' : 'return.issue')}
        </MainAction>
      </aside>
    </main>
  );
}

function Trouble({ sentence }: { sentence: string | undefined }) {
  return sentence === undefined ? null : <Note tone="red">{sentence}</Note>;
}

/** Returns the total of the chosen goods, calculated by the terminal. */
function usePriceOfReturn(uuid: string, lines: NoteInput['lines'] | undefined) {
  const [asked] = useDebouncedValue(lines, pause);
  // Any reason will do, as it does not change the total.
  const reason = returnReasons.returned;
  const note = useTerminalQuery('invoice.returnNote', asked && { uuid, lines: asked, reason }, { gcTime: 0 });
  const { data, isPlaceholderData } = useTerminalQuery('sale.price', note.data, {
    gcTime: 0,
    keepsPrevious: true,
  });
  return { data, isStale: isPlaceholderData || asked !== lines };
}

/**
 * Issues the credit note. After a lost answer the same note is sent again instead of a new one, because the goods may
 * count as returned by now, perhaps by that very note.
 */
function useIssueReturn(onIssued: (note: IssuedSale) => void, onChanged: () => void) {
  const terminal = useTerminal();
  const [issuing, setIssuing] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const isUnderWay = useRef(false);
  const made = useRef<{ of: string; note: Sale }>(undefined);

  const issue = async (input: Omit<NoteInput, 'saleId'>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIssuing(true);
    setFailure(undefined);
    const issued = await issueNote(input);
    isUnderWay.current = false;
    setIssuing(false);
    if (issued.ok) return onIssued(issued.value);
    setFailure(issued.failure);
    if (issued.failure.code !== 'bad-input') return;
    made.current = undefined;
    onChanged();
  };
  const issueNote = async (input: Omit<NoteInput, 'saleId'>): Promise<Result<IssuedSale>> => {
    const of = JSON.stringify(input);
    if (made.current?.of !== of) {
      const note = await terminal.call('invoice.returnNote', { ...input, saleId: crypto.randomUUID() });
      if (!note.ok) return note;
      made.current = { of, note: note.value };
    }
    return terminal.call('sale.issue', made.current.note);
  };
  return { issue, issuing, failure };
}
