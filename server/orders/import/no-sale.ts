import type { MeaningColumn } from './columns.ts';

/** What a cell says about its row. `unknown`: a word of which it is not known whether it is a sale. */
export type Meaning = 'sale' | 'no_sale' | 'partly_refunded' | 'unknown' | 'silent';

/** What a cell of such a column says, in the words that tills, web shops and delivery portals use. */
export function readMeaning(kind: MeaningColumn['kind'], text: string): Meaning {
  const message = text
    .toLowerCase()
    .replace(/^wc-/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim();
  if (message === '') return 'silent';
  if (kind === 'status') return readStatus(message);
  if (nothing.test(message)) return 'sale';
  return /partial|teil/.test(message) ? 'partly_refunded' : 'no_sale';
}

function readStatus(message: string): Meaning {
  if (/partial|teilweise/.test(message)) return 'partly_refunded';
  if (/^(not|never|no) /.test(message) && !/paid|complete|show/.test(message)) return 'sale';
  if (noSale.test(message)) return 'no_sale';
  return sale.test(message) ? 'sale' : 'unknown';
}

const nothing =
  /^(false|f|no|n|not|none|null|nil|nan|n\/a|na|never|off|nein|non|faux|falsch|falso|[-–—.]|\p{Sc}?\s*[-(]?0+([.,]0+)?\)?|(not|un|non) ?(void|cancel|refund|delet|return|reject|fail).*)$/u;

const noSale =
  /\b(cancel\w*|void\w*|refund\w*|fail\w*|reject\w*|declin\w*|denied|expired|abandon\w*|delet\w*|removed|trash\w*|draft|return\w*|revers\w*|charge ?back|no show|unpaid|not paid|not complete\w*|incomplete|pending|on hold|awaiting( \w+)?|error|test|training|quote|storn\w*|annul\w*|geannuleerd|erstattet|rembours\w*|rimbors\w*|reembols\w*|devolu\w*|mislukt|fehlgeschlagen|abgebrochen|abgelehnt)\b/u;

const sale =
  /\b(complet\w*|paid|closed|deliver\w*|collected|picked ?up|fulfill?ed|process\w*|accepted|confirmed|settled|captured|sales?|sold|payment|success\w*|succeeded|finished|done|served|ok|okay|approved|authori[sz]ed|ready|dispatched|shipped|received|valid|normal|bezahlt|abgeschlossen|erledigt|pay[ée]e?|termin[ée]e?|pagad\w*|completad\w*|betaald|verkauf|verkoop|venta|vente)\b/u;
