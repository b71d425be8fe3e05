import type { ReadItem } from './menu.ts';

const separators = [/\s+[-–—]\s+/, /:\s+/, /,\s+/];

/**
 * Menus that set a dish in one line, "Hake, brown butter, sea vegetables 24": where most dishes are so and hardly one has a description of
 * its own, what follows the first comma is the description. Wines with a price for each glass are named with their region. In place.
 */
export function splitInline(all: ReadItem[]): void {
  const items = all.filter(({ variants }) => variants.length === 0);
  if (items.length < 5 || items.filter(({ description }) => description).length > items.length * 0.15) return;
  const separator = separators.find((one) => items.filter(({ name }) => one.test(name)).length >= items.length * 0.6);
  if (!separator) return;
  for (const item of items) {
    const match = separator.exec(item.name);
    if (!match || match.index < 3) continue;
    item.description = [item.name.slice(match.index + match[0].length), item.description].filter(Boolean).join(' ');
    item.name = item.name.slice(0, match.index);
  }
}
