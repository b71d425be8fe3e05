const EACH_MS = 50;
const TRIES = 60;

/** Scrolls to the card that an address names after "#", as soon as its page has it. */
export function revealCard(href: string, tries = TRIES): void {
  const [, id] = href.split('#');
  if (!id || tries === 0) return;
  const card = document.getElementById(id);
  if (card) card.scrollIntoView({ block: 'start' });
  else setTimeout(() => revealCard(href, tries - 1), EACH_MS);
}
