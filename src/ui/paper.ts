import css from './paper.module.css';

const MM_PER_PX = 25.4 / 96;

let clear: (() => void) | null = null;

/**
 * Prints the element through the browser's dialog, alone and as many times as there are copies, each on a page of its own. `size`: of the
 * page, as CSS has it, from the height of the element in millimetres. The page is restored when the dialog closes; then this resolves.
 */
export function printAlone(element: HTMLElement, size: (height: number) => string, copies = 1): Promise<void> {
  clear?.();
  const paper = document.createElement('div');
  paper.className = css.paper ?? '';
  paper.setAttribute('aria-hidden', 'true');
  paper.append(element.cloneNode(true));
  document.body.append(paper);
  const height = Math.ceil(paper.getBoundingClientRect().height * MM_PER_PX) + 1;
  for (let copy = 1; copy < copies; copy += 1) paper.append(element.cloneNode(true));
  const page = new CSSStyleSheet();
  page.replaceSync(`@page { ${size(height)} }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, page];
  document.documentElement.dataset.printing = '';
  return new Promise<void>((resolve, reject) => {
    clear = () => {
      clear = null;
      resolve();
      paper.remove();
      delete document.documentElement.dataset.printing;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== page);
    };
    // Safari returns at once and renders later, so only this event means that it is done.
    window.addEventListener('afterprint', () => clear?.(), { once: true });
    try {
      window.print();
    } catch (error) {
      reject(error);
      clear();
    }
  });
}
