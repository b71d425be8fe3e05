import { useEffect, useState } from 'react';
import type { WebsiteSection, WebsiteSetup } from '../../../contract/website/calls.ts';

/** The unsaved edits of a section, and the revision that the person saw when they began. */
export interface Draft {
  fields: Partial<WebsiteSetup>;
  /** What they were when the edit of each began. */
  before: Partial<WebsiteSetup>;
  seen: string | undefined;
}
export type Drafts = Partial<Record<WebsiteSection, Draft>>;

/** By restaurant, so that leaving the page loses nothing. */
const kept = new Map<string, Drafts>();

export interface Editor {
  /** As the server has it. */
  saved: WebsiteSetup;
  drafts: Drafts;
  edit: (section: WebsiteSection, fields: Partial<WebsiteSetup>) => void;
  discard: (section: WebsiteSection) => void;
  onSaved: (setup: WebsiteSetup) => void;
}

/** Edits of the sections, each of which is saved on its own. Asks before the page is closed while any is unsaved. */
export function useDrafts(restaurantId: string): Pick<Editor, 'drafts' | 'discard'> & {
  edit: (section: WebsiteSection, fields: Partial<WebsiteSetup>, saved: WebsiteSetup) => void;
} {
  const [drafts, setDrafts] = useState<Drafts>(() => kept.get(restaurantId) ?? {});
  const isDirty = Object.keys(drafts).length > 0;
  useEffect(() => {
    kept.set(restaurantId, drafts);
  }, [drafts, restaurantId]);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return {
    drafts,
    edit: (section, fields, saved) =>
      setDrafts((before) => ({
        ...before,
        [section]: {
          fields: { ...before[section]?.fields, ...fields },
          before: {
            ...Object.fromEntries(Object.keys(fields).map((name) => [name, saved[name as keyof WebsiteSetup]])),
            ...before[section]?.before,
          },
          seen: before[section]?.seen ?? saved.revisions[section],
        },
      })),
    discard: (section) => setDrafts(({ [section]: _, ...others }) => others),
  };
}

/** The set-up with every unsaved edit. */
export const withDrafts = (saved: WebsiteSetup, drafts: Drafts): WebsiteSetup =>
  Object.assign({}, saved, ...Object.values(drafts).map(({ fields }) => fields)) as WebsiteSetup; // fields of it
