import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findOrInstallChromium } from './find-chromium.ts';

/**
 * `node scripts/record-demo-film.ts`: draws and records the demo's short film, so that the demo itself needs no
 * browser.
 */

const path = fileURLToPath(new URL('./demo/media/freezer.webm', import.meta.url));
const executablePath = findOrInstallChromium();
const browser = await chromium.launch({
  ...(executablePath !== null && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
// A string, because it runs in the browser: the pantry's freezer fills up, box by box, and its door closes.
const base64 = await page.evaluate<string>(`(async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
  const pen = canvas.getContext('2d');
  const seconds = 7;
  const colors = ['#f2a71b', '#a83a29', '#5f9a7c', '#e9c98a', '#c56b4a', '#3f7a5f'];
  const boxes = Array.from({ length: 12 }, (_, index) => ({
    color: colors[(index * 5) % colors.length],
    x: 236 + (index % 4) * 43,
    y: 250 - Math.floor(index / 4) * 72,
    starts: 0.4 + index * 0.4,
  }));
  const ease = (share) => 1 - (1 - Math.min(1, Math.max(0, share))) ** 3;
  const fill = (color, x, y, width, height, radius = 0) => {
    pen.fillStyle = color;
    pen.beginPath();
    pen.roundRect(x, y, width, height, radius);
    pen.fill();
  };
  const draw = (time) => {
    fill('#f3e6c8', 0, 0, 640, 360);
    fill('#d9c49a', 0, 312, 640, 48);
    fill('#fffdf8', 40, 44, 110, 84, 6);
    fill('#bcd8e2', 48, 52, 94, 68, 3);
    fill('#fffdf8', 92, 52, 6, 68);
    fill('#1f4d3a', 208, 26, 224, 290, 12);
    fill('#dceae6', 222, 40, 196, 262, 6);
    for (const y of [114, 186, 258 + 29]) fill('#9fb8b0', 222, y, 196, 5);
    for (const { color, x, y, starts } of boxes) {
      const share = ease((time - starts) / 0.7);
      if (share === 0) continue;
      const fromX = 560;
      const left = fromX + (x - fromX) * share;
      const top = 300 + (y - 300) * share - Math.sin(share * Math.PI) * 60;
      fill(color, left, top, 38, 37, 4);
      fill('rgba(255,253,248,.75)', left + 6, top + 11, 26, 12, 2);
    }
    fill('#b98d55', 520, 270, 104, 48, 4);
    fill('#a57b45', 520, 270, 104, 10, 4);
    const closed = ease((time - 5.6) / 0.9);
    if (closed > 0) {
      fill('#2d6650', 432 - 224 * closed, 26, 224 * closed, 290, 12);
      fill('#fffdf8', 432 - 200 * closed, 130, 8, 70, 4);
    }
  };
  const recorder = new MediaRecorder(canvas.captureStream(24), {
    mimeType: 'video/webm;codecs=vp9',
    videoBitsPerSecond: 220_000,
  });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => { recorder.onstop = resolve; });
  draw(0);
  recorder.start();
  const begin = performance.now();
  await new Promise((resolve) => {
    const step = () => {
      const time = (performance.now() - begin) / 1000;
      draw(time);
      if (time < seconds) requestAnimationFrame(step);
      else resolve();
    };
    step();
  });
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
})()`);
await browser.close();
const content = Buffer.from(base64, 'base64');
writeFileSync(path, content);
process.stdout.write(`${path}: ${Math.round(content.length / 1024)} kB\n`);
