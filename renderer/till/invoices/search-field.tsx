import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { searchPause } from '../../ui/components/forms/search-text.tsx';
import { Cap } from '../../ui/components/press/key-cap.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { isModalOpen } from '../../ui/page/modal.ts';
import styles from './search-field.module.css';

interface SearchFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onEnter: (text: string) => void;
  readonly onDown: () => void;
}

/** A field for a number, a buyer or an amount; `/` focuses it from anywhere outside a field. */
export function SearchField({ text, onText, onEnter, onDown }: SearchFieldProps) {
  const { t } = useLanguage();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const search = useDebouncedCallback(onText, searchPause);
  const [searched, setSearched] = useState(text);
  // The filter was changed from outside, for instance by an alarm.
  if (searched !== text) {
    setSearched(text);
    setTyped(text);
  }
  useSlash(() => {
    field.current?.focus();
    field.current?.select();
  });

  const type = (next: string) => {
    setTyped(next);
    search(next);
  };
  const clear = () => {
    search.cancel();
    setTyped('');
    onText('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      clear();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      onDown();
    } else if (event.key === 'Enter') onEnter(typed);
  };

  return (
    <TextInput
      ref={field}
      type="text"
      autoComplete="off"
      spellCheck={false}
      flex={1}
      miw="14rem"
      classNames={{ input: styles.input }}
      aria-label={t('search.label')}
      placeholder={t('search.placeholder')}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={20} aria-hidden />}
      leftSectionWidth="3rem"
      rightSectionWidth="3rem"
      rightSection={
        typed === '' ? (
          <Cap>/</Cap>
        ) : (
          <ActionIcon aria-label={t('search.clear')} onClick={clear}>
            <IconX size={20} aria-hidden />
          </ActionIcon>
        )
      }
    />
  );
}

function useSlash(onSlash: () => void): void {
  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { target, key, code, shiftKey, ctrlKey, altKey } = event;
    const isTyping = target instanceof HTMLInputElement && target.type !== 'radio';
    // Compares the position of the key as well: an Arabic keyboard has a letter there.
    const isSlash = key === '/' || (code === 'Slash' && !shiftKey);
    if (isTyping || !isSlash || ctrlKey || altKey) return;
    if (isModalOpen()) return;
    event.preventDefault();
    onSlash();
  });
  useEffect(() => {
    const hear = (event: globalThis.KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
