import { Button } from '@fluentui/react-components';
import { useId, useRef } from 'react';
import type { WebsiteSetup } from '../../../contract/website/calls.ts';
import type { Result } from '../../api/send.ts';
import { useAction } from '../../api/use-action.ts';
import { Picture } from '../../files/Picture.tsx';
import { shrinkImage } from '../../files/choose/shrink-image.ts';
import { FilePicker } from '../../ui/form/FilePicker.tsx';
import { removeImage, saveImage, type ImageName } from './requests.ts';
import { Section } from './TextSections.tsx';
import css from './website.module.css';

const images = [
  ['logo', 'Logo'],
  ['cover_image', 'Cover image'],
] as const;

/** Logo and cover image, each saved as soon as it is chosen. */
export const ImagesSection = ({ saved }: { saved: WebsiteSetup }) => (
  <Section title="Images">
    {images.map(([name, label]) => (
      <ImageChoice key={name} name={name} label={label} url={saved[name]} />
    ))}
  </Section>
);

interface Props {
  name: ImageName;
  label: string;
  url: string | null;
}

function ImageChoice({ name, label, url }: Props) {
  const { run, isSending, fault, show } = useAction();
  const picker = useRef<HTMLInputElement>(null);
  const id = useId();

  async function choose(file: File) {
    let isReadable = true;
    await run(async (): Promise<Result<null>> => {
      const parts = await shrinkImage(file, { left: 0, top: 0, width: 1, height: 1 });
      isReadable = parts !== null;
      return parts ? saveImage(name, parts) : { ok: true, data: null };
    });
    if (!isReadable) show('This file cannot be read as a photo. Use a JPEG, PNG or WebP file of up to 40 MB.');
  }

  return (
    <div role="group" aria-labelledby={id} className="g-stack g-gap-8">
      <span id={id} className="g-strong">
        {label}
      </span>
      {url && <Picture url={url} width={320} alt={label} className={name === 'logo' ? css.logo! : css.cover!} />}
      <div className="g-row g-wrap g-gap-8">
        <Button aria-describedby={`${id}-state`} disabledFocusable={isSending} onClick={() => picker.current?.click()}>
          {`${url ? 'Change' : 'Choose'} ${label.toLowerCase()}`}
        </Button>
        {url && (
          <Button
            aria-describedby={`${id}-state`}
            disabledFocusable={isSending}
            onClick={() => void run(() => removeImage(name))}
          >
            {`Remove ${label.toLowerCase()}`}
          </Button>
        )}
      </div>
      <p id={`${id}-state`} className={fault ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
        {fault || (isSending ? 'Saving' : '')}
      </p>
      <FilePicker
        ref={picker}
        accept="image/*"
        label={`${label}: choose a file`}
        onChoose={(file) => void choose(file)}
      />
    </div>
  );
}
