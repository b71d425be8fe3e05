/** How a change is described to a person; each feature describes its own calls. */
export interface Described {
  /** The change as a fact: "Order #140 is on its way". */
  title: string;
  /** Object and field: "Butter chicken, price", "Order #136, mark as ready". */
  subject: string;
  /** Where it was made: "Orders", "Menu, Curries". */
  place: string;
  icon: 'order' | 'delivery' | 'kitchen' | 'menu' | 'bell' | 'chat' | 'person' | 'stock';
  /** Link to the object; null when it is gone. */
  href: string | null;
}

/** How a refused or superseded change is described. */
export interface Refusal {
  /** Who changed what and when, in a sentence or two. */
  why: string;
  /** Both values; null if there is nothing to compare. */
  pair: { theirs: string; yours: string } | null;
  /** "Restore £11.95"; null when it cannot be restored. */
  restoreLabel: string | null;
  /** "Keep theirs", or "Understood". */
  keepLabel: string;
  /** Where to correct it by hand; missing if there is nothing to correct. */
  mend?: { words: string; href: string };
}
