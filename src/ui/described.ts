/** What a change says to a person; each feature writes the words for its own calls. */
export interface Described {
  /** The change as a fact: "Order #140 is on its way". */
  title: string;
  /** Object and field: "Butter chicken, price", "Order #136, mark as ready". */
  subject: string;
  /** Where it was made: "Orders", "Menu, Curries". */
  place: string;
  icon: 'order' | 'delivery' | 'kitchen' | 'menu' | 'bell' | 'chat' | 'person';
  /** Where the object can be looked at; null when it is gone. */
  href: string | null;
}

/** What became of a change that was refused, or lost to a later one. */
export interface Refusal {
  /** Who changed what and when, in a sentence or two. */
  why: string;
  /** Both values side by side; null where there is nothing to compare. */
  pair: { theirs: string; yours: string } | null;
  /** "Restore £11.95"; null when it cannot be restored. */
  restoreWords: string | null;
  /** "Keep theirs", or "Understood". */
  keepWords: string;
  /** Where it can be put right by hand; missing where nothing is to be put right. */
  mend?: { words: string; href: string };
}
