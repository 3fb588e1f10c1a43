import { onArrange } from './arrange.js';
import { byId, canvas, svg } from './elements.js';
import { centreOf, panels } from './panels.js';
import { extent, moveCentreTo, onView, type View } from './zoom.js';

const map = byId<HTMLElement & SVGSVGElement>('minimap');
const seen = svg('rect', { class: 'seen' });

/** A small picture of all, where not all is in sight: it says where one is, and a click leads elsewhere. */
export function listenForMinimap(): void {
  onArrange(drawMap);
  onView(showSeen);
  const go = (event: PointerEvent) => {
    if (event.buttons === 0) return;
    const box = map.getBoundingClientRect();
    const { width, height } = extent();
    moveCentreTo(((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height);
  };
  map.addEventListener('pointerdown', go);
  map.addEventListener('pointermove', go);
}

function drawMap(): void {
  const { width, height } = extent();
  const size = Math.min(140, canvas.clientWidth / 4) / Math.max(width, height * 1.2);
  map.setAttribute('viewBox', `0 0 ${width} ${height}`);
  map.setAttribute('width', String(width * size));
  map.setAttribute('height', String(height * size));
  map.replaceChildren();
  for (const { x, y, shown, now } of panels) {
    if (!shown) continue;
    svg('rect', { x, y, width: now.width, height: now.height, class: 'area' }, map);
    for (const block of now.blocks) {
      const centre = centreOf(block);
      const { width: wide, height: high } = block.box;
      const isNew = block.members.some(({ step }) => step.hook);
      const place = { x: centre.x - wide / 2, y: centre.y - high / 2, width: wide, height: high };
      svg('rect', { ...place, class: isNew ? 'added' : 'kept' }, map);
    }
  }
  map.append(seen);
}

function showSeen({ x, y, scale }: View): void {
  const { width, height } = extent();
  const [left, top] = [Math.max(0, -x / scale), Math.max(0, -y / scale)];
  const right = Math.min(width, (canvas.clientWidth - x) / scale);
  const bottom = Math.min(height, (canvas.clientHeight - y) / scale);
  const isAllSeen = left <= 0 && top <= 0 && right >= width && bottom >= height;
  map.toggleAttribute('hidden', isAllSeen);
  const size = { width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
  for (const [key, value] of Object.entries({ x: left, y: top, ...size })) seen.setAttribute(key, String(value));
}
