import { cornersOf, faultOfPolygon, polygonOf } from '../../../contract/delivery/geometry.ts';
import { locationFields, type LocationBody } from '../../../contract/delivery/new-rows.ts';
import type { DeliveryLocation, Point } from '../../../contract/delivery/rows.ts';
import type { Window } from '../../../contract/menu/windows.ts';
import { decimal, parseMoney } from '../../lib/money.ts';

type Type = DeliveryLocation['location_type'];

/** A delivery location as it is typed. */
export interface LocationDraft {
  name: string;
  type: Type;
  postcodes: string;
  center: string;
  /** Kilometres. */
  radius: string;
  /** Corners, one on a line. */
  corners: string;
  fee: string;
  tiers: { from: string; fee: string }[];
  minimum: string;
  freeOver: string;
  etaMin: string;
  etaMax: string;
  priority: string;
  isActive: boolean;
  windows: Window[];
  courier: DeliveryLocation['courier'];
  note: string;
}

export const emptyDraft: LocationDraft = {
  name: '',
  type: 'postcodes',
  postcodes: '',
  center: '',
  radius: '3',
  corners: '',
  fee: '',
  tiers: [],
  minimum: '',
  freeOver: '',
  etaMin: '',
  etaMax: '',
  priority: '0',
  isActive: true,
  windows: [],
  courier: 'own',
  note: '',
};

/** As it is stored, so that a change of one corner leaves the others where they are. */
const exactText = ({ lat, lng }: Point): string => `${lat}, ${lng}`;

/** Of a tap on the map: to a metre. */
export const pointText = ({ lat, lng }: Point): string => `${round(lat)}, ${round(lng)}`;
const round = (degrees: number) => Number(degrees.toFixed(5));

/** "51.5074, -0.1278": latitude, then longitude. Null: no point. */
export function readPoint(text: string): Point | null {
  const match = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text.replaceAll('−', '-'));
  if (!match) return null;
  const [lat, lng] = [Number(match[1]), Number(match[2])];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

/** One point a line; null where a line is none. */
export const readCorners = (text: string): (Point | null)[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readPoint);

export const cornersText = (corners: readonly Point[]): string => corners.map(pointText).join('\n');

export function draftOf(location: DeliveryLocation, currency: string): LocationDraft {
  const amount = (minor: number | null) => (minor === null ? '' : decimal(minor, currency));
  const minutes = (value: number | null) => (value === null ? '' : String(value));
  return {
    name: location.name,
    type: location.location_type,
    postcodes: location.postcodes.join(', '),
    center: location.center ? exactText(location.center) : '',
    radius: location.radius_m === null ? emptyDraft.radius : String(location.radius_m / 1000),
    corners: location.polygon
      ? cornersOf(location.polygon)
          .map(([lng, lat]) => exactText({ lng: lng!, lat: lat! }))
          .join('\n')
      : '',
    fee: amount(location.fee_amount),
    tiers: location.fee_tiers.map((tier) => ({ from: amount(tier.min_order_amount), fee: amount(tier.fee_amount) })),
    minimum: location.min_order_amount === 0 ? '' : amount(location.min_order_amount),
    freeOver: amount(location.free_over_amount),
    etaMin: minutes(location.eta_min_minutes),
    etaMax: minutes(location.eta_max_minutes),
    priority: String(location.priority),
    isActive: location.is_active,
    windows: location.windows,
    courier: location.courier,
    note: location.note,
  };
}

type Values = Required<Pick<LocationBody, (typeof locationFields)[number]>>;
export type Wrong = Partial<Record<keyof LocationDraft | 'area', string>>;

/** The fields of a location, or what is wrong with them. */
export function valuesOf(draft: LocationDraft, currency: string): { values: Values } | { wrong: Wrong } {
  const wrong: Wrong = {};
  const money = (field: keyof Wrong, text: string, empty: number | null) => {
    if (text.trim() === '') return empty;
    const minor = parseMoney(text, currency);
    if (minor === null) wrong[field] = `Enter an amount in ${currency}`;
    return minor;
  };
  const whole = (field: keyof Wrong, text: string, max: number) => {
    if (text.trim() === '') return null;
    const value = Number(text);
    if (!Number.isInteger(value) || Math.abs(value) > max) wrong[field] = 'Enter a whole number';
    return value;
  };
  if (draft.name.trim() === '') wrong.name = 'Required';
  const area = areaOf(draft, wrong);
  const tiers = draft.tiers.map(({ from, fee }) => ({
    min_order_amount: from.trim() === '' ? null : parseMoney(from, currency),
    fee_amount: fee.trim() === '' ? null : parseMoney(fee, currency),
  }));
  if (tiers.some((tier) => tier.min_order_amount === null || tier.fee_amount === null))
    wrong.tiers = 'Enter both amounts of each line';
  else if (new Set(tiers.map(({ min_order_amount: from }) => from)).size < tiers.length)
    wrong.tiers = 'Two fees begin at the same amount';
  const fee_amount = money('fee', draft.fee, 0);
  const min_order_amount = money('minimum', draft.minimum, 0);
  const free_over_amount = money('freeOver', draft.freeOver, null);
  const eta_min_minutes = whole('etaMin', draft.etaMin, 1_440);
  const eta_max_minutes = whole('etaMax', draft.etaMax, 1_440);
  const priority = whole('priority', draft.priority, 1_000) ?? 0;
  if (eta_min_minutes !== null && eta_max_minutes !== null && eta_min_minutes > eta_max_minutes)
    wrong.etaMax = 'The longest time is below the shortest';
  if (draft.windows.some(({ weekdays, validity }) => validity === 'weekly' && weekdays.length === 0))
    wrong.windows = 'Choose the days';
  if (Object.keys(wrong).length > 0 || area === null) return { wrong };
  return {
    values: {
      name: draft.name.trim(),
      area,
      fee_amount: fee_amount ?? 0,
      // Checked above.
      fee_tiers: tiers as { min_order_amount: number; fee_amount: number }[],
      min_order_amount: min_order_amount ?? 0,
      free_over_amount,
      eta_min_minutes,
      eta_max_minutes,
      priority,
      is_active: draft.isActive,
      windows: draft.windows,
      courier: draft.courier,
      note: draft.note.trim(),
    },
  };
}

function areaOf(draft: LocationDraft, wrong: Wrong): Values['area'] | null {
  switch (draft.type) {
    case 'postcodes': {
      const postcodes = draft.postcodes.split(/[,;\n，、；]/).flatMap((code) => code.trim() || []);
      if (postcodes.length === 0) wrong.area = 'Enter at least one postcode';
      else if (postcodes.some((code) => code.length > 12)) wrong.area = 'Put a comma between postcodes';
      return { location_type: 'postcodes', postcodes };
    }
    case 'radius': {
      const center = readPoint(draft.center);
      const radius_m = Math.round(Number(draft.radius.replace(',', '.')) * 1000);
      if (!center) wrong.area = 'Enter the centre as latitude, longitude: 51.5074, -0.1278';
      else if (!(radius_m >= 50 && radius_m <= 200_000)) wrong.area = 'Enter a distance from 0.05 to 200 km';
      return center && { location_type: 'radius', center, radius_m };
    }
    case 'polygon': {
      const corners = readCorners(draft.corners);
      if (corners.includes(null)) {
        wrong.area = 'Enter each corner as latitude, longitude on a line of its own';
        return null;
      }
      const polygon = polygonOf((corners as Point[]).map(({ lat, lng }) => [lng, lat]));
      const fault = corners.length === 0 ? 'Draw the area: tap its corners' : faultOfPolygon(polygon);
      if (fault) wrong.area = fault;
      return { location_type: 'polygon', polygon };
    }
    case 'named_area':
      return { location_type: 'named_area' };
  }
}
