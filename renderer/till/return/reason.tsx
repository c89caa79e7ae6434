import { useState } from 'react';
import common from '../../ui/components/common.module.css';
import { RadioCards } from '../../ui/components/forms/choice-cards.tsx';
import { Field } from '../../ui/components/forms/field.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { type ReasonKey, reasonKeys, returnReasons } from './reasons.ts';

export const reasonField = 'return-reason';

type ChosenReason = ReturnType<typeof useReason>;

export function useReason(onChange: () => void) {
  const [key, setKey] = useState<ReasonKey>('returned');
  const [ownText, setOwnText] = useState('');
  return {
    key,
    ownText,
    /** The reason that the document states; '' while it is missing. */
    text: key === 'other' ? ownText.trim() : returnReasons[key],
    choose(next: ReasonKey) {
      setKey(next);
      onChange();
    },
    type(next: string) {
      setOwnText(next);
      onChange();
    },
  };
}

export function Reason({ why, isMissing }: { why: ChosenReason; isMissing: boolean }) {
  const { t, words } = useLanguage();
  return (
    <div className={common.column}>
      <RadioCards<ChosenReason['key']>
        look="button"
        legend={t('return.reason')}
        value={why.key}
        onChange={why.choose}
        cards={[...reasonKeys, 'other' as const].map((value) => ({
          value,
          label: t(`return.reasons.${value}`),
        }))}
      />
      {why.key === 'other' && (
        <Field
          id={reasonField}
          aria-label={t('return.ownReason')}
          placeholder={t('return.ownReason')}
          value={why.ownText}
          error={isMissing ? words.issues.required : undefined}
          onText={why.type}
        />
      )}
    </div>
  );
}
