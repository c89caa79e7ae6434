import { Button } from '@mantine/core';
import type { Failure, Issue } from '../../../shared/failure.ts';
import { describeFailure, describeIssue, describePath, type Language } from '../../../shared/words/index.ts';
import type { TranslateScreen } from '../../../shared/words/screens.ts';
import common from '../../ui/components/common.module.css';
import { Note } from '../../ui/components/marks/note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { hashOf } from '../../ui/page/route.ts';
import { useTerminalQuery } from '../../ui/terminal/use-terminal-query.ts';
import { ClockAction } from '../alarms/clock-question.tsx';
import { useCart } from '../cart/cart.tsx';
import { checkDraft, filledKeys } from '../cart/sale-of-draft.ts';
import { isUnderWay, StepUnderWay } from './step-under-way.tsx';

export function Trouble({ remarks, onAgain }: { remarks: readonly Issue[]; onAgain: () => void }) {
  const { t, language } = useLanguage();
  const { draft, attempted, failure, edit, leaveGone } = useCart();
  if (failure?.code === 'no-shift') return <NoShift />;
  if (failure !== undefined && isUnderWay(failure)) return <StepUnderWay failure={failure} />;
  if (failure !== undefined)
    return (
      <Note tone="red">
        {whoHasIt(failure, t) ?? describeFailure(failure, language)}
        <ClockAction failure={failure} onSettled={onAgain} />
        {failure.code === 'already-reissued' && draft.correction && (
          <div className={common.actions}>
            <Button
              variant="default"
              component="a"
              href={hashOf({ screen: 'invoice', uuid: draft.correction.uuid })}
            >
              {t('correct.toOriginal')}
            </Button>
          </div>
        )}
        {failure.code === 'sale-differs' && (
          <div className={common.actions}>
            <Button
              variant="default"
              onClick={() => edit((now) => ({ ...now, saleId: crypto.randomUUID(), exchange: undefined }))}
            >
              {t('sale.asNewSale')}
            </Button>
          </div>
        )}
        {failure.code === 'basket-gone' && (
          <div className={common.actions}>
            <Button variant="default" onClick={leaveGone}>
              {t('sale.leaveGone')}
            </Button>
          </div>
        )}
      </Note>
    );
  if (attempted && filledKeys(draft).length === 0) return <Note tone="red">{t('sale.empty')}</Note>;
  if (attempted && checkDraft(draft).size > 0) return <Note tone="red">{t('sale.mend')}</Note>;
  if (remarks.length === 0) return null;
  return (
    <Note tone="amber">
      {remarks.map((remark) => (
        <p key={`${remark.code} ${remark.path.join('.')}`} className={common.flush}>
          {describePlaced(remark, language)}
        </p>
      ))}
    </Note>
  );
}

function whoHasIt({ code, detail = {} }: Failure, t: TranslateScreen): string | undefined {
  const { by, heldBy } = detail;
  const name = by ?? heldBy;
  if (code !== 'basket-gone' || name === undefined) return undefined;
  return t(by === undefined ? 'sale.putAsideBy' : 'sale.takenBy', { name: `\u2068${name}\u2069` });
}

function NoShift() {
  const { t, language } = useLanguage();
  const { data } = useTerminalQuery('shift.current', {});
  if (data?.shift !== undefined) return null;
  return (
    <Note tone="red">
      {describeFailure({ code: 'no-shift' }, language)}
      <div className={common.actions}>
        <Button variant="default" component="a" href={hashOf({ screen: 'shift' })}>
          {t('shift.toOpen')}
        </Button>
      </div>
    </Note>
  );
}

function describePlaced(issue: Issue, language: Language): string {
  const place = describePath(issue.path, language);
  const sentence = describeIssue(issue, language);
  return place === '' ? sentence : `${place}: ${sentence}`;
}
