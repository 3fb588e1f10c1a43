import { world } from './draw.js';
import { byId, canvas } from './elements.js';
import { type Block, centreOf, panels } from './panels.js';

export interface View {
  x: number;
  y: number;
  scale: number;
}

const view: View = { x: 0, y: 0, scale: 1 };

/** How large all that is drawn is. */
export function extent(): { readonly width: number; readonly height: number } {
  const shown = panels.filter((panel) => panel.shown);
  return {
    width: Math.max(1, ...shown.map((panel) => panel.x + panel.now.width)),
    height: Math.max(1, ...shown.map((panel) => panel.y + panel.now.height)),
  };
}

/** Brings all panels into sight. */
export function showAll(): void {
  const { width, height } = extent();
  const margin = canvas.clientWidth < 500 ? 8 : 20;
  view.scale = Math.min(1.4, (canvas.clientWidth - 2 * margin) / width, (canvas.clientHeight - 2 * margin) / height);
  view.x = (canvas.clientWidth - width * view.scale) / 2;
  view.y = Math.max(margin, (canvas.clientHeight - height * view.scale) / 2);
  applyView();
}

/** Brings a place of the picture into the middle. */
export function moveCentreTo(x: number, y: number): void {
  view.x = canvas.clientWidth / 2 - x * view.scale;
  view.y = canvas.clientHeight / 2 - y * view.scale;
  applyView();
}

/** Brings a box into sight, large enough to read. */
export function moveTo(block: Block): void {
  const centre = centreOf(block);
  const x = centre.x * view.scale + view.x;
  const y = centre.y * view.scale + view.y;
  const inside = x > 60 && y > 40 && x < canvas.clientWidth - 60 && y < canvas.clientHeight - 40;
  if (inside && !isTiny()) return;
  view.scale = Math.max(view.scale, 0.8);
  moveCentreTo(centre.x, centre.y);
}

/** Letters of 8 pixels. */
const readable = 0.66;

/** From the top, as large as the width allows: what is long is read downwards. */
export function showTop(): void {
  const { width } = extent();
  view.scale = Math.min(0.9, (canvas.clientWidth - 16) / width);
  view.x = (canvas.clientWidth - width * view.scale) / 2;
  view.y = 8;
  applyView();
}

/** Too small to be read? */
export function isTiny(least = readable): boolean {
  return view.scale < least;
}

/** What is read from here on is below: the box goes to the upper part of the picture. */
export function moveToTop(block: Block): void {
  moveTo(block);
  view.y -= canvas.clientHeight * 0.35;
  applyView();
}

export function zoomCentre(factor: number): void {
  zoomAt(canvas.clientWidth / 2, canvas.clientHeight / 2, factor);
}

/** Where each finger or button that is down is. */
const down = new Map<number, { x: number; y: number }>();
let moved = false;
let wasDrag = false;

export function isDragging(): boolean {
  return down.size > 0 && moved;
}

/** Did the pointer that was just let go move the picture, so that its click picks nothing? */
export function endedDrag(): boolean {
  return wasDrag;
}

export function listenForZoom(): void {
  canvas.addEventListener('wheel', zoomByWheel, { passive: false });
  canvas.addEventListener('pointerdown', ({ pointerId, clientX, clientY }) => {
    if (down.size === 0) moved = false;
    down.set(pointerId, { x: clientX, y: clientY });
  });
  canvas.addEventListener('pointermove', dragBy);
  for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, endDrag);
  byId('zoom-in').addEventListener('click', () => zoomCentre(1.3));
  byId('zoom-out').addEventListener('click', () => zoomCentre(1 / 1.3));
  byId('fit').addEventListener('click', showAll);
  let width = innerWidth;
  // A phone that hides its address bar changes the height alone.
  addEventListener('resize', () => {
    if (innerWidth !== width) showAll();
    width = innerWidth;
  });
}

function zoomByWheel(event: WheelEvent): void {
  event.preventDefault();
  const box = canvas.getBoundingClientRect();
  zoomAt(event.clientX - box.left, event.clientY - box.top, Math.exp(-event.deltaY * 0.0015));
}

/** One finger moves the picture, two also zoom it. */
function dragBy(event: PointerEvent): void {
  const last = down.get(event.pointerId);
  if (!last) return;
  const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
  if (!moved && Math.abs(dx) + Math.abs(dy) < 4) return;
  moved = true;
  canvas.setPointerCapture(event.pointerId);
  canvas.classList.add('dragging');
  const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
  down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  view.x += dx / down.size;
  view.y += dy / down.size;
  if (other) {
    const box = canvas.getBoundingClientRect();
    const apart = (x: number, y: number) => Math.max(1, Math.hypot(x - other.x, y - other.y));
    const factor = apart(event.clientX, event.clientY) / apart(last.x, last.y);
    zoomAt((event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top, factor);
  } else applyView();
}

function endDrag({ pointerId }: PointerEvent): void {
  wasDrag = isDragging();
  down.delete(pointerId);
  if (down.size === 0) canvas.classList.remove('dragging');
}

function zoomAt(x: number, y: number, factor: number): void {
  const scale = Math.min(4, Math.max(0.02, view.scale * factor));
  view.x = x - (x - view.x) * (scale / view.scale);
  view.y = y - (y - view.y) * (scale / view.scale);
  view.scale = scale;
  applyView();
}

function applyView(): void {
  world.setAttribute('transform', `translate(${view.x} ${view.y}) scale(${view.scale})`);
  for (const listener of listeners) listener(view);
}

const listeners: ((view: View) => void)[] = [];

export function onView(listener: (view: View) => void): void {
  listeners.push(listener);
}
