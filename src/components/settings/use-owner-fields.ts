import { useState } from 'react';

type Faults<N extends string> = Partial<Record<N, string>>;

export interface OwnerFields<N extends string> {
  values: Record<N, string>;
  setFaults: (faults: Faults<N>) => void;
  field: (name: N) => {
    name: N;
    value: string;
    error: string | null;
    type: 'password';
    onChange: (value: string) => void;
  };
}

/** The hidden fields of a form that asks for the owner's password, initially empty. A message stays until something is typed. */
export function useOwnerFields<N extends string>(...names: N[]): OwnerFields<N> {
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, ''])) as Record<N, string>, // of these very names
  );
  const [faults, setFaults] = useState<Faults<N>>({});
  return {
    values,
    setFaults,
    field: (name) => ({
      name,
      value: values[name],
      error: faults[name] ?? null,
      type: 'password',
      onChange(value) {
        setValues({ ...values, [name]: value });
        setFaults({});
      },
    }),
  };
}
