/** The results of a scenario on one database, for the reliability report. */
export interface Figures {
  database: string;
  figures: Record<string, number>;
}

/** One line for the reader. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A table with aligned columns, numbers on the right. */
export function sayTable(header: string[], rows: (string | number)[][]): void {
  const lines = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, column) =>
    Math.max(...lines.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of lines) {
    say(
      row
        .map((cell, column) =>
          column === 0
            ? cell.padEnd(widths[column] ?? 0)
            : cell.padStart((widths[column] ?? 0) + 3),
        )
        .join(''),
    );
  }
}

/** The median of some measurements, and the largest. */
export function middleAndWorst(measured: number[]): { middle: number; worst: number } {
  const sorted = [...measured].sort((one, other) => one - other);
  return {
    middle: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    worst: sorted.at(-1) ?? Number.NaN,
  };
}
