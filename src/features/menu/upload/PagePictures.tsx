import { useEffect, useRef, useState } from 'react';
import type { MenuUpload } from '../../../../contract/menu/upload-calls.ts';
import { readPage } from './requests.ts';
import type { ReviewEntry } from './review-entries.ts';
import css from './upload.module.css';

/** The pictures of an upload, with the place of the chosen dish marked and in view. */
export function PagePictures({ upload, chosen }: { upload: MenuUpload; chosen: ReviewEntry | null }) {
  return (
    <div className={css.pictures}>
      {upload.pages.map((size, page) => (
        <Picture
          key={page}
          uploadId={upload.id}
          page={page}
          size={size}
          box={chosen?.box.page === page ? chosen.box : null}
        />
      ))}
    </div>
  );
}

interface PictureProps {
  uploadId: string;
  page: number;
  size: { width: number; height: number };
  box: ReviewEntry['box'] | null;
}

function Picture({ uploadId, page, size, box }: PictureProps) {
  const [source, setSource] = useState<string | null>(null);
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const controller = new AbortController();
    readPage(uploadId, page, controller.signal).then(
      (result) => setSource(result.ok ? result.data.data_url : null),
      // The page was left.
      () => undefined,
    );
    return () => controller.abort();
  }, [uploadId, page]);
  useEffect(() => {
    if (box) mark.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [box]);
  const share = (pixels: number, whole: number) => `${(100 * pixels) / whole}%`;
  return (
    <div className={`g-relative ${css.picture}`} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      {source && <img src={source} alt={`Page ${page + 1} of the uploaded menu`} />}
      {box && (
        <span
          ref={mark}
          className={css.mark}
          style={{
            left: share(box.left - 10, size.width),
            top: share(box.top - 8, size.height),
            width: share(box.width + 20, size.width),
            height: share(box.height + 16, size.height),
          }}
        />
      )}
    </div>
  );
}
