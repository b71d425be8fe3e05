/** The least contrast of text on its ground (WCAG 2.2, 1.4.3). */
export const CONTRAST_MIN = 4.5;

type Rgb = [number, number, number];

/** The contrast of two colours (#RRGGBB), from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(readColor(one)), luminanceOf(readColor(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export const isReadable = (text: string, ground: string): boolean => contrastOf(text, ground) >= CONTRAST_MIN;

/** The colour nearest to `color` that is readable on `ground`: the same hue, darker or lighter. `color` itself if it is readable. */
export function nearestReadable(color: string, ground: string): string {
  const rgb = readColor(color);
  for (let step = 0; step <= STEPS; step += 1)
    for (const end of [0, 255]) {
      const mixed = writeColor(rgb.map((part) => part + ((end - part) * step) / STEPS) as Rgb);
      if (isReadable(mixed, ground)) return mixed;
    }
  // Not reached: black or white is readable on each ground.
  return '#000000';
}

const STEPS = 100;

const readColor = (color: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb; // three numbers

const writeColor = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();

function luminanceOf(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb; // three numbers
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
