import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconDotsVertical } from '@tabler/icons-react';
import { exemptionReasons } from '../../shared/vat.ts';
import { useLanguage } from '../language.tsx';
import type { DraftLine } from './draft.ts';
import styles from './vat-menu.module.css';

interface VatMenuProps {
  readonly line: DraftLine;
  readonly number: number;
  /** '' = standard VAT; else the code of a reason. */
  readonly onChoose: (exemption: string) => void;
}

/** Standard VAT, or none and why, in plain words; almost every line keeps the first. */
export function VatMenu({ line, number, onChoose }: VatMenuProps) {
  const { t, language } = useLanguage();
  const choices = [
    { code: '', label: t('sale.standardVat') },
    ...exemptionReasons.map(({ code, [language]: reason }) => ({
      code,
      label: reason || t('sale.otherReason'),
    })),
  ];
  return (
    <Menu position="bottom-end" width="26rem" shadow="md">
      <Menu.Target>
        <ActionIcon
          aria-label={t('sale.lineVat', { number })}
          color={line.exemption === '' ? 'gray' : 'seal'}
        >
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {choices.map(({ code, label }) => (
          <div key={code}>
            {code === choices[1]?.code && <Menu.Label>{t('sale.noVat')}</Menu.Label>}
            <Menu.Item
              className={styles.item}
              aria-current={line.exemption === code}
              rightSection={line.exemption === code ? <IconCheck size={20} aria-hidden /> : null}
              onClick={() => onChoose(code)}
            >
              {label}
            </Menu.Item>
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
