import { foldHeading, guessPlaces, type Headings, type Places } from '../import/columns.ts';
import type { Fault } from '../import/read-table.ts';
import type { ImportColumn, ImportMapping } from './import-calls.ts';

const headings: Headings<ImportColumn> = {
  name: ['name', 'fullname', 'customer', 'customername', 'contact', 'contactname', 'displayname', 'guest', 'guestname'],
  first_name: ['firstname', 'forename', 'givenname', 'first', 'vorname', 'prenom'],
  last_name: ['lastname', 'surname', 'familyname', 'last', 'nachname', 'nom'],
  phone: [
    'phone',
    'mobile',
    'telephone',
    'tel',
    'phonenumber',
    'mobilenumber',
    'mobilephone',
    'cell',
    'telefon',
    'whatsapp',
  ],
  email: ['email', 'emailaddress', 'mail', 'emailadresse'],
  address: ['address', 'street', 'streetaddress', 'address1', 'addressline1', 'adresse', 'strasse'],
  postal_code: ['postalcode', 'postcode', 'zip', 'zipcode', 'plz'],
  city: ['city', 'town', 'ort', 'stadt', 'ville'],
  birthday: ['birthday', 'birthdate', 'dateofbirth', 'dob', 'geburtstag'],
  tags: ['tags', 'tag', 'groups', 'labels'],
  note: ['note', 'notes', 'comment', 'comments', 'remarks'],
  marketing_consent: ['marketingconsent', 'consent', 'marketing', 'optin', 'acceptsmarketing'],
  email_consent: [
    'emailconsent',
    'emailmarketing',
    'emailmarketingconsent',
    'acceptsemailmarketing',
    'emailoptin',
    'newsletter',
  ],
  sms_consent: ['smsconsent', 'smsmarketing', 'smsmarketingconsent', 'acceptssmsmarketing', 'smsoptin'],
  whatsapp_consent: ['whatsappconsent', 'whatsappmarketing', 'acceptswhatsappmarketing', 'whatsappoptin'],
};

export type ColumnPlaces = Places<ImportColumn>;

export const guessMapping = (head: readonly string[]): ColumnPlaces => guessPlaces(head, headings);

/** A mapping as places, or why it cannot be used. Without one the headings decide. */
export function placesOf(head: readonly string[], mapping: ImportMapping | null): { places: ColumnPlaces } | Fault {
  const places: ColumnPlaces = mapping ? {} : guessMapping(head);
  for (const [column, named] of Object.entries(mapping ?? {}) as [ImportColumn, number | string][]) {
    if (typeof named === 'number') {
      if (named >= head.length) return { fault: `The file has no column ${named + 1}.` };
      places[column] = named;
      continue;
    }
    const at = head.findIndex((heading) => heading.trim() === named.trim());
    if (at < 0) return { fault: `The file has no column “${named}”.` };
    places[column] = at;
  }
  // A heading that is there twice is only a question if it is used. A number says which one is meant.
  for (const [column, at] of Object.entries(places)) {
    const isNumbered = typeof mapping?.[column as ImportColumn] === 'number';
    const heading = foldHeading(head[at]!);
    if (!isNumbered && head.some((other, place) => place !== at && foldHeading(other) === heading))
      return {
        fault: `The column “${head[at]!.trim()}” is there twice. Rename or delete one, or choose which one to use.`,
      };
  }
  if (!['name', 'first_name', 'last_name', 'phone', 'email'].some((column) => column in places))
    return { fault: 'No column is a name, a phone number or an e-mail address. Choose at least one of them.' };
  return { places };
}
