import { ActionIcon } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage } from '../../language/language.tsx';
import { readDay } from '../../language/read-day.ts';
import styles from './day-field.module.css';
import { Field, type FieldProps } from './field.tsx';

/**
 * A field for a day such as 2026-11-20, typed or chosen in the system's calendar. A field of the system would show the
 * day in the order of the system's language, whatever the language of the page.
 */
export function DayField({ className, ...props }: FieldProps & { readonly value: string }) {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const calendar = useRef<HTMLInputElement>(null);
  const { value, onText } = props;
  const name = props.label ?? props['aria-label'];
  return (
    <div className={`${styles.day} ${className ?? ''}`}>
      <Field
        placeholder="2026-11-20"
        {...props}
        dir="ltr"
        rightSectionWidth="3rem"
        rightSection={
          <ActionIcon
            aria-label={`${t('search.pickDay')}: ${String(name)}`}
            onClick={() => {
              // The calendar can open only during the press, so its input must exist at once.
              flushSync(() => setOpen(true));
              calendar.current?.showPicker();
            }}
          >
            <IconCalendar size={20} aria-hidden />
          </ActionIcon>
        }
      />
      {isOpen && (
        <input
          ref={calendar}
          type="date"
          className={styles.calendar}
          tabIndex={-1}
          aria-hidden
          value={readDay(value) ?? ''}
          onChange={(event) => {
            onText(event.currentTarget.value);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}
