import type { Point, Polygon } from './rows.ts';

const EARTH_M = 6_371_008.8;
const rad = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres along the surface of a sphere. */
export function distance(a: Point, b: Point): number {
  const dLat = rad(b.lat - a.lat) / 2;
  const dLng = rad(b.lng - a.lng) / 2;
  const h = Math.sin(dLat) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(dLng) ** 2;
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

type Pair = readonly number[];

/** The corners of a polygon without the repeated first one, as [longitude, latitude]. */
export const cornersOf = ({ coordinates: [ring = []] }: Polygon): Pair[] => ring.slice(0, -1);

export const polygonOf = (corners: readonly Pair[]): Polygon => ({
  type: 'Polygon',
  coordinates: [[...corners, ...corners.slice(0, 1)].map((pair) => [...pair])],
});

/** Even-odd rule. Longitudes count from the first corner, so that an area across 180° works. */
export function isInside({ lat, lng }: Point, polygon: Polygon): boolean {
  const corners = cornersOf(polygon);
  const start = corners[0]?.[0] ?? 0;
  const x = near(lng, start);
  let isIn = false;
  for (const [i, one] of corners.entries()) {
    const other = corners[(i + corners.length - 1) % corners.length]!;
    const [x1, y1] = [near(one[0]!, start), one[1]!];
    const [x2, y2] = [near(other[0]!, start), other[1]!];
    if (y1 > lat !== y2 > lat && x < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) isIn = !isIn;
  }
  return isIn;
}

const near = (lng: number, start: number) => lng - 360 * Math.round((lng - start) / 360);

/** What is wrong with a polygon; null: nothing. */
export function faultOfPolygon(polygon: Polygon): string | null {
  const [ring = []] = polygon.coordinates;
  const corners = cornersOf(polygon);
  if (corners.length < 3) return 'An area needs at least three corners';
  const last = ring.at(-1)!;
  if (ring[0]![0] !== last[0] || ring[0]![1] !== last[1]) return 'The last corner repeats the first';
  if (ring.some(([lng, lat]) => Math.abs(lng!) > 180 || Math.abs(lat!) > 90))
    return 'Latitude is from −90 to 90, longitude from −180 to 180';
  return crossesItself(corners) ? 'The edges of the area cross each other' : null;
}

function crossesItself(corners: readonly Pair[]): boolean {
  const edges = corners.map((from, i) => [from, corners[(i + 1) % corners.length]!] as const);
  return edges.some(([a, b], i) =>
    edges.some(([c, d], j) => {
      const isNeighbour = j <= i + 1 || (i === 0 && j === edges.length - 1);
      return !isNeighbour && side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
    }),
  );
}

const side = (a: Pair, b: Pair, c: Pair) =>
  Math.sign((b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!));
