import { useEffect, useState } from 'react';

/** False for the first moment of something that appears over a page: until then it lets every touch through. */
export function useSolid(afterMs: number): boolean {
  const [isSolid, setIsSolid] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSolid(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isSolid;
}
