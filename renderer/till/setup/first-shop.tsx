import { SimpleGrid, UnstyledButton } from '@mantine/core';
import { IconBasket, IconBuildingStore, IconCoffee, IconHanger, IconPill } from '@tabler/icons-react';
import { type Beginning, beginnings } from '../../../shared/sample-shop.ts';
import { languages } from '../../../shared/values/language.ts';
import { words } from '../../../shared/words/index.ts';
import { Choice } from '../../ui/components/forms/choice.tsx';
import { Sheet } from '../../ui/components/layout/sheet.tsx';
import { FailureNote } from '../../ui/components/marks/failure-note.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { useTerminalCommand } from '../../ui/terminal/use-terminal-command.ts';
import styles from './first-shop.module.css';

const icons: Readonly<Record<Beginning, typeof IconBasket>> = {
  grocery: IconBasket,
  cafe: IconCoffee,
  clothes: IconHanger,
  pharmacy: IconPill,
  empty: IconBuildingStore,
};

/** The first screen of a new terminal: the language, and the shop with which training begins. */
export function FirstShop() {
  const { t, language, switchLanguage } = useLanguage();
  const { run, busy, failure } = useTerminalCommand('firstDay.begin');
  return (
    <Sheet title={t('firstShop.title')} lead={t('firstShop.lead')}>
      <Choice
        aria-label={t('firstShop.language')}
        value={language}
        onChange={(chosen) => {
          if (chosen !== language) switchLanguage();
        }}
        data={languages.map((value) => ({ value, label: words[value].formats.language }))}
      />
      <FailureNote of={failure} />
      <SimpleGrid cols={{ base: 2, sm: 5 }} mt="lg">
        {beginnings.map((beginning) => {
          const Icon = icons[beginning];
          return (
            <UnstyledButton
              key={beginning}
              className={styles.shop}
              aria-disabled={busy}
              onClick={() => void run({ with: beginning })}
            >
              <Icon size={40} stroke={1.5} aria-hidden />
              {t(`firstShop.shops.${beginning}`)}
            </UnstyledButton>
          );
        })}
      </SimpleGrid>
      {busy && <p role="status">{t('firstShop.making')}</p>}
    </Sheet>
  );
}
