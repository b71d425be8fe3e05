import { useState, type ReactNode } from 'react';
import type { ImageWidth } from '../../contract/files/images.ts';
import { addressOf } from './address.ts';
import { useLocalImage } from './local-images.ts';

interface Props {
  /** `image_url` of a row. */
  url: string;
  width: ImageWidth;
  /** Empty where the name stands beside it. */
  alt: string;
  className?: string;
  /** Instead of an image that cannot be shown, such as one that was never viewed before the network went. */
  otherwise?: ReactNode;
}

/** An image of the menu: from this device while its bytes wait here, else from the network or the service worker's cache. */
export function Picture({ url, width, alt, className, otherwise = null }: Props) {
  const local = useLocalImage(url, width);
  const [broken, setBroken] = useState<string | null>(null);
  if (local === undefined) return <span className={className} />;
  const src = local ?? addressOf(url, width);
  if (broken === src) return otherwise;
  return (
    <img
      className={className}
      src={src}
      alt={alt}
      width={width}
      height={(width * 3) / 4}
      loading="lazy"
      decoding="async"
      // An API on another origin: without it the service worker could not tell an image from an error.
      crossOrigin={src.startsWith('http') && !src.startsWith(location.origin) ? 'anonymous' : undefined}
      onError={() => setBroken(src)}
    />
  );
}
