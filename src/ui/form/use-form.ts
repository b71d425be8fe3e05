import { useState } from 'react';

type Values = Record<string, string>;
type Faults<V> = Partial<Record<keyof V, string>>;
/** The error of a value, or null. */
type Check<V> = (value: string, all: V) => string | null;

export interface Form<V extends Values> {
  values: V;
  /** `value`, `onChange`, `onBlur` and `error` for a field. */
  field: (name: keyof V & string) => {
    value: string;
    onChange: (value: string) => void;
    onBlur: () => void;
    error: string | null;
    name: string;
  };
  /** Validates all fields; true if the form may be sent. The first invalid field takes the focus. */
  isReady: (form: HTMLFormElement) => boolean;
  /** Shows the server's errors by field; the first takes the focus. Returns whether any of these fields is in this form. */
  refuse: (errors: Record<string, string> | undefined, form: HTMLFormElement) => boolean;
}

/** The server's messages about values; each stays as long as its value. */
export type Refused<V> = Partial<Record<keyof V, { value: string; words: string }>>;

/** A short form. Validates when a field is left and when the form is sent, never on the first keystroke. */
export function useForm<V extends Values>(
  initial: V,
  checks: Partial<Record<keyof V, Check<V>>>,
  onType?: (values: V) => void,
): Form<V> {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Faults<V>>({});
  const [refused, setRefused] = useState<Refused<V>>({});
  const faultOf = (name: keyof V, all: V): string | undefined => checks[name]?.(all[name] ?? '', all) ?? undefined;

  return {
    values,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: faults[name] ?? errorFor(refused, name, values[name] ?? ''),
      onChange(value) {
        const next = { ...values, [name]: value };
        setValues(next);
        onType?.(next);
        // A visible error disappears as soon as it is fixed.
        if (faults[name]) setFaults({ ...faults, [name]: faultOf(name, next) });
      },
      onBlur() {
        if (values[name] !== '') setFaults({ ...faults, [name]: faultOf(name, values) });
      },
    }),
    isReady(form) {
      const found: Faults<V> = {};
      for (const name of Object.keys(values) as (keyof V)[]) found[name] = faultOf(name, values);
      setFaults(found);
      // Ask the server again about values that it refused: the reason may be another field, which has been fixed.
      setRefused({});
      return !focusFirst(form, found);
    },
    refuse(errors, form) {
      const found = refusedOf(errors, values);
      setRefused(found);
      focusFirst(form, found);
      return Object.keys(found).length > 0;
    },
  };
}

/** The server's errors for the fields of this form, with the values that they are about. */
export function refusedOf<V extends Values>(errors: Record<string, string> | undefined, values: V): Refused<V> {
  const known = Object.entries(errors ?? {}).filter(([name]) => Object.hasOwn(values, name));
  return Object.fromEntries(known.map(([name, words]) => [name, { value: values[name] ?? '', words }])) as Refused<V>; // the names are the form's own
}

export function errorFor<V>(refused: Refused<V>, name: keyof V, value: string): string | null {
  const about = refused[name];
  return about?.value === value ? about.words : null;
}

/** Focuses the first invalid field in the order of the page, which is the order of Tab; false if the form has none. */
export function focusFirst(form: { elements: Iterable<Element> }, faults: Partial<Record<string, unknown>>): boolean {
  const first = [...form.elements].find((element) => faults[(element as HTMLInputElement).name]);
  (first as HTMLElement | undefined)?.focus();
  return first !== undefined;
}
