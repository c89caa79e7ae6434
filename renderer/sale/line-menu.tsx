import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconDotsVertical, IconTag } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { exemptionReasons } from '../../shared/vat.ts';
import type { DraftLine } from '../cart/draft.ts';
import { useLanguage } from '../language/language.tsx';
import { useStatus } from '../terminal/use-terminal-query.ts';
import styles from './line-menu.module.css';

interface LineMenuProps {
  readonly line: DraftLine;
  readonly number: number;
  readonly onChange: (change: Pick<DraftLine, 'exemption' | 'rate'>) => void;
  readonly onDiscount: () => void;
}

/** A menu with the options that few lines need: a discount, another VAT rate or an exemption. */
export function LineMenu({ line, number, onChange, onDiscount }: LineMenuProps) {
  const { t, language } = useLanguage();
  const isManager = useStatus()?.role === 'manager';
  const target = useRef<HTMLButtonElement>(null);
  /** True when the focus goes to the field of the new discount instead of back to the menu. */
  const isLeaving = useRef(false);
  const leave = () => {
    if (!isLeaving.current) target.current?.focus();
    isLeaving.current = false;
  };
  const isStandard = line.exemption === '' && line.rate === '15';
  return (
    <Menu position="bottom-end" width="26rem" shadow="md" returnFocus={false} onClose={leave}>
      <Menu.Target>
        <ActionIcon
          ref={target}
          aria-label={t('sale.lineVat', { number })}
          color={isStandard ? 'gray' : 'seal'}
        >
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <Menu.Item
          className={styles.item}
          disabled={line.discount !== undefined}
          leftSection={<IconTag size={20} aria-hidden />}
          onClick={() => {
            isLeaving.current = true;
            onDiscount();
          }}
        >
          {t('sale.addLineDiscount')}
        </Menu.Item>
        <Menu.Divider />
        <Item isChosen={isStandard} onChoose={() => onChange({ exemption: '', rate: '15' })}>
          {t('sale.standardVat')}
        </Item>
        {isManager && (
          <Item
            isChosen={line.exemption === '' && line.rate === '5'}
            onChoose={() => onChange({ exemption: '', rate: '5' })}
          >
            {t('sale.vatRate', { rate: '5' })}
          </Item>
        )}
        <Menu.Label>{t('sale.noVat')}</Menu.Label>
        {exemptionReasons.map((exemption) => (
          <Item
            key={exemption.code}
            isChosen={line.exemption === exemption.code}
            onChoose={() => onChange({ exemption: exemption.code, rate: '15' })}
          >
            {exemption[language] || t('sale.otherReason')}
          </Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Item({ isChosen, onChoose, children }: ItemProps) {
  return (
    <Menu.Item
      className={styles.item}
      aria-current={isChosen}
      rightSection={isChosen ? <IconCheck size={20} aria-hidden /> : null}
      onClick={onChoose}
    >
      {children}
    </Menu.Item>
  );
}
