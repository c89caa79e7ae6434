import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keys, useKeys } from '../../../ui/page/keys.ts';
import { focusField } from '../../cart/cart.tsx';
import { openAmountField } from '../padded-fields.ts';
import { useFocusLast } from '../use-entry.ts';

const wide = '(min-width: 80rem)';

/** The place of the tiles: beside the basket or, on a small screen, over it while they are open. */
export function useTilesPlace() {
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  const [openItems, setOpenItems] = useState(0);
  const searchRef = useRef<HTMLInputElement>(null);
  const focusLast = useFocusLast();
  const isCovering = !isWide && isOpen;
  const close = () => setOpen(false);
  const closeByKey = () => {
    flushSync(close);
    focusLast();
  };
  useKeys({ [keys.back]: isCovering ? closeByKey : undefined });
  return {
    isShown: isWide || isOpen,
    searchRef,
    openItems,
    onSwitch: isWide ? undefined : () => setOpen(!isOpen),
    onClose: isWide ? undefined : close,
    show() {
      if (isCovering) return closeByKey();
      flushSync(() => setOpen(true));
      searchRef.current?.focus();
    },
    showOpenItem() {
      flushSync(() => {
        setOpen(true);
        setOpenItems((before) => before + 1);
      });
      focusField(openAmountField);
    },
  };
}
