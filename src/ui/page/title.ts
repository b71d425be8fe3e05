import { useEffect } from 'react';

let page = '';
let attention = 0;

/** Sets the document's title for the page: "Orders · Galley", preceded by the count of waiting things: "(2) Orders · Galley". */
export function useTitle(title: string): void {
  useEffect(() => {
    page = title;
    write();
  }, [title]);
}

/** Sets the number of things that need the person, for the tab's title. */
export function setTitleCount(count: number): void {
  attention = count;
  write();
}

function write(): void {
  if (page === '') return;
  document.title = `${attention > 0 ? `(${attention}) ` : ''}${page === 'Galley' ? 'Galley' : `${page} · Galley`}`;
}
