import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCheck,
  IconDotsVertical,
  IconLayoutGrid,
  IconMinus,
  IconPlus,
  IconTag,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { exemptionReasons } from '../../../../shared/sale/vat.ts';
import type { DraftLine } from '../../../../shared/stored/basket/draft.ts';
import { KeyCap } from '../../../ui/components/press/key-cap.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { keys } from '../../../ui/page/keys.ts';
import { useStatus } from '../../../ui/terminal/status.tsx';
import { focusField, useCart } from '../../cart/cart.tsx';
import { changeLine } from '../../cart/draft.ts';
import { stepQuantity } from '../../cart/quantity.ts';
import type { Removal } from '../../cart/removal.ts';
import { fieldIds } from '../../cart/sale-of-draft.ts';
import styles from './line-tools.module.css';

interface LineToolsProps {
  readonly chosen: string | undefined;
  readonly onNewLine: () => void;
  readonly onRemove: (key: string) => void;
  readonly onUndo: () => void;
  readonly onEmpty: (() => void) | undefined;
  /** Opens the tiles; omitted if they are on the screen. */
  readonly onTiles: (() => void) | undefined;
}

/** The buttons for the chosen line. They always have the same place, so that none moves under a finger. */
export function LineTools({ chosen, onNewLine, onRemove, onUndo, onEmpty, onTiles }: LineToolsProps) {
  const { t } = useLanguage();
  const { draft, edit } = useCart();
  const index = draft.lines.findIndex(({ key }) => key === chosen);
  const line = draft.lines[index];
  const number = index + 1;
  const change = (part: Partial<DraftLine>) =>
    line !== undefined && edit((now) => changeLine(now, line.key, part));
  const step = (by: 1 | -1) => {
    const quantity = line && stepQuantity(line.quantity, by);
    return {
      'aria-disabled': quantity === undefined,
      onClick: () => quantity !== undefined && change({ quantity }),
    };
  };
  return (
    <div className={styles.tools}>
      {onTiles !== undefined && (
        <Button
          variant="light"
          leftSection={<IconLayoutGrid size={20} aria-hidden />}
          rightSection={<KeyCap of={keys.tiles} />}
          onClick={onTiles}
        >
          {t('tiles.open')}
        </Button>
      )}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={20} aria-hidden />}
        rightSection={<KeyCap of={keys.newLine} />}
        onClick={onNewLine}
      >
        {t('sale.addLine')}
      </Button>
      <UndoBar onUndo={onUndo} />
      <fieldset className={styles.line} aria-label={t('sale.chosenLine')}>
        <ActionIcon
          variant="default"
          aria-label={line ? t('sale.lessOf', { number }) : t('sale.less')}
          {...step(-1)}
        >
          <IconMinus size={24} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={line ? t('sale.moreOf', { number }) : t('sale.more')}
          {...step(1)}
        >
          <IconPlus size={24} aria-hidden />
        </ActionIcon>
        <LineMenu
          line={line}
          number={number}
          onChange={change}
          onEmpty={onEmpty}
          onDiscount={() => {
            if (line === undefined) return;
            flushSync(() => change({ discount: { kind: 'amount', value: '' } }));
            focusField(fieldIds.line(line.key, 'discount'));
          }}
        />
        <ActionIcon
          variant="default"
          aria-label={line ? t('sale.removeLine', { number }) : t('sale.removeThisLine')}
          aria-disabled={line === undefined}
          onClick={() => line !== undefined && onRemove(line.key)}
        >
          <IconX size={24} aria-hidden />
        </ActionIcon>
      </fieldset>
    </div>
  );
}

/** The number of milliseconds for which a removal is offered to be undone. */
const offered = 10_000;

function UndoBar({ onUndo }: { onUndo: () => void }) {
  const { t } = useLanguage();
  const last = useCart().removed.at(-1);
  const [passed, setPassed] = useState<Removal>();
  useEffect(() => {
    if (last === undefined) return;
    const timer = setTimeout(() => setPassed(last), offered);
    return () => clearTimeout(timer);
  }, [last]);
  return (
    <div className={styles.undo} role="status">
      {last !== undefined && last !== passed && (
        <div className={styles.offer}>
          <span className={styles.removed}>{t(last.kind === 'line' ? 'sale.removed' : 'sale.emptied')}</span>
          <Button
            variant="light"
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
            rightSection={<KeyCap of={keys.undo} />}
            onClick={onUndo}
          >
            {t('sale.undo')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface LineMenuProps {
  readonly line: DraftLine | undefined;
  readonly number: number;
  readonly onChange: (change: Pick<DraftLine, 'exemption' | 'rate'>) => void;
  readonly onDiscount: () => void;
  readonly onEmpty: (() => void) | undefined;
}

function LineMenu({ line, number, onChange, onDiscount, onEmpty }: LineMenuProps) {
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
