import type { givenKinds } from '../../../shared/office/given-order.ts';

export type FormKind = (typeof givenKinds)[number];
export const formKinds = ['articles', 'people', 'settings', 'contact'] as const satisfies readonly FormKind[];

const emptyTexts = {
  table: '',
  from: '',
  person: '',
  pin: '',
  rhythm: '',
  backupFolder: '',
  name: '',
  phone: '',
  email: '',
  note: '',
};

/** Everything that somebody can type into the form, for any kind of order. */
export interface OrderFields extends Readonly<typeof emptyTexts> {
  readonly doing: 'save' | 'remove';
  readonly role: 'cashier' | 'manager';
}

export const emptyOrder: OrderFields = { ...emptyTexts, doing: 'save', role: 'cashier' };

/** The values of the form: the fields of every kind, and the tills that the order is for. */
export interface OrderValues extends OrderFields {
  readonly kind: FormKind;
  /** `all`, or the number of a branch. */
  readonly tills: string;
  readonly days: string;
}

/** The field of each kind with the message that nothing is filled in. */
export const firstField = {
  articles: 'table',
  people: 'person',
  settings: 'rhythm',
  contact: 'name',
} as const satisfies Record<FormKind, keyof OrderFields>;

export const typedFields = {
  articles: ['table', 'from'],
  people: ['person', 'pin'],
  settings: ['rhythm', 'backupFolder'],
  contact: ['name', 'phone', 'email', 'note'],
} as const satisfies Record<FormKind, readonly (keyof OrderFields)[]>;

export function isSomething(kind: FormKind, fields: OrderFields): boolean {
  const text = {
    articles: fields.table,
    people: fields.person,
    settings: fields.rhythm + fields.backupFolder,
    contact: fields.name,
  }[kind];
  return text.trim() !== '';
}

const given = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );

/** Returns the order in the fields; the office checks it. */
export function orderOf(kind: Exclude<FormKind, 'articles'>, fields: OrderFields): { kind: FormKind } {
  const { rhythm, backupFolder, name, phone, email, note, person, role, pin, doing } = fields;
  const order = {
    settings: { ...given({ backupFolder }), ...(rhythm.trim() !== '' && { rhythm: Number(rhythm) }) },
    contact: { contact: given({ name, phone, email, note }) },
    people:
      doing === 'remove'
        ? { remove: [person.trim()] }
        : { save: [{ ...given({ name: person, pin }), role }] },
  }[kind];
  return { kind, ...order };
}
