const yes = ['yes', 'y', 'true', '1', 'x', 'granted', 'subscribed', 'ja', 'oui'];
const no = ['no', 'n', 'false', '0', 'none', 'unsubscribed', 'nein', 'non'];

/** Null: neither. */
export function readYesOrNo(text: string): boolean | null {
  const term = text.trim().toLowerCase();
  return yes.includes(term) ? true : no.includes(term) ? false : null;
}
