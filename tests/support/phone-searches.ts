/** A stored number, and ways in which people search for it; lists and calls find it by each of them. */
export const SEARCHED_PHONE = '+447700900142';
export const phoneSearches = [
  '+447700900142',
  '+44 7700 900142',
  '0044 7700 900142',
  '+44 (0)7700 900142',
  '+44 07700 900142',
  '(07700) 900142',
  '07700-900142',
  '07700.900142',
  '07700 900 142',
  '07700–900142',
  '447700900142',
  '٠٧٧٠٠ ٩٠٠١٤٢',
  '０７７００９００１４２',
  '900142',
];
export const otherPhoneSearches = ['+44 7700 900143', '+1 7700 900142', '07701-900142', '+44 (0)7700 900 242'];
