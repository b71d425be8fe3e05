const words: Record<string, string> = { tree_nuts: 'nuts', sulphites: 'sulphites', soy: 'soya' };

/** "tree_nuts" in plain words; an unknown allergen is shown by its code. */
export const allergenLabel = (allergen: string): string => words[allergen] ?? allergen.replaceAll('_', ' ');

/** "Milk, nuts" */
export function allergenList(allergens: readonly string[]): string {
  const list = allergens.map(allergenLabel).join(', ');
  return list.charAt(0).toUpperCase() + list.slice(1);
}
