import { useState } from 'react';

type Values = Record<string, string>;
type Faults<V> = Partial<Record<keyof V, string>>;
/** What is wrong with a value, or null. */
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
  /** Checks all; true when the form may be sent. The first faulty field takes the focus. */
  isReady: (form: HTMLFormElement) => boolean;
  /** What the server refused, by field. Answers whether any of these fields stands in this form. */
  refuse: (errors: Record<string, string> | undefined) => boolean;
}

/** A short form: what is typed, checked on leaving a field and on sending, never on the first keystroke. */
export function useForm<V extends Values>(
  initial: V,
  checks: Partial<Record<keyof V, Check<V>>>,
  onType?: (values: V) => void,
): Form<V> {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Faults<V>>({});
  const faultOf = (name: keyof V, all: V): string | undefined => checks[name]?.(all[name] ?? '', all) ?? undefined;

  return {
    values,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: faults[name] ?? null,
      onChange(value) {
        const next = { ...values, [name]: value };
        setValues(next);
        onType?.(next);
        // A fault that was shown goes as soon as it is mended.
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
      const first = (Object.keys(values) as (keyof V & string)[]).find((name) => found[name]);
      if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus();
      return !first;
    },
    refuse(errors) {
      const known = Object.entries(errors ?? {}).filter(([name]) => name in values);
      if (known.length > 0) setFaults((before) => ({ ...before, ...Object.fromEntries(known) }));
      return known.length > 0;
    },
  };
}
