import { useEffect } from 'react';

let page = '';
let attention = 0;

/** Sets the document's title to the page's: "Orders · Galley", with what waits in front: "(2) Orders · Galley". */
export function useTitle(title: string): void {
  useEffect(() => {
    page = title;
    write();
  }, [title]);
}

/** How many things wait for the person, for the title of the tab. */
export function setTitleCount(count: number): void {
  attention = count;
  write();
}

function write(): void {
  if (page === '') return;
  document.title = `${attention > 0 ? `(${attention}) ` : ''}${page === 'Galley' ? 'Galley' : `${page} · Galley`}`;
}
