import { Button, Flex } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { type Paper, papers } from '../../../../shared/contract/till/receipts.ts';
import type { Result } from '../../../../shared/failure.ts';
import {
  type RiyalSign,
  riyalSigns,
  type ShopLines,
  type ShopPart,
  shopLimits,
  shopPartNames,
  shopParts,
} from '../../../../shared/shop-lines.ts';
import { RadioCards } from '../../../ui/components/forms/choice-cards.tsx';
import { Field } from '../../../ui/components/forms/field.tsx';
import forms from '../../../ui/components/forms/forms.module.css';
import { SaveRow } from '../../../ui/components/forms/save-row.tsx';
import { SelectField } from '../../../ui/components/forms/select-field.tsx';
import { TextField } from '../../../ui/components/forms/text-field.tsx';
import { Toggle } from '../../../ui/components/forms/toggle.tsx';
import { useForm } from '../../../ui/components/forms/use-form.ts';
import page from '../../../ui/components/layout/page.module.css';
import { FailureNote, ProblemNote } from '../../../ui/components/marks/failure-note.tsx';
import { Note } from '../../../ui/components/marks/note.tsx';
import { useLanguage } from '../../../ui/language/language.tsx';
import { useTerminalQuery } from '../../../ui/terminal/use-terminal-query.ts';
import { readLogo } from './read-logo.ts';
import styles from './shop-lines-form.module.css';

interface ShopLinesFormProps {
  readonly saved: ShopLines;
  readonly paper: Paper;
  readonly busy: boolean;
  onSave(lines: ShopLines): Promise<Result<unknown> | undefined>;
}

export function ShopLinesForm({ saved, paper, busy, onSave }: ShopLinesFormProps) {
  const { t } = useLanguage();
  const tooMany = t('printing.shop.linesTooMany', { limit: shopLimits.lines, length: shopLimits.line });
  const form = useForm({
    id: 'shop',
    initial: valuesOf(saved),
    live: several,
    check: (typed) =>
      Object.fromEntries(several.map((field) => [field, isTooLong(typed[field]) ? tooMany : undefined])),
    async send(values) {
      const lines = linesOf(values);
      const result = await onSave(lines);
      if (result?.ok) form.take(valuesOf(lines));
      return result;
    },
  });
  const { values } = form;
  return (
    <section className={styles.both}>
      <form className={forms.form} onSubmit={form.onSubmit} noValidate>
        <h3>{t('printing.shop.title')}</h3>
        <p className={page.lead}>{t('printing.shop.lead')}</p>
        {(['', 'En'] as const).map((ending) => (
          <fieldset key={ending} className={styles.parts}>
            <legend>{t(`printing.shop.in${ending}`)}</legend>
            <div className={forms.fields}>
              {(['branch', 'till'] as const).map((field) => (
                <Field
                  key={field}
                  {...form.text(`${field}${ending}`)}
                  label={t(`printing.shop.${field}`)}
                  dir="auto"
                  maxLength={shopLimits.name}
                />
              ))}
            </div>
            <TextField {...form.text(`header${ending}`)} dir="auto" label={t('printing.shop.header')} />
            <TextField
              {...form.text(`returnPolicy${ending}`)}
              dir="auto"
              label={t('printing.shop.returnPolicy')}
              maxLength={shopLimits.policy}
            />
            <TextField {...form.text(`footer${ending}`)} dir="auto" label={t('printing.shop.footer')} />
          </fieldset>
        ))}
        <Logo logo={values.logo} onLogo={(logo) => form.set({ logo })} />
        <div className={forms.gap}>
          <RadioCards<RiyalSign>
            legend={t('printing.shop.riyal')}
            value={values.riyalSign}
            onChange={(riyalSign) => form.set({ riyalSign })}
            cards={riyalSigns.map((value) => ({
              value,
              label: t(`printing.shop.riyals.${value}`),
              text: t(`printing.shop.riyalsText.${value}`),
            }))}
          />
        </div>
        <ShownParts shows={values.shows} onShows={(shows) => form.set({ shows })} />
        <FailureNote of={form.failure} />
        <SaveRow busy={busy} isChanged={form.isChanged} isRight={form.isRight} isSaved={form.isSaved} />
      </form>
      <Preview paper={paper} lines={form.isRight ? linesOf(values) : saved} />
    </section>
  );
}

function ShownParts({ shows, onShows }: { shows: Shows; onShows(shows: Shows): void }) {
  const { t } = useLanguage();
  return (
    <fieldset className={styles.parts}>
      <legend>{t('printing.shop.shows.title')}</legend>
      <p className={forms.hint}>{t('printing.shop.shows.lead')}</p>
      {shopPartNames.map((part) => (
        <Toggle
          key={part}
          label={t(`printing.shop.shows.${part}`)}
          checked={shows[part]}
          onChange={(isShown) => onShows({ ...shows, [part]: isShown })}
        />
      ))}
    </fieldset>
  );
}

interface LogoProps {
  /** The logo in Base64; empty for none. */
  readonly logo: string;
  onLogo(logo: string): void;
}

function Logo({ logo, onLogo }: LogoProps) {
  const { t } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [isUnread, setIsUnread] = useState(false);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = await readLogo(file);
    setIsUnread(read === undefined);
    if (read !== undefined) onLogo(read);
  };
  return (
    <div className={forms.gap}>
      <p className={forms.hint}>{t('printing.shop.logoText')}</p>
      {isUnread && <Note tone="red">{t('printing.shop.logoUnread')}</Note>}
      <Flex wrap="wrap" align="center" gap="sm">
        {logo !== '' && (
          <img
            className={styles.picture}
            alt={t('printing.shop.logo')}
            src={`data:image/png;base64,${logo}`}
          />
        )}
        <Button variant="default" onClick={() => input.current?.click()}>
          {t('printing.shop.chooseLogo')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/png,image/svg+xml"
          hidden
          aria-label={t('printing.shop.chooseLogo')}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        {logo !== '' && (
          <Button variant="subtle" color="gray" onClick={() => onLogo('')}>
            {t('printing.shop.removeLogo')}
          </Button>
        )}
      </Flex>
    </div>
  );
}

/** The number of milliseconds without typing after which the sample is made again. */
const pause = 300;

function Preview({ paper: usual, lines }: { readonly paper: Paper; readonly lines: ShopLines }) {
  const { t } = useLanguage();
  const [chosen, setChosen] = useState<Paper>();
  const paper = chosen ?? usual;
  const [shown] = useDebouncedValue(JSON.stringify(lines), pause);
  const { data, error } = useTerminalQuery(
    'receipt.preview',
    { paper, shop: JSON.parse(shown) as ShopLines },
    { keepsPrevious: true, gcTime: 0 },
  );
  return (
    <div className={styles.preview}>
      <h4>{t('printing.shop.preview')}</h4>
      <SelectField<Paper>
        id="preview-paper"
        label={t('printing.paper')}
        value={paper}
        options={papers.map((value) => ({ value, label: t(`printing.papers.${value}`) }))}
        onChange={setChosen}
      />
      <ProblemNote of={error} />
      {data && (
        <iframe className={styles.paper} title={t('printing.shop.preview')} sandbox="" srcDoc={data.html} />
      )}
    </div>
  );
}

type Shows = Readonly<Record<ShopPart, boolean>>;

const several = ['header', 'headerEn', 'footer', 'footerEn'] as const;

const texts = ['header', 'footer', 'returnPolicy', 'branch', 'till'] as const;
type TextName = (typeof texts)[number];

/** A field for each text in Arabic, and with the ending `En` in English. */
type Values = Readonly<Record<TextName | `${TextName}En`, string>> & {
  readonly logo: string;
  readonly riyalSign: RiyalSign;
  readonly shows: Shows;
};

type LinesOfLanguage = Pick<ShopLines, TextName>;
const noLines: LinesOfLanguage = { header: [], footer: [] };

function valuesOf({ english = noLines, logo = '', riyalSign, shows, ...lines }: ShopLines): Values {
  const joined = (lines: LinesOfLanguage, name: TextName) =>
    name === 'header' || name === 'footer' ? lines[name].join('\n') : (lines[name] ?? '');
  const values = texts.flatMap((name) => [
    [name, joined(lines, name)],
    [`${name}En`, joined(english, name)],
  ]);
  return {
    ...(Object.fromEntries(values) as Record<TextName | `${TextName}En`, string>),
    logo,
    riyalSign,
    shows: { ...shopParts, ...shows },
  };
}

/** An empty text is omitted, and so is a part that is shown by default. */
function linesOf({ logo, riyalSign, shows, ...values }: Values): ShopLines {
  const unusual = Object.entries(shows).filter(([part, isShown]) => shopParts[part as ShopPart] !== isShown);
  const linesIn = (ending: '' | 'En'): LinesOfLanguage => {
    const entries = (['returnPolicy', 'branch', 'till'] as const)
      .map((name) => [name, values[`${name}${ending}`].trim()] as const)
      .filter(([, text]) => text !== '');
    return {
      header: split(values[`header${ending}`]),
      footer: split(values[`footer${ending}`]),
      ...Object.fromEntries(entries),
    };
  };
  const english = linesIn('En');
  const hasEnglish = Object.values(english).some((value) => value !== undefined && value.length > 0);
  return {
    ...linesIn(''),
    riyalSign,
    ...(hasEnglish && { english }),
    ...(unusual.length > 0 && { shows: Object.fromEntries(unusual) }),
    ...(logo !== '' && { logo }),
  };
}

const split = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function isTooLong(text: string): boolean {
  const lines = split(text);
  return lines.length > shopLimits.lines || lines.some((line) => [...line].length > shopLimits.line);
}
