import { Button } from '@fluentui/react-components';
import { Add20Regular, Subtract20Regular } from '@fluentui/react-icons';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { cornersOf } from '../../../contract/delivery/geometry.ts';
import type { DeliveryLocation, Point } from '../../../contract/delivery/rows.ts';
import css from './delivery.module.css';
import { fitTo, fromPixels, gridOf, HEIGHT, moved, toPixels, WIDTH, zoomed, type View } from './projection.ts';

interface Props {
  shape: { kind: 'circle'; center: Point | null; radius_m: number } | { kind: 'polygon'; corners: Point[] };
  /** The other locations, drawn pale: what is delivered already. */
  others: readonly DeliveryLocation[];
  /** A tap: the centre of the circle, or one more corner. */
  onPoint: (point: Point) => void;
  onMove: (corner: number, to: Point) => void;
  onRemove: (corner: number) => void;
}

/** A map without streets: a grid in kilometres that needs no outside service. Corners are moved by hand or by arrow keys. */
export function AreaMap({ shape, others, onPoint, onMove, onRemove }: Props) {
  const points = shape.kind === 'circle' ? (shape.center ? [shape.center] : []) : shape.corners;
  const [view, setView] = useState<View>(() =>
    fitTo([...points, ...others.flatMap(pointsOf)], shape.kind === 'circle' ? shape.radius_m : 0),
  );
  const [held, setHeld] = useState<number | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const pan = useRef<{ x: number; y: number; isPanning: boolean } | null>(null);

  const at = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = svg.current!.getBoundingClientRect();
    return { x: ((clientX - box.left) / box.width) * WIDTH, y: ((clientY - box.top) / box.height) * HEIGHT };
  };
  function onPointerMove(event: PointerEvent) {
    const here = at(event);
    if (held !== null) return onMove(held, fromPixels(here, view));
    if (!pan.current) return;
    const [dx, dy] = [here.x - pan.current.x, here.y - pan.current.y];
    if (!pan.current.isPanning && Math.hypot(dx, dy) < 6) return;
    pan.current = { ...here, isPanning: true };
    setView(moved(view, dx, dy));
  }
  function onPointerUp(event: PointerEvent) {
    const wasPan = pan.current;
    pan.current = null;
    if (held !== null) return setHeld(null);
    if (wasPan && !wasPan.isPanning) onPoint(fromPixels(at(event), view));
  }
  const step = view.metres / 100;
  function onKey(event: KeyboardEvent, corner: number, point: Point) {
    const moves: Record<string, [number, number]> = {
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
    };
    const move = moves[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove(corner);
    else if (!move) return;
    else {
      const { x, y } = toPixels(point, view);
      const perMetre = WIDTH / view.metres;
      onMove(corner, fromPixels({ x: x + move[0] * perMetre, y: y + move[1] * perMetre }, view));
    }
    event.preventDefault();
  }
  const grid = gridOf(view);
  return (
    <div className={css.map}>
      <svg
        ref={svg}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="group"
        aria-label="Map of the area"
        onPointerDown={(event) => {
          if (held === null) pan.current = { ...at(event), isPanning: false };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerLeave={() => {
          pan.current = null;
          setHeld(null);
        }}
      >
        <path d={grid.path} className={css.grid} />
        {others.map((other) => (
          <Outline key={other.id} location={other} view={view} />
        ))}
        {shape.kind === 'circle' && shape.center && (
          <circle
            cx={toPixels(shape.center, view).x}
            cy={toPixels(shape.center, view).y}
            r={(shape.radius_m * WIDTH) / view.metres}
            className={css.area}
          />
        )}
        {shape.kind === 'polygon' && shape.corners.length > 0 && (
          <polygon points={pathOf(shape.corners, view)} className={css.area} />
        )}
        {points.map((point, corner) => {
          const { x, y } = toPixels(point, view);
          const name = shape.kind === 'circle' ? 'Centre' : `Corner ${corner + 1}`;
          return (
            <circle
              // Corners have no identity but their place.
              // oxlint-disable-next-line react/no-array-index-key
              key={corner}
              cx={x}
              cy={y}
              r={10}
              role="button"
              tabIndex={0}
              className={css.corner}
              aria-label={`${name}. Arrow keys move it${shape.kind === 'polygon' ? ', Delete removes it' : ''}`}
              onKeyDown={(event) => onKey(event, corner, point)}
              onPointerDown={(event) => {
                event.stopPropagation();
                setHeld(corner);
              }}
            />
          );
        })}
        <g className={css.scale}>
          <path d={`M16 ${HEIGHT - 16} h${grid.pixels}`} />
          <text x={16} y={HEIGHT - 24}>
            {grid.label}
          </text>
          <text x={WIDTH - 24} y={24}>
            N
          </text>
        </g>
      </svg>
      <div className={css.zoom}>
        <Button aria-label="Zoom in" icon={<Add20Regular />} onClick={() => setView(zoomed(view, 0.5))} />
        <Button aria-label="Zoom out" icon={<Subtract20Regular />} onClick={() => setView(zoomed(view, 2))} />
        <Button
          disabled={points.length === 0}
          onClick={() => setView(fitTo(points, shape.kind === 'circle' ? shape.radius_m : 0))}
        >
          Show all of it
        </Button>
      </div>
    </div>
  );
}

function Outline({ location, view }: { location: DeliveryLocation; view: View }) {
  if (location.location_type === 'polygon')
    return <polygon points={pathOf(pointsOf(location), view)} className={css.other} />;
  if (location.location_type !== 'radius' || !location.center) return null;
  const { x, y } = toPixels(location.center, view);
  return <circle cx={x} cy={y} r={((location.radius_m ?? 0) * WIDTH) / view.metres} className={css.other} />;
}

function pointsOf({ center, polygon }: DeliveryLocation): Point[] {
  if (polygon) return cornersOf(polygon).map(([lng, lat]) => ({ lng: lng!, lat: lat! }));
  return center ? [center] : [];
}

const pathOf = (points: readonly Point[], view: View) =>
  points
    .map((point) => toPixels(point, view))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');
