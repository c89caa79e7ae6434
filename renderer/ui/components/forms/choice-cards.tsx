import { Box } from '@mantine/core';
import { useId } from 'react';
import common from '../common.module.css';
import styles from './choice-cards.module.css';

export interface Card<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly text?: string;
  /** A name for programs, in Latin letters. */
  readonly code?: string;
}

interface RadioCardsProps<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly cards: readonly Card<NoInfer<Value>>[];
  /**
   * `large` for the choice that a page is about: the page's title says its legend. `button` for labels alone, each in a
   * button as wide as its words.
   */
  readonly look?: 'large' | 'button';
  readonly onChange: (value: Value) => void;
}

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, value, cards, look, onChange } = props;
  const isLarge = look === 'large';
  const name = useId();
  return (
    <fieldset className={styles.group} data-look={look} aria-label={isLarge ? legend : undefined}>
      {!isLarge && (
        <Box component="legend" mb="0.375rem" p={0} c="dimmed">
          {legend}
        </Box>
      )}
      {cards.map((card) => (
        <label key={card.value} className={styles.card}>
          <input
            type="radio"
            name={name}
            className={styles.mark}
            checked={card.value === value}
            onChange={() => onChange(card.value)}
          />
          {look === 'button' ? card.label : <CardWords card={card} />}
        </label>
      ))}
    </fieldset>
  );
}

interface CheckCardsProps<Value extends string> {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly cards: readonly Card<NoInfer<Value>>[];
  readonly error?: string | undefined;
  readonly onChange: (values: Value[]) => void;
}

/** A choice of any options among a few that need a sentence each; `values` stay in the order of the cards. */
export function CheckCards<Value extends string>(props: CheckCardsProps<Value>) {
  const { legend, values, cards, error, onChange } = props;
  const id = useId();
  const change = (value: Value, checked: boolean) =>
    onChange(
      cards.map((card) => card.value).filter((one) => (one === value ? checked : values.includes(one))),
    );
  return (
    <fieldset className={styles.group} aria-describedby={error === undefined ? undefined : id}>
      <Box component="legend" mb="0.375rem" p={0} c="dimmed">
        {legend}
      </Box>
      {cards.map((card) => (
        <label key={card.value} className={styles.card}>
          <input
            type="checkbox"
            className={styles.mark}
            checked={values.includes(card.value)}
            onChange={(event) => change(card.value, event.currentTarget.checked)}
          />
          <CardWords card={card} />
        </label>
      ))}
      <p id={id} className={styles.error}>
        {error}
      </p>
    </fieldset>
  );
}

function CardWords({ card: { label, text, code } }: { card: Card<string> }) {
  return (
    <Box component="span" className={common.wrap} miw={0}>
      <span className={styles.label}>{label}</span>
      {text !== undefined && <span className={styles.text}>{text}</span>}
      {code !== undefined && (
        <span className={styles.text}>
          <bdi dir="ltr">{code}</bdi>
        </span>
      )}
    </Box>
  );
}
