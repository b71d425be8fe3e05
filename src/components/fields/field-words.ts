import { type Fields, namesOf } from '../../../contract/entity-fields.ts';

/** "Tax rate" within a sentence; "SKU" stays. */
export const inText = (label: string) =>
  label === label.toUpperCase() ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** The labels of fields within a sentence, by name. */
export const wordsOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(namesOf(fields).map((name) => [name, inText(fields[name]!.label)])) as Record<
    keyof F & string,
    string
  >;
