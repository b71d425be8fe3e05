import { useEffect, useState } from 'react';

/** False for the first moment after something appears over a page, during which it lets every tap through. */
export function useSolid(afterMs: number): boolean {
  const [isSolid, setIsSolid] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSolid(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isSolid;
}
