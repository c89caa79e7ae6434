import { Combobox, useCombobox } from '@mantine/core';
import type { KeyboardEvent, ReactElement } from 'react';
import common from '../../../ui/components/common.module.css';
import { Written } from '../../../ui/components/written.tsx';
import styles from './offers.module.css';

export function useOffers<T>(offers: readonly T[], setOpen: (isOpen: boolean) => void) {
  const isShown = offers.length > 0;
  const store = useCombobox({ opened: isShown });
  return {
    offers,
    store,
    show(shown = true) {
      setOpen(shown);
      store.resetSelectedOption();
    },
    close() {
      setOpen(false);
      store.resetSelectedOption();
    },
    /** Returns true when Enter takes an offer. */
    isChosen: () => isShown && store.getSelectedOptionIndex() >= 0,
    /** Closes the offers with Escape, which then closes nothing else. */
    onEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !isShown) return;
      event.preventDefault();
      setOpen(false);
    },
  };
}

interface OffersProps<T> {
  readonly of: ReturnType<typeof useOffers<T>>;
  readonly label: string;
  /** Returns the texts of an offer; the second one is at its end. */
  readonly textsOf: (offer: T) => { readonly key: string; readonly name: string; readonly beside?: string };
  readonly onTake: (offer: T) => void;
  readonly children: ReactElement;
}

export function Offers<T>({
  of: { offers, store, close },
  label,
  textsOf,
  onTake,
  children,
}: OffersProps<T>) {
  return (
    <Combobox
      store={store}
      position="bottom-start"
      offset={4}
      shadow="md"
      classNames={{ dropdown: styles.list }}
      onOptionSubmit={(index) => {
        const offer = offers[Number(index)];
        close();
        if (offer !== undefined) onTake(offer);
      }}
    >
      <Combobox.Target withExpandedAttribute>{children}</Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label}>
          {offers.map((offer, index) => {
            const { key, name, beside } = textsOf(offer);
            return (
              <Combobox.Option key={key} value={String(index)} className={styles.option}>
                <Written text={name} className={common.cut} />
                <span>{beside}</span>
              </Combobox.Option>
            );
          })}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
