import {
  at,
  book,
  box,
  can,
  carton,
  cat,
  chair,
  clay,
  cream,
  darkWood,
  disc,
  evergreen,
  ink,
  jar,
  lamp,
  leaf,
  line,
  marigold,
  night,
  person,
  plant,
  room,
  row,
  shape,
  sky,
  windowWith,
  wood,
} from './drawing.ts';

/** Rooms, and what is in them. */
export const insideScenes = {
  desk:
    room('#e3ede5') +
    box(40, 22, 150, 70, darkWood, 3) +
    box(45, 27, 140, 60, '#2d5a48', 2) +
    line('M60 46h60M60 60h90M60 74h40', '#cfe0d4', 2) +
    at(
      238,
      34,
      windowWith(
        box(0, 0, 56, 62, sky) +
          disc(42, 16, 9, marigold) +
          shape('M0 62v-18q20-14 56-4v22Z', leaf),
        56,
      ),
    ) +
    box(50, 122, 220, 9, wood, 2) +
    box(62, 130, 8, 56, darkWood) +
    box(250, 130, 8, 56, darkWood) +
    row(5, (index) =>
      at(
        72 + (index % 2) * 3,
        114 - index * 8,
        book(62, [clay, marigold, leaf, '#41708a', evergreen][index] ?? clay),
      ),
    ) +
    row(6, (index) =>
      at(
        152 + (index % 3) * 2,
        114 - index * 8,
        book(58, ['#41708a', evergreen, marigold, clay, leaf, '#c56b4a'][index] ?? clay),
      ),
    ) +
    row(3, (index) =>
      at(222 - index, 114 - index * 8, book(40, [marigold, clay, evergreen][index] ?? clay)),
    ) +
    at(36, 158, chair(clay)),
  reading:
    room('#f2ddba') +
    at(
      30,
      26,
      box(0, 0, 92, 128, darkWood, 2) +
        row(
          3,
          (shelf) =>
            box(6, 8 + shelf * 40, 80, 32, '#5e4024') +
            row(9, (index) =>
              box(
                9 + index * 8.4,
                12 + shelf * 40 + ((index * 7) % 9),
                6.5,
                28 - ((index * 7) % 9),
                [clay, marigold, leaf, '#41708a', cream][(index + shelf) % 5] ?? clay,
              ),
            ),
        ),
    ) +
    `<ellipse cx="214" cy="174" rx="86" ry="18" fill="${leaf}"/><ellipse cx="214" cy="174" rx="70" ry="13" fill="#86b79b"/>` +
    at(180, 172, person(marigold, '#3d2618', '#8d5a3a')) +
    at(248, 174, person('#41708a', '#a0662e', '#e0b08c')) +
    shape('M160 150l20 6 20-6v16l-20 6-20-6Z', cream) +
    line('M180 156v16', '#c9bfa8', 1.5) +
    shape('M230 152l18 6 18-6v16l-18 6-18-6Z', cream) +
    line('M248 158v16', '#c9bfa8', 1.5) +
    at(214, 96, lamp),
  radiator:
    room('#ead9bd') +
    at(
      52,
      28,
      windowWith(
        box(0, 0, 92, 70, night) +
          shape('M0 70V52q40-14 92 0v18Z', cream) +
          row(22, (index) => disc((index * 37) % 92, (index * 23) % 66, 1.5, cream)),
        92,
        70,
      ),
    ) +
    box(54, 122, 88, 40, cream, 4) +
    row(8, (index) => box(58 + index * 10.5, 118, 7, 48, '#eee5d2', 3.5)) +
    disc(148, 156, 5, clay) +
    row(3, (index) => line(`M${74 + index * 22} 114q-5-5 0-10t0-10`, '#e7a55f', 2)) +
    at(
      206,
      112,
      box(0, 0, 76, 56, clay, 12) +
        box(8, -30, 60, 52, '#b9503e', 14) +
        box(-8, 12, 18, 48, '#93311f', 8) +
        box(66, 12, 18, 48, '#93311f', 8) +
        box(8, 26, 60, 20, '#c9604d', 6),
    ) +
    at(242, 136, cat('#5c5148'), 0.8) +
    at(180, 108, lamp),
  pantry:
    room('#f0e2c6') +
    row(
      3,
      (shelf) =>
        box(24, 50 + shelf * 42, 272, 6, darkWood) +
        row(8, (index) => {
          const [x, y, kind] = [32 + index * 33, 50 + shelf * 42, (index * 5 + shelf * 2) % 4];
          const color =
            [clay, marigold, leaf, '#41708a', '#c56b4a'][(index + shelf * 2) % 5] ?? clay;
          if (kind === 0) return at(x, y - 24, jar(color)) + at(x + 15, y - 24, jar(color));
          if (kind === 1) return at(x, y - 19, can(color)) + at(x + 14, y - 19, can(color));
          if (kind === 2) return at(x, y - 26, carton('#c99a5e', 30));
          return at(x, y - 30, box(0, 0, 24, 30, color, 2) + box(4, 7, 16, 11, cream, 1));
        }),
    ) +
    box(20, 14, 6, 152, darkWood) +
    box(294, 14, 6, 152, darkWood) +
    at(92, 196, person(evergreen, '#5b3a22'), 0.9) +
    at(110, 158, carton('#d8a967', 40)),
  freezer:
    room('#f3e6c8', '#d9c49a') +
    at(20, 28, windowWith(box(0, 0, 52, 46, sky), 52, 46)) +
    box(112, 14, 112, 150, evergreen, 7) +
    box(119, 21, 98, 136, '#dceae6', 4) +
    row(3, (index) => box(119, 60 + index * 34, 98, 3, '#9fb8b0')) +
    row(16, (index) =>
      box(
        123 + (index % 4) * 23,
        38 + Math.floor(index / 4) * 34 - (index % 3),
        20,
        21 + (index % 3),
        [marigold, clay, leaf, '#e9c98a', '#c56b4a', '#41708a'][(index * 5) % 6] ?? clay,
        2,
      ),
    ) +
    shape('M224 14l44 12v140l-44-2Z', '#2d6650') +
    box(228, 70, 4, 34, cream, 2) +
    at(272, 192, person(marigold, '#2b211b', '#8d5a3a')) +
    at(30, 150, carton('#d8a967', 44)) +
    at(66, 158, carton('#c99a5e', 36)),
  apartment:
    room('#e3ede5') +
    at(
      34,
      26,
      windowWith(
        box(0, 0, 86, 70, sky) +
          box(8, 30, 20, 40, '#a9b4ac') +
          box(32, 18, 22, 52, '#8fa097') +
          box(60, 38, 20, 32, '#b9c3bb') +
          disc(72, 14, 7, marigold),
        86,
        70,
      ),
    ) +
    at(
      156,
      112,
      box(0, 0, 110, 46, '#41708a', 10) +
        box(6, -26, 98, 36, '#4f819c', 10) +
        box(-10, 4, 20, 50, '#365f76', 8) +
        box(100, 4, 20, 50, '#365f76', 8) +
        box(64, -14, 28, 26, marigold, 5),
    ) +
    at(28, 136, carton('#c99a5e', 48)) +
    at(78, 148, carton('#d8a967', 36)) +
    at(38, 108, carton('#d8a967', 34)) +
    at(292, 136, plant(), 1.3) +
    at(212, 90, lamp) +
    `<ellipse cx="206" cy="186" rx="84" ry="9" fill="${clay}" opacity=".6"/>`,
  workbooks:
    box(0, 0, 320, 200, '#d8b67c') +
    row(5, (index) => box(0, index * 42, 320, 2, '#c7a468')) +
    at(
      30,
      34,
      `<g transform="rotate(-5)">${box(0, 0, 72, 96, evergreen, 3)}${box(6, 12, 60, 26, cream, 2)}${disc(36, 66, 14, marigold)}</g>`,
    ) +
    at(
      116,
      50,
      box(0, 0, 78, 104, cream, 2) +
        box(80, 0, 78, 104, cream, 2) +
        box(78, 0, 3, 104, '#d3cbb8') +
        row(
          7,
          (index) =>
            box(10, 16 + index * 12, index % 3 ? 56 : 38, 3, '#cfc6b2') +
            box(92, 16 + index * 12, 54, 1.5, '#b7c9bd'),
        ) +
        line('M94 26q8-8 12 0t12-2 12 0M94 50q8-8 12 0t14-2', '#41708a', 2),
    ) +
    at(
      226,
      150,
      `<g transform="rotate(-32)">${box(0, 0, 66, 7, marigold, 1)}${shape('M66 0l12 3.500-12 3.500Z', '#f0d7a8')}${box(-8, 0, 8, 7, clay, 2)}</g>`,
    ) +
    disc(286, 48, 22, cream) +
    disc(286, 48, 16, '#6b4429') +
    line('M308 42q12 6 0 14', cream, 5),
  classroom:
    room('#f2e3c2') +
    box(70, 18, 180, 66, darkWood, 3) +
    box(75, 23, 170, 56, '#2d5a48', 2) +
    line('M94 44q6-10 10 0t10 0 10 0M94 62h70M180 40h44M180 58h30', '#cfe0d4', 2) +
    row(3, (index) =>
      at(
        64 + index * 94,
        150,
        person(
          [clay, '#41708a', leaf][index] ?? clay,
          ['#d9d2c6', '#2b211b', '#6b4429'][index] ?? ink,
          ['#e0b08c', '#8d5a3a', '#c98f68'][index],
        ),
      ),
    ) +
    row(
      3,
      (index) =>
        box(26 + index * 94, 146, 78, 9, wood, 2) +
        box(32 + index * 94, 154, 6, 40, darkWood) +
        box(92 + index * 94, 154, 6, 40, darkWood) +
        at(50 + index * 94, 139, box(0, 0, 30, 8, cream, 1)),
    ),
} as const;
