import { useEffect, useRef, useState } from 'react';
import { Button, Spinner } from '@fluentui/react-components';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { useStore } from '../../data/current.ts';
import { keepFile } from '../kept-files.ts';
import css from './choose.module.css';
import { shrinkImage } from './shrink-image.ts';

/** Of every image of the menu, so that lists line up. */
const ASPECT = 4 / 3;

interface Props {
  file: File;
  /** The bytes are stored on this device under this id. */
  onKept: (fileId: string) => void;
  onCancel: () => void;
}

/** The part of a photo to show: dragged, or moved and resized with the arrow keys. Loaded when a photo is chosen. */
export function CropPicture({ file, onKept, onCancel }: Props) {
  const store = useStore();
  const [address] = useState(() => URL.createObjectURL(file));
  const [crop, setCrop] = useState<PercentCrop | undefined>();
  const [isWorking, setIsWorking] = useState(false);
  const [fault, setFault] = useState('');

  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = box.current?.closest('form');
    // Saved now, the form would lose the photo without a word.
    const hold = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      setFault((before) => before || UNDECIDED);
    };
    form?.addEventListener('submit', hold);
    return () => form?.removeEventListener('submit', hold);
  }, []);

  const keep = async () => {
    if (!store || !crop || isWorking) return;
    setIsWorking(true);
    setFault('');
    const { x, y, width, height } = crop;
    const parts = await shrinkImage(file, { left: x / 100, top: y / 100, width: width / 100, height: height / 100 });
    const kept = parts ? await keepFile(store, parts).catch(() => ({ kind: 'full' as const })) : null;
    setIsWorking(false);
    if (kept?.kind === 'kept') onKept(kept.id);
    else setFault(kept ? faults[kept.kind] : UNREADABLE);
  };

  return (
    <div ref={box} className="g-stack g-gap-12">
      {fault !== UNREADABLE && (
        <ReactCrop
          className={css.crop}
          {...(crop && { crop })}
          aspect={ASPECT}
          minWidth={24}
          keepSelection
          ruleOfThirds
          ariaLabels={{
            cropArea: 'Part of the photo that is shown. Use the arrow keys to move it.',
            nwDragHandle: 'Top left corner. Use the arrow keys to resize.',
            nDragHandle: 'Top edge. Use the arrow keys to resize.',
            neDragHandle: 'Top right corner. Use the arrow keys to resize.',
            eDragHandle: 'Right edge. Use the arrow keys to resize.',
            seDragHandle: 'Bottom right corner. Use the arrow keys to resize.',
            sDragHandle: 'Bottom edge. Use the arrow keys to resize.',
            swDragHandle: 'Bottom left corner. Use the arrow keys to resize.',
            wDragHandle: 'Left edge. Use the arrow keys to resize.',
          }}
          onChange={(_pixels, percent) => setCrop(percent)}
        >
          <img
            src={address}
            alt="What you chose, uncut"
            onLoad={(event) => {
              const { naturalWidth, naturalHeight } = event.currentTarget;
              const whole = makeAspectCrop({ unit: '%', width: 100 }, ASPECT, naturalWidth, naturalHeight);
              setCrop(centerCrop(whole, naturalWidth, naturalHeight));
            }}
            onError={() => setFault(UNREADABLE)}
          />
        </ReactCrop>
      )}
      <p className="g-bad" aria-live="assertive">
        {fault}
      </p>
      <div className="g-row g-wrap g-gap-8">
        {fault !== UNREADABLE && (
          <Button appearance="primary" disabledFocusable={isWorking || !crop} onClick={() => void keep()}>
            Use this photo
          </Button>
        )}
        <Button onClick={onCancel}>{fault === UNREADABLE ? 'Choose another photo' : 'Cancel photo'}</Button>
        {isWorking && <Spinner size="tiny" label="Preparing the photo" />}
      </div>
    </div>
  );
}

const UNREADABLE = 'This file cannot be read as a photo. Use a JPEG, PNG or WebP file of up to 40 MB.';
const UNDECIDED = 'Use this photo or cancel it, then save.';
const faults = {
  full: 'This device has no room for the photo. Delete something on it, then try again.',
  too_many: 'Too many photos wait to be sent. Connect to the internet, then try again.',
};
