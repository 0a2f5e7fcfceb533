import {
  at,
  bagOfFood,
  box,
  can,
  cat,
  clay,
  cream,
  darkWood,
  disc,
  evergreen,
  ink,
  jar,
  leaf,
  line,
  marigold,
  night,
  outside,
  person,
  plant,
  room,
  row,
  shape,
  sky,
  wheel,
  windowWith,
  wood,
} from './drawing.ts';

/** Streets, gardens, and things from close by. */
export const outsideScenes = {
  door:
    outside() +
    box(60, 20, 200, 142, '#c56b4a') +
    row(9, (index) => box(60, 34 + index * 14, 200, 1, '#b35d3f')) +
    at(82, 46, windowWith(box(0, 0, 48, 54, '#f7d98a'), 48, 54)) +
    box(172, 42, 62, 120, cream, 2) +
    box(178, 48, 50, 114, evergreen, 2) +
    box(185, 56, 36, 36, '#2d6650', 2) +
    box(185, 100, 36, 50, '#2d6650', 2) +
    disc(222, 108, 3.5, marigold) +
    line('M222 112v12l5 4-5 3 5 4', marigold, 2) +
    shape('M166 42h74l-8-14h-58Z', cream) +
    box(160, 160, 86, 8, '#b9b09c') +
    box(152, 168, 102, 8, '#a79e8a') +
    at(148, 150, plant()) +
    at(262, 158, plant('#8a6238'), 1.2) +
    disc(290, 34, 15, marigold),
  cats:
    box(0, 0, 320, 200, night) +
    disc(258, 42, 22, '#f6e7bd') +
    disc(250, 37, 18, night) +
    row(16, (index) => disc((index * 61) % 320, (index * 29) % 92, 1.2, '#f6e7bd')) +
    at(
      44,
      44,
      shape('M0 100L8 22h44l8 78Z', '#3d5166') +
        shape('M2 22h56L30 0Z', '#2f4154') +
        box(24, 60, 14, 40, '#1f2d3c') +
        box(22, 32, 16, 14, marigold, 2) +
        line('M30 22L-12-12M30 22L72-12M30 22L-6 64M30 22L66 64', '#536a80', 4),
    ) +
    box(0, 144, 320, 56, '#6d5a4a') +
    row(3, (y) => row(9, (index) => box(index * 40 - y * 14, 148 + y * 18, 36, 15, '#7d6857', 2))) +
    at(120, 145, cat('#caa271')) +
    at(178, 145, cat('#3a3230')) +
    at(236, 145, cat('#d9d2c6'), 1.1) +
    at(286, 146, cat('#a5663a'), 0.7),
  pasture:
    outside('#e6e4d2', '#9fbb8b') +
    disc(262, 40, 16, marigold) +
    row(7, (index) => box(10 + index * 50, 112, 6, 56, wood, 2)) +
    box(0, 122, 320, 5, wood) +
    box(0, 142, 320, 5, wood) +
    at(
      140,
      182,
      row(4, (index) => box([-40, -28, 26, 38][index] ?? 0, -34, 8, 36, '#6d472b', 2)) +
        shape('M-46-44q0-20 24-20h44q24 0 26 20v8q-6 14-22 14h-50q-22 0-22-14Z', '#8a5a36') +
        shape('M26-58L52-96l20 8-16 44Z', '#8a5a36') +
        shape('M52-98q6-8 16-4l24 20q4 8-6 11l-22-3Z', '#8a5a36') +
        shape('M56-99l2-12 8 10Z', '#6d472b') +
        line('M54-96L28-58', ink, 6) +
        line('M-46-50q-18 8-14 36', ink, 6) +
        disc(70, -90, 2, ink),
    ) +
    at(264, 178, person(evergreen, '#5b4632')),
  ramp:
    outside('#d9e8e4') +
    disc(42, 36, 15, marigold) +
    box(168, 34, 140, 122, '#e8d3a6') +
    shape('M156 38h164L238 2Z', '#8f4a36') +
    at(188, 62, windowWith(box(0, 0, 38, 40, '#f7d98a'), 38, 40)) +
    box(252, 66, 36, 78, clay, 2) +
    disc(282, 106, 2.5, marigold) +
    box(158, 142, 150, 10, wood) +
    shape('M16 178L158 142v10L30 184Z', wood) +
    row(6, (index) => line(`M${40 + index * 22} ${172 - index * 5.6}v14`, darkWood, 3)) +
    line('M22 154L158 118M158 118h84', darkWood, 4) +
    row(6, (index) => line(`M${28 + index * 26} ${152 - index * 6.9}v24`, darkWood, 3)) +
    at(
      96,
      144,
      `<circle cy="2" r="13" fill="none" stroke="${ink}" stroke-width="3"/>` +
        disc(17, 6, 5, ink) +
        line('M-4-18h14v16h10', '#41708a', 5) +
        at(3, 2, person(evergreen, '#d9d2c6', '#e0b08c'), 0.62),
    ) +
    at(310, 150, plant(), 0.9),
  lumber:
    outside() +
    box(0, 150, 320, 50, '#c8b58b') +
    row(6, (index) =>
      box(40 + index * 6, 138 - index * 9, 180, 8, index % 2 ? '#d8ab6a' : wood, 1),
    ) +
    at(
      240,
      92,
      `<g transform="rotate(18)">${box(-5, 0, 10, 66, darkWood, 4)}${box(-18, -10, 36, 16, '#8b8372', 3)}</g>`,
    ) +
    box(60, 160, 40, 22, clay, 3) +
    line('M66 160q14-18 28 0', clay, 4) +
    box(150, 168, 90, 6, marigold, 1) +
    row(9, (index) => box(154 + index * 9.5, 168, 1, 3.5, ink)) +
    disc(286, 36, 16, marigold),
  bicycle:
    box(0, 0, 320, 200, '#f3d9a4') +
    row(6, (y) =>
      row(9, (index) =>
        box(
          index * 40 - (y % 2) * 20,
          y * 25,
          38,
          23,
          y % 3 === index % 3 ? '#e9c98a' : '#eed196',
          2,
        ),
      ),
    ) +
    box(0, 150, 320, 50, '#9aa39d') +
    box(0, 148, 320, 5, '#c6c1b2') +
    at(106, 138, wheel) +
    at(216, 138, wheel) +
    line('M106 138l30-46h56l24 46M136 92l28 46h-58M164 138l28-46', clay, 5) +
    line('M130 84h18M192 92l-6-20h16', ink, 4) +
    box(124, 80, 28, 6, ink, 3) +
    disc(164, 138, 8, ink) +
    line('M164 138l10 12', ink, 3) +
    box(196, 56, 34, 22, wood, 3) +
    row(4, (index) => box(198 + index * 8, 58, 2, 18, darkWood)) +
    disc(206, 54, 7, leaf) +
    disc(219, 54, 7, marigold),
  keys:
    box(0, 0, 320, 200, '#e4cfa4') +
    row(6, (index) => box(0, index * 36, 320, 1.5, '#d1b984')) +
    at(
      38,
      30,
      `<g transform="rotate(-7)">${box(0, 0, 120, 146, cream, 3)}${row(8, (index) => box(14, 24 + index * 12, index % 3 === 2 ? 58 : 92, 4, '#d9d2c0', 2))}${line('M16 132q10-16 16-4t16-6 18 2', evergreen, 2.5)}</g>`,
    ) +
    `<circle cx="232" cy="70" r="22" fill="none" stroke="#8b8372" stroke-width="4"/>` +
    at(
      226,
      92,
      `<g transform="rotate(14)">${disc(0, 14, 15, marigold)}${disc(0, 10, 5, '#e4cfa4')}${box(-4, 26, 8, 52, marigold, 2)}${box(4, 60, 10, 6, marigold)}${box(4, 70, 7, 6, marigold)}</g>`,
    ) +
    at(
      250,
      90,
      `<g transform="rotate(-24)">${disc(0, 14, 13, '#b9b4a6')}${disc(0, 10, 4.5, '#e4cfa4')}${box(-3.5, 24, 7, 46, '#b9b4a6', 2)}${box(3, 54, 9, 5, '#b9b4a6')}</g>`,
    ),
  carrier:
    room('#dfe9e2') +
    box(20, 126, 280, 10, cream, 3) +
    box(36, 136, 10, 52, '#c6c1b2') +
    box(274, 136, 10, 52, '#c6c1b2') +
    at(
      58,
      62,
      box(0, 0, 100, 64, leaf, 12) +
        box(30, -12, 40, 16, 'none') +
        line('M34 2q0-14 16-14t16 14', evergreen, 5) +
        box(12, 14, 76, 40, '#2c4a3d', 6) +
        at(50, 62, cat('#caa271'), 0.85) +
        row(7, (index) => box(16 + index * 11, 14, 2.5, 40, '#8fbfa4')),
    ) +
    at(
      196,
      60,
      box(0, 0, 42, 66, cream, 3) +
        box(8, -5, 26, 9, '#8b8372', 2) +
        row(
          5,
          (index) =>
            line(`M8 ${18 + index * 10}l3 3 5-6`, evergreen, 2) +
            box(20, 15 + index * 10, 15, 3, '#d3cbb8'),
        ),
      1,
    ) +
    at(262, 108, shape('M-14 18q-6-34 14-36q20 2 14 36Z', marigold)) +
    at(262, 126, box(-18, -4, 36, 6, '#c6c1b2', 3)),
  groceries:
    room('#f4e3c3') +
    at(30, 26, windowWith(box(0, 0, 70, 62, sky) + shape('M0 62V40q30-16 70-2v24Z', leaf))) +
    box(14, 138, 292, 12, wood, 3) +
    box(34, 150, 10, 46, darkWood) +
    box(276, 150, 10, 46, darkWood) +
    at(122, 80, bagOfFood) +
    at(184, 88, bagOfFood, 0.86) +
    at(244, 119, can(clay)) +
    at(260, 119, can(leaf)) +
    at(252, 100, can(marigold)) +
    at(84, 114, jar('#c56b4a')) +
    at(68, 114, jar(marigold)) +
    shape('M24 138q-2-18 22-18t22 18Z', '#dcae62') +
    line('M34 124l4 6M44 122l3 6M54 124l2 6', darkWood, 1.5),
} as const;
