import { Box, Button, Flex } from '@mantine/core';
import type { Returnable } from '../../../shared/contract/till/returns.ts';
import { describeIssue } from '../../../shared/words/index.ts';
import common from '../../ui/components/common.module.css';
import { Stepper } from '../../ui/components/forms/stepper.tsx';
import { KeyCap } from '../../ui/components/press/key-cap.tsx';
import { Money } from '../../ui/components/tables/money.tsx';
import { Written } from '../../ui/components/written.tsx';
import { useLanguage } from '../../ui/language/language.tsx';
import { keys } from '../../ui/page/keys.ts';
import { allOf, issueOf, noneOf, type Quantities, stepped } from './choice-of-goods.ts';
import styles from './goods.module.css';
import { quantityField } from './padded-fields.ts';

interface GoodsProps {
  readonly lines: Returnable['lines'];
  readonly quantities: Quantities;
  readonly onChange: (quantities: Quantities) => void;
}

export function Goods({ lines, quantities, onChange }: GoodsProps) {
  const { t, language } = useLanguage();
  const change = (index: number, text: string) => onChange(quantities.with(index, text));
  return (
    <section aria-label={t('return.goods')}>
      <Flex wrap="wrap" gap="0.5rem" pb="md">
        <Button
          variant="default"
          rightSection={<KeyCap of={keys.everything} />}
          onClick={() => onChange(allOf(lines))}
        >
          {t('return.all')}
        </Button>
        <Button variant="subtle" onClick={() => onChange(noneOf(lines))}>
          {t('return.none')}
        </Button>
      </Flex>
      <div className={`${styles.row} ${styles.top}`}>
        <span>{t('sale.item')}</span>
        <span className={common.right}>{t('return.sold')}</span>
        <span className={common.right}>{t('sale.lineTotal')}</span>
        <Box component="span" ta="center">
          {t('return.comesBack')}
        </Box>
      </div>
      {lines.map((line, index) => {
        const quantity = quantities[index] ?? '0';
        const issue = issueOf(quantity, line.left);
        const isGone = line.left === '0';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of an issued document never change
          <div key={index} className={styles.row} data-gone={isGone || undefined}>
            <span className={common.wrap}>
              <Written text={line.name} />
            </span>
            <span className={common.right}>
              <bdi dir="ltr">{line.sold}</bdi>
              {line.left !== line.sold && (
                <Box component="span" display="block" c="dimmed">
                  {t('return.left', { left: line.left })}
                </Box>
              )}
            </span>
            <span className={common.right}>
              <Money amount={line.gross} />
            </span>
            <Stepper
              id={quantityField(index)}
              label={t('return.quantityOf', { number: index + 1 })}
              lessLabel={t('return.less', { number: index + 1 })}
              moreLabel={t('return.more', { number: index + 1 })}
              value={quantity}
              error={issue && describeIssue(issue, language)}
              disabled={isGone}
              onText={(text) => change(index, text)}
              onStep={(by) => change(index, stepped(quantity, by, line.left))}
            />
          </div>
        );
      })}
    </section>
  );
}
