import { lazy, Suspense, useId, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Camera20Regular, Delete20Regular, Image20Regular } from '@fluentui/react-icons';
import { imageUrlOf } from '../../../contract/files/images.ts';
import { useSession } from '../../session/session.ts';
import { FilePicker } from '../../ui/form/FilePicker.tsx';
import { Picture } from '../Picture.tsx';
import css from './choose.module.css';

const CropPicture = lazy(() => import('./CropPicture.tsx').then((m) => ({ default: m.CropPicture })));

interface Props {
  label: string;
  hint?: string;
  url: string | null;
  onChange: (url: string | null) => void;
}

/** A photo of a menu, a category or an item: chosen or taken, cropped, stored on this device. Saving the form sends it. */
export function ImageField({ label, hint, url, onChange }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const { restaurant } = useSession();
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const id = useId();

  return (
    <div role="group" aria-labelledby={id} className="g-stack g-gap-8">
      <span id={id}>{label}</span>
      {file ? (
        <Suspense>
          <CropPicture
            key={`${file.name} ${file.lastModified}`}
            file={file}
            onKept={(fileId) => {
              setFile(null);
              onChange(imageUrlOf(restaurant?.id ?? '', fileId));
            }}
            onCancel={() => setFile(null)}
          />
        </Suspense>
      ) : (
        <div className="g-row g-wrap g-gap-12">
          {url ? (
            <Picture url={url} width={320} alt={label} className={css.preview} otherwise={<NoPicture />} />
          ) : (
            <NoPicture />
          )}
          <div className="g-stack g-gap-8 g-start">
            <Button icon={<Image20Regular />} onClick={() => picker.current?.click()}>
              {url ? 'Change photo' : 'Choose a photo'}
            </Button>
            <Button icon={<Camera20Regular />} onClick={() => camera.current?.click()}>
              Take a photo
            </Button>
            {url && (
              <Button appearance="subtle" icon={<Delete20Regular />} onClick={() => onChange(null)}>
                Remove photo
              </Button>
            )}
          </div>
        </div>
      )}
      {hint && <span className="g-text-13 g-soft">{hint}</span>}
      <FilePicker ref={picker} accept="image/*" label={`${label}: choose a file`} onChoose={setFile} />
      <FilePicker
        ref={camera}
        accept="image/*"
        capture="environment"
        label={`${label}: take a photo`}
        onChoose={setFile}
      />
    </div>
  );
}

const NoPicture = () => (
  <span className={`g-faint ${css.preview} ${css.empty}`} aria-hidden="true">
    <Image20Regular />
  </span>
);
