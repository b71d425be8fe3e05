import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Add20Regular, Delete16Regular, Star16Regular } from '@fluentui/react-icons';
import { IMAGE_LIMITS } from '../../../contract/files/images.ts';
import { Picture } from '../Picture.tsx';
import css from './choose.module.css';
import { ImageField } from './ImageField.tsx';

interface Props {
  first: string | null;
  more: string[];
  /** All of them, the main one first. */
  onChange: (urls: string[]) => void;
}

/** The main photo of an item, and more of it for customers who look closer. */
export function ItemImages({ first, more, onChange }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const all = first ? [first, ...more] : more;
  return (
    <>
      <ImageField
        label="Photo"
        hint="Shown to customers and in your lists."
        url={first}
        onChange={(url) => onChange(url ? [url, ...more] : more)}
      />
      {more.length > 0 && (
        <ul className="g-flex g-wrap g-gap-12" aria-label="More photos">
          {more.map((url, index) => (
            <li key={url} className="g-stack g-gap-4">
              <Picture url={url} width={320} alt={`Photo ${index + 2}`} className={`${css.preview} ${css.more}`} />
              <span className="g-flex">
                <Button
                  appearance="subtle"
                  icon={<Star16Regular />}
                  aria-label={`Make photo ${index + 2} the main photo`}
                  title="Make it the main photo"
                  onClick={() => onChange([url, ...all.filter((one) => one !== url)])}
                />
                <Button
                  appearance="subtle"
                  icon={<Delete16Regular />}
                  aria-label={`Remove photo ${index + 2}`}
                  title="Remove"
                  onClick={() => onChange(all.filter((one) => one !== url))}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {first && isAdding && (
        <ImageField
          label="Another photo"
          url={null}
          onChange={(url) => {
            setIsAdding(false);
            if (url) onChange([...all, url]);
          }}
        />
      )}
      {first && !isAdding && more.length < IMAGE_LIMITS.more && (
        <div>
          <Button appearance="subtle" icon={<Add20Regular />} onClick={() => setIsAdding(true)}>
            Add another photo
          </Button>
        </div>
      )}
    </>
  );
}
