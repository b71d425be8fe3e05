import type { Point } from '../../../contract/delivery/rows.ts';

export const WIDTH = 640;
export const HEIGHT = 400;
const METRES_PER_DEGREE = 111_195;
const rad = (degrees: number) => (degrees * Math.PI) / 180;

/** What the map shows: its middle, and how many metres it is wide. Flat, which is exact enough for a delivery area. */
export interface View {
  lat: number;
  lng: number;
  metres: number;
}

interface Pixels {
  x: number;
  y: number;
}

const scaleOf = ({ metres }: View) => WIDTH / metres;
const stretchOf = ({ lat }: View) => Math.max(0.01, Math.cos(rad(lat)));

export function toPixels({ lat, lng }: Point, view: View): Pixels {
  return {
    x: WIDTH / 2 + wrap(lng - view.lng) * stretchOf(view) * METRES_PER_DEGREE * scaleOf(view),
    y: HEIGHT / 2 - (lat - view.lat) * METRES_PER_DEGREE * scaleOf(view),
  };
}

export function fromPixels({ x, y }: Pixels, view: View): Point {
  const lat = view.lat - (y - HEIGHT / 2) / (METRES_PER_DEGREE * scaleOf(view));
  const lng = view.lng + (x - WIDTH / 2) / (METRES_PER_DEGREE * stretchOf(view) * scaleOf(view));
  return { lat: round(Math.max(-90, Math.min(90, lat))), lng: round(wrap(lng)) };
}

export const moved = (view: View, dx: number, dy: number): View => {
  const { lat, lng } = fromPixels({ x: WIDTH / 2 - dx, y: HEIGHT / 2 - dy }, view);
  return { ...view, lat, lng };
};

export const zoomed = (view: View, by: number): View => ({
  ...view,
  metres: Math.max(200, Math.min(500_000, view.metres * by)),
});

/** A view that contains the points, with `reach` metres around each. London where there are none: the person moves it. */
export function fitTo(points: readonly Point[], reach: number): View {
  const [first] = points;
  if (!first) return { lat: 51.5074, lng: -0.1278, metres: 10_000 };
  const lats = points.map(({ lat }) => lat);
  const lngs = points.map(({ lng }) => first.lng + wrap(lng - first.lng));
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
  const view = { lat: middle(lats), lng: wrap(middle(lngs)), metres: 1 };
  const wide = spread(lngs) * stretchOf(view) * METRES_PER_DEGREE + 2 * reach;
  const high = spread(lats) * METRES_PER_DEGREE + 2 * reach;
  return { ...view, metres: Math.max(2_000, 1.3 * Math.max(wide, (high * WIDTH) / HEIGHT)) };
}

const lengths = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];

/** The lines of the grid, and how long one step is. */
export function gridOf(view: View): { path: string; pixels: number; label: string } {
  const length = lengths.find((one) => one * scaleOf(view) >= 60) ?? 100_000;
  const pixels = length * scaleOf(view);
  const lines: string[] = [];
  for (let x = (WIDTH / 2) % pixels; x < WIDTH; x += pixels) lines.push(`M${x} 0V${HEIGHT}`);
  for (let y = (HEIGHT / 2) % pixels; y < HEIGHT; y += pixels) lines.push(`M0 ${y}H${WIDTH}`);
  return { path: lines.join(''), pixels, label: length < 1_000 ? `${length} m` : `${length / 1_000} km` };
}

const wrap = (lng: number) => lng - 360 * Math.round(lng / 360);
const round = (degrees: number) => Number(degrees.toFixed(5));
