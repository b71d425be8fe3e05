import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';

/** Why a sign-in with a provider failed, as a message that is loaded on demand; null while it loads. Undefined: no sign-in failed. */
export function useSetback(): string | null | undefined {
  const query = new URLSearchParams(useSearch());
  const [code, provider] = [query.get('sign_in'), query.get('with')];
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    if (code === null) return;
    void import('./provider-labels.ts').then((m) => setWords(m.setbackMessages(code, m.providerOf(provider))));
  }, [code, provider]);
  return code === null ? undefined : words;
}
