import sharp from 'sharp';
import { insideScenes } from './scenes-inside.ts';
import { outsideScenes } from './scenes-outside.ts';

// The demo's photos are drawings, so that nobody else owns them. They contain no letters, because a server has no
// fonts.
const scenes = { ...insideScenes, ...outsideScenes };

/** The name of a drawing. */
export type Scene = keyof typeof scenes;

/** A drawing as a camera would deliver it: a JPEG of 1200 by 750 pixels. */
export function drawScene(scene: Scene): Promise<Buffer> {
  // Some light from the window's side, so that it looks less flat.
  const light =
    '<defs><linearGradient id="light" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".22"/><stop offset="1" stop-color="#1d2822" stop-opacity=".14"/></linearGradient></defs><rect width="320" height="200" fill="url(#light)"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="750" viewBox="0 0 320 200">${scenes[scene]}${light}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer();
}
