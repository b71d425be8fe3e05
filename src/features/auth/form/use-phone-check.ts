import { useEffect, useState } from 'react';
import { callAuth } from './call-auth.ts';

interface Known {
  /** The number and country that were checked, so that the answer is never shown for another number. */
  of: string;
  hint: string;
}

/**
 * The server's answer about a typed number in the chosen country: how it is dialled, or a doubt. Without an answer nothing is shown;
 * the profile is validated again when it is sent.
 */
export function usePhoneCheck(number: string, country: string): { hint: string | undefined; onBlur: () => void } {
  const [left, setLeft] = useState('');
  const [known, setKnown] = useState<Known | null>(null);
  const question = `${country} ${left}`;
  useEffect(() => {
    if (left === '') return;
    let isGone = false;
    void callAuth('testPhoneNumber', { phone_no: left, ...(country && { country_code: country }) }).then((result) => {
      if (!isGone && result.ok) setKnown({ of: `${country} ${left}`, hint: words(result.data) });
    });
    return () => void (isGone = true);
  }, [left, country]);
  return {
    hint: known && known.of === question && number.trim() === left ? known.hint : undefined,
    onBlur: () => setLeft(number.trim()),
  };
}

const kinds = { mobile: 'a mobile', fixed_line: 'a landline', fixed_line_or_mobile: null, other: null };

function words({
  phone_no,
  is_valid,
  kind,
}: {
  phone_no: string | null;
  is_valid: boolean;
  kind: keyof typeof kinds | null;
}) {
  if (phone_no === null) return 'This does not look like a number of this country. From another one it begins with +.';
  if (!is_valid) return `${phone_no}: no such number is known to be given out. Is it right?`;
  const what = kind && kinds[kind];
  return what ? `${phone_no}, ${what}` : phone_no;
}
