import { useEffect, useState } from 'react';
import type { MenuUpload } from '../../../../contract/menu/upload-calls.ts';
import type { Result } from '../../../api/send.ts';
import { readUpload } from './requests.ts';

const AGAIN_MS = 1000;

/** An upload, asked for again each second while the server reads it. Null: not known yet. */
export function useUpload(id: string): Result<MenuUpload> | null {
  const [result, setResult] = useState<Result<MenuUpload> | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = await readUpload(id, controller.signal);
      setResult(answer);
      const isGoingOn = answer.ok ? isReading(answer.data) : answer.kind === 'offline';
      if (isGoingOn) timer = setTimeout(begin, AGAIN_MS);
    };
    // Aborted when the page is left.
    const begin = () => void ask().catch(() => undefined);
    begin();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [id]);
  return result;
}

export const isReading = ({ status }: Pick<MenuUpload, 'status'>): boolean =>
  status === 'uploaded' || status === 'reading';
