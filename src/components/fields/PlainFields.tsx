import type { ReactNode } from 'react';
import { Checkbox, Field, Input } from '@fluentui/react-components';
import type { Field as FieldDeclaration, Fields } from '../../../contract/entity-fields.ts';

interface Props<D> {
  fields: Fields;
  /** The controls of this part of the form, in the order in which they are declared. */
  part: string;
  draft: D;
  /** Names of the fields that cannot be taken as they are. */
  wrong: ReadonlySet<string> | null;
  /** An amount as it is typed in this currency. */
  example: string;
  /** What stands in an empty control, where it depends on something. */
  placeholders?: Record<string, string | undefined>;
  onChange: (patch: Partial<D>) => void;
  /** Controls of other fields, behind these. */
  children?: ReactNode;
}

/** Plain controls for the fields of a row. */
export function PlainFields<D extends object>(props: Props<D>) {
  const { fields, part, wrong, example, placeholders, children } = props;
  const draft = props.draft as Record<string, unknown>;
  const set = (name: string, value: unknown) => props.onChange({ [name]: value } as Partial<D>);
  const inPart = Object.entries(fields).filter(([, one]) => one.part === part);
  return (
    <>
      <div className="g-grid g-gap-16 g-pairs g-start-middle">
        {inPart.map(
          ([name, one]) =>
            one.kind !== 'flag' && (
              <Field
                key={name}
                label={labelOf(one)}
                hint={one.hint}
                validationMessage={wrong?.has(name) ? (one.advice ?? adviceOf(one, example)) : undefined}
              >
                <Input
                  inputMode={
                    one.kind === 'whole'
                      ? 'numeric'
                      : one.kind === 'text' || one.kind === 'code'
                        ? undefined
                        : 'decimal'
                  }
                  value={draft[name] as string}
                  maxLength={one.kind === 'text' || one.kind === 'code' ? one.max : undefined}
                  placeholder={placeholders?.[name] ?? one.placeholder}
                  onChange={(_event, data) => set(name, data.value)}
                />
              </Field>
            ),
        )}
        {children}
      </div>
      {inPart.map(
        ([name, one]) =>
          one.kind === 'flag' && (
            <Checkbox
              key={name}
              label={one.hint ? `${one.label}: ${one.hint}` : one.label}
              checked={draft[name] === true}
              onChange={(_event, data) => set(name, data.checked === true)}
            />
          ),
      )}
    </>
  );
}

const labelOf = ({ label, unit }: FieldDeclaration) => (unit ? `${label} (${unit})` : label);
const adviceOf = ({ kind, min = 0, max = 0, unit = '' }: FieldDeclaration, example: string) => {
  if (kind === 'percent') return 'Enter a rate from 0 to 100, such as 20 or 12.5.';
  if (kind === 'whole') return `Enter ${min} to ${`${max.toLocaleString('en-GB')} ${unit}`.trim()}, or leave it empty.`;
  return `Enter an amount such as ${example}, or leave it empty.`;
};
