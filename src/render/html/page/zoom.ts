import { world } from './draw.js';
import { byId, canvas } from './elements.js';
import { centreOf, type DrawnStep, panels } from './panels.js';

const view = { x: 0, y: 0, scale: 1 };

/** Brings all panels into sight. */
export function showAll(): void {
  const shown = panels.filter((panel) => panel.shown);
  const width = Math.max(1, ...shown.map((panel) => panel.x + panel.width));
  const height = Math.max(1, ...shown.map((panel) => panel.y + panel.height));
  const margin = 20;
  view.scale = Math.min(1.4, (canvas.clientWidth - 2 * margin) / width, (canvas.clientHeight - 2 * margin) / height);
  view.x = (canvas.clientWidth - width * view.scale) / 2;
  view.y = Math.max(margin, (canvas.clientHeight - height * view.scale) / 2);
  applyView();
}

/** Brings a step into sight, large enough to read. */
export function moveTo(one: DrawnStep): void {
  const centre = centreOf(one);
  const x = centre.x * view.scale + view.x;
  const y = centre.y * view.scale + view.y;
  const inside = x > 60 && y > 40 && x < canvas.clientWidth - 60 && y < canvas.clientHeight - 40;
  if (inside && view.scale >= 0.45) return;
  view.scale = Math.max(view.scale, 0.8);
  view.x = canvas.clientWidth / 2 - centre.x * view.scale;
  view.y = canvas.clientHeight / 2 - centre.y * view.scale;
  applyView();
}

/** Too small to be read? */
export function isTiny(): boolean {
  return view.scale < 0.4;
}

/** What is read from here on is below: the step goes to the upper part of the picture. */
export function moveToTop(one: DrawnStep): void {
  moveTo(one);
  view.y -= canvas.clientHeight * 0.35;
  applyView();
}

export function zoomCentre(factor: number): void {
  zoomAt(canvas.clientWidth / 2, canvas.clientHeight / 2, factor);
}

let drag: { x: number; y: number; moved: boolean } | undefined;
let wasDrag = false;

export function isDragging(): boolean {
  return drag?.moved === true;
}

/** Did the pointer that was just let go move the picture, so that its click picks nothing? */
export function endedDrag(): boolean {
  return wasDrag;
}

export function listenForZoom(): void {
  canvas.addEventListener('wheel', zoomByWheel, { passive: false });
  canvas.addEventListener('pointerdown', (event) => {
    drag = { x: event.clientX, y: event.clientY, moved: false };
  });
  canvas.addEventListener('pointermove', dragBy);
  for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, endDrag);
  byId('zoom-in').addEventListener('click', () => zoomCentre(1.3));
  byId('zoom-out').addEventListener('click', () => zoomCentre(1 / 1.3));
  byId('fit').addEventListener('click', showAll);
  addEventListener('resize', showAll);
}

function zoomByWheel(event: WheelEvent): void {
  event.preventDefault();
  const box = canvas.getBoundingClientRect();
  zoomAt(event.clientX - box.left, event.clientY - box.top, Math.exp(-event.deltaY * 0.0015));
}

function dragBy(event: PointerEvent): void {
  if (!drag) return;
  const dx = event.clientX - drag.x;
  const dy = event.clientY - drag.y;
  if (!drag.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
  if (!drag.moved) canvas.setPointerCapture(event.pointerId);
  drag = { x: event.clientX, y: event.clientY, moved: true };
  canvas.classList.add('dragging');
  view.x += dx;
  view.y += dy;
  applyView();
}

function endDrag(): void {
  wasDrag = isDragging();
  drag = undefined;
  canvas.classList.remove('dragging');
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
}
