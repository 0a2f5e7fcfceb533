/** The building blocks of the demo's drawings: colors, shapes, and things, as SVG in a frame of 320 by 200. */

const wall = '#f6ead0';
export const wood = '#b98d55';
export const darkWood = '#8a6238';
export const evergreen = '#1f4d3a';
export const leaf = '#5f9a7c';
export const marigold = '#f2a71b';
export const clay = '#a83a29';
export const cream = '#fffdf8';
export const sky = '#cfe3e6';
export const night = '#26384a';
export const ink = '#1d2822';

export const box = (x: number, y: number, width: number, height: number, fill: string, round = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"/>`;
export const disc = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
export const shape = (path: string, fill: string) => `<path d="${path}" fill="${fill}"/>`;
export const line = (path: string, stroke: string, width = 3) =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
export const at = (x: number, y: number, content: string, scale = 1) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${content}</g>`;
export const row = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

export const room = (wallColor = wall, floor = '#dcc08d') =>
  box(0, 0, 320, 200, wallColor) + box(0, 156, 320, 44, floor) + box(0, 153, 320, 4, cream);
export const outside = (above = sky, ground = '#a9c29a') =>
  box(0, 0, 320, 200, above) +
  shape('M0 130q80-34 160-8t160-12v90H0Z', '#86ad8d') +
  box(0, 150, 320, 50, ground);
export const windowWith = (view: string, width = 70, height = 62) =>
  box(-5, -5, width + 10, height + 10, cream, 3) +
  `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${view}</svg>` +
  box(width / 2 - 1.5, 0, 3, height, cream) +
  box(0, height / 2 - 1.5, width, 3, cream) +
  box(-9, height + 4, width + 18, 5, cream, 2);
export const plant = (pot = clay) =>
  shape(
    'M0 0q-14-14-10-30q10 8 10 30M0 0q14-14 12-36q-12 12-12 36M0 0q-2-22 0-42q6 20 0 42',
    leaf,
  ) + shape('M-9 0h18l-3 18H-6Z', pot);
export const lamp =
  line('M0-90V-62', ink, 1.5) +
  shape('M-16-46q0-17 16-17t16 17Z', marigold) +
  disc(0, -45, 4, cream);
export const carton = (color = '#c99a5e', size = 34) =>
  box(0, 0, size, size * 0.8, color, 1.5) +
  box(0, 0, size, size * 0.2, darkWood, 1.5) +
  box(size * 0.42, 0, size * 0.16, size * 0.8, '#e5c48f');
export const jar = (fill: string) =>
  box(0, 4, 13, 20, fill, 3) + box(1, 0, 11, 5, darkWood, 1.5) + box(2, 11, 9, 6, cream, 1);
export const can = (fill: string) => box(0, 0, 13, 19, '#cfd6d2', 2) + box(0, 4, 13, 11, fill);
export const book = (width: number, fill: string) =>
  box(0, 0, width, 8, fill, 1.5) + box(3, 2, width - 3, 4, cream) + box(0, 0, 7, 8, fill, 1);
export const cat = (fur: string) =>
  shape('M-12 0q-4-26 12-28q16 2 12 28Z', fur) +
  disc(0, -33, 9.5, fur) +
  shape('M-9-37l0-11 7 6ZM9-37l0-11-7 6Z', fur) +
  disc(-3.5, -34, 1.5, marigold) +
  disc(3.5, -34, 1.5, marigold) +
  line('M11-3q14-2 12-18', fur, 4);
export const wheel =
  `<circle r="26" fill="none" stroke="${ink}" stroke-width="4"/>` +
  row(
    8,
    (index) =>
      `<path d="M0 0V-24" stroke="#8b8372" stroke-width="1" transform="rotate(${index * 45})"/>`,
  ) +
  disc(0, 0, 4, '#8b8372');
export const bagOfFood =
  shape('M0 0h44l4 58H-4Z', '#c99a5e') +
  shape('M0 0h44l1 10H-1Z', '#b38448') +
  disc(12, -6, 9, clay) +
  disc(30, -8, 8, leaf) +
  shape('M18 0q-2-26 6-34q8 12 4 34Z', '#dcae62') +
  line('M38 0q2-16 8-24M38 0q8-10 14-14', leaf, 4);
export const chair = (color: string) =>
  box(0, -34, 5, 62, color, 2) +
  box(0, 0, 32, 5, color, 2) +
  box(27, 0, 5, 28, color, 2) +
  box(0, -32, 8, 18, color, 2);
export const person = (coat: string, hair: string, skin = '#c98f68') =>
  shape('M-16 0q-2-44 16-46q18 2 16 46Z', coat) +
  disc(0, -56, 12, skin) +
  shape('M-13-56q0-15 13-15t13 15q-6-8-13-8t-13 8Z', hair);
