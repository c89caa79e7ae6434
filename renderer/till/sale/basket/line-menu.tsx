import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconDotsVertical, IconTag, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { exemptionReasons } from '../../../../shared/sale/vat.ts';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useStatus } from '../../../ui/terminal/status.tsx';
import type { DraftLine } from '../../cart/draft.ts';
import styles from './line-menu.module.css';

interface LineMenuProps {
  readonly line: DraftLine | undefined;
  readonly number: number;
  readonly onChange: (change: Pick<DraftLine, 'exemption' | 'rate'>) => void;
  readonly onDiscount: () => void;
  readonly onEmpty: (() => void) | undefined;
}

export function LineMenu({ line, number, onChange, onDiscount, onEmpty }: LineMenuProps) {
  const { t } = useLanguage();
  const isManager = useStatus()?.role === 'manager';
  const target = useRef<HTMLButtonElement>(null);
  /** True when the focus moves elsewhere instead of returning to the menu. */
  const isLeaving = useRef(false);
  const leave = () => {
    if (!isLeaving.current) target.current?.focus();
    isLeaving.current = false;
  };
  const leaveFor = (action: () => void) => () => {
    isLeaving.current = true;
    action();
  };
  return (
    <Menu
      position="top-end"
      width="26rem"
      shadow="md"
      returnFocus={false}
      // The first item has the focus, and the menu contains only items.
      withInitialFocusPlaceholder={false}
      onClose={leave}
    >
      <Menu.Target>
        <ActionIcon
          ref={target}
          variant="default"
          aria-label={line ? t('sale.lineVat', { number }) : t('sale.moreWays')}
        >
          <IconDotsVertical size={24} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <Menu.Item
          className={styles.item}
          disabled={line === undefined || line.discount !== undefined}
          leftSection={<IconTag size={20} aria-hidden />}
          onClick={leaveFor(onDiscount)}
        >
          {t('sale.lineDiscount')}
        </Menu.Item>
        <Menu.Item
          className={`${styles.item} ${styles.clear}`}
          disabled={onEmpty === undefined}
          leftSection={<IconTrash size={20} aria-hidden />}
          onClick={onEmpty && leaveFor(onEmpty)}
        >
          {t('sale.clear')}
        </Menu.Item>
        {isManager && line !== undefined && <VatItems line={line} onChange={onChange} />}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The kinds of VAT. For cashiers it comes from the article or the group. */
function VatItems({ line, onChange }: { line: DraftLine; onChange: LineMenuProps['onChange'] }) {
  const { t, language } = useLanguage();
  return (
    <>
      <Menu.Divider />
      <Item
        isChosen={line.exemption === '' && line.rate === '15'}
        onChoose={() => onChange({ exemption: '', rate: '15' })}
      >
        {t('sale.standardVat')}
      </Item>
      <Item
        isChosen={line.exemption === '' && line.rate === '5'}
        onChoose={() => onChange({ exemption: '', rate: '5' })}
      >
        {t('sale.vatRate', { rate: '5' })}
      </Item>
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
    </>
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
