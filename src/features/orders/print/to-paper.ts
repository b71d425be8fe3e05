import css from './sheet.module.css';

const MM_PER_PX = 25.4 / 96;

let clear: (() => void) | null = null;

/**
 * Prints the sheet by the browser's dialog, alone on a page of its own length: a roll ends where the ticket ends. The page goes on as it
 * was once the dialog is closed.
 */
export function toPaper(sheet: HTMLElement): void {
  clear?.();
  const paper = document.createElement('div');
  paper.className = css.paper ?? '';
  paper.setAttribute('aria-hidden', 'true');
  paper.append(sheet.cloneNode(true));
  document.body.append(paper);
  const height = Math.ceil(paper.getBoundingClientRect().height * MM_PER_PX) + 1;
  const page = new CSSStyleSheet();
  page.replaceSync(`@page { size: 80mm ${height}mm; margin: 0 }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, page];
  document.documentElement.dataset.printing = '';
  clear = () => {
    clear = null;
    paper.remove();
    delete document.documentElement.dataset.printing;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== page);
  };
  // Safari goes on at once and takes its picture later, so only this event says that it is done.
  window.addEventListener('afterprint', () => clear?.(), { once: true });
  window.print();
}
