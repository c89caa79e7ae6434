import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys } from '../../ui/page/keys.ts';
import { hashOf } from '../../ui/page/route.ts';
import { useCart } from '../cart/cart.tsx';
import { isPlain } from '../cart/draft-advanced.ts';
import { HeldBaskets } from './held-baskets.tsx';
import styles from './sale-screen.module.css';

interface TaskLinksProps {
  /** The amount due in riyals, if it is known. */
  readonly total: number | undefined;
  readonly advanced: { readonly isShown: boolean; readonly onSwitch: (() => void) | undefined };
}

export function TaskLinks({ advanced, total }: TaskLinksProps) {
  const { t, language } = useLanguage();
  const { draft } = useCart();
  const Back = language === 'ar' ? IconArrowForwardUp : IconArrowBackUp;
  return (
    <div className={styles.actions}>
      <Button
        component="a"
        variant="default"
        href={hashOf({ screen: 'return' })}
        leftSection={<Back size={20} aria-hidden />}
        rightSection={<KeyCap of={keys.return} />}
      >
        {t('return.title')}
      </Button>
      <HeldBaskets total={total} />
      {advanced.onSwitch !== undefined && (
        <Button
          variant="default"
          aria-expanded={advanced.isShown}
          leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />}
          rightSection={<KeyCap of={keys.more} />}
          onClick={advanced.onSwitch}
        >
          {t(isPlain(draft.advanced) ? 'special.open' : 'special.everyday')}
        </Button>
      )}
    </div>
  );
}
