import { type FormEvent, useState } from 'react';
import type { Failure, Issue } from '../../../../shared/failure.ts';
import { describeIssue } from '../../../../shared/words/index.ts';
import { useLanguage } from '../../language/language.tsx';
import { placeIssues } from './place-issues.ts';

/** The error of each field, in the order of the screen. */
export type Wrong<V> = { readonly [F in keyof V]?: string | undefined };

/** A refusal of the sent values, by the terminal or by the head office. */
interface Refusal {
  readonly issues?: readonly Issue[] | undefined;
}

type Answer<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

interface FormOptions<V, T, F> {
  /** The prefix of the ids of the fields, which are `id-field`. */
  readonly id: string;
  /** The saved values, or those that the form begins with; typed values that differ from them are changes. */
  readonly initial: V;
  /** Returns the errors in the values, before they are sent. */
  check?(values: V): Wrong<V>;
  /** Sends the values. Resolves to undefined when a send was already in progress. */
  send(values: V): Promise<Answer<T, F> | undefined>;
  /** Called with the answer to a send that succeeded. */
  onDone?(value: T): void;
  /** The fields whose messages are shown while a person types, before they leave the field or send the form. */
  readonly live?: readonly Field<V>[];
  /**
   * Returns the fields that can show a refusal, by default all. A refusal of another one is the failure of the form, so
   * that it is seen.
   */
  shown?(values: V): readonly Field<V>[];
  /**
   * True when the form returns to its initial values after a send, because it contains secrets or is used for the next
   * entry.
   */
  readonly empties?: boolean;
}

type Field<V> = keyof V & string;
type TextField<V> = { [F in Field<V>]: V[F] extends string ? F : never }[Field<V>];

/**
 * The state of a form: its values, their errors, and the answer to them. A message is shown once its field was left
 * with a value in it or the form was sent, and from then on while typing. A refusal disappears when its field is changed.
 */
export function useForm<V extends object, T, F extends Refusal = Failure>(options: FormOptions<V, T, F>) {
  const { id, initial, send, onDone, live = [], empties = false } = options;
  const { language } = useLanguage();
  const [values, setValues] = useState(initial);
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<ReadonlyMap<string, Issue>>(new Map());
  const [failure, setFailure] = useState<F>();
  const [isSaved, setSaved] = useState(false);

  const fields = Object.keys(initial) as Field<V>[];
  const wrong: Wrong<V> = options.check?.(values) ?? {};
  const focus = (field: string) => document.getElementById(fieldId(id, field))?.focus();

  const set = (change: Partial<V>) => {
    setValues((before) => ({ ...before, ...change }));
    setRefused((before) => new Map([...before].filter(([field]) => !Object.hasOwn(change, field))));
    setFailure(undefined);
    setSaved(false);
  };
  const errorOf = (field: Field<V>) => {
    const issue = refused.get(field);
    if (live.includes(field) || shown.has(field))
      return wrong[field] ?? (issue && describeIssue(issue, language));
    return issue && describeIssue(issue, language);
  };
  const attempt = (checked: readonly Field<V>[] = fields) => {
    setShown((before) => new Set([...before, ...checked]));
    const first = (Object.keys(wrong) as Field<V>[]).find(
      (field) => checked.includes(field) && wrong[field] !== undefined,
    );
    if (first !== undefined) focus(first);
    return first === undefined;
  };
  const reset = (kept?: (now: V) => Partial<V>) => {
    setValues((now) => ({ ...initial, ...kept?.(now) }));
    setShown(new Set());
  };
  const submit = async () => {
    if (!attempt()) return false;
    const result = await send(values);
    if (result === undefined) return false;
    if (!result.ok) {
      const placed = placeIssues(result.failure.issues ?? [], options.shown?.(values) ?? fields);
      setRefused(placed);
      setFailure(placed.size > 0 ? undefined : result.failure);
      setSaved(false);
      const [first] = placed.keys();
      if (first !== undefined) focus(first);
      return false;
    }
    setRefused(new Map());
    setFailure(undefined);
    setSaved(true);
    if (empties) reset();
    onDone?.(result.value);
    return true;
  };

  return {
    values,
    set,
    /**
     * Returns the properties of a text field.
     * @param read converts the typed text to the value, to digits for instance
     */
    text: (field: TextField<V>, read?: (text: string) => string) => ({
      id: fieldId(id, field),
      value: String(values[field]),
      error: errorOf(field),
      onText: (text: string) => set({ [field]: read === undefined ? text : read(text) } as Partial<V>),
      onBlur: () => {
        if (values[field] !== '') setShown((before) => new Set([...before, field]));
      },
    }),
    errorOf,
    isRight: Object.values(wrong).every((message) => message === undefined),
    isChanged: fields.some((field) => !isSame(values[field], initial[field])),
    /** True when the last send succeeded and nothing was typed since. */
    isSaved,
    failure,
    /**
     * Shows the errors of these fields, or of all, and focuses the first one.
     * @returns true when there are none
     */
    attempt,
    /**
     * Sends the values if they are valid.
     * @returns true when they were accepted
     */
    submit,
    take(change: Partial<V>) {
      set(change);
      setSaved(true);
    },
    /**
     * Restores the initial values and hides the messages of the check.
     * @param kept returns the values that stay, of those that the form has now
     */
    reset,
    onSubmit(event: FormEvent) {
      event.preventDefault();
      void submit();
    },
  };
}

export type Form<V extends object, F extends Refusal = Failure> = ReturnType<typeof useForm<V, unknown, F>>;

const fieldId = (id: string, field: string) => `${id}-${field.replace('.', '-')}`;

/** Compares two values by content, lists and records included. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
