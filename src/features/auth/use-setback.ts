import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';

/**
 * Why a sign-in with a provider has come back to this page, in words that are loaded when they are needed. Undefined: nobody came back.
 */
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
