import type { Evidence } from './verdict.ts';

/** What every bar has so far, and what has failed. */
export class Collection {
  readonly evidence = new Map<string, Evidence[]>();
  readonly failed: string[] = [];

  /** Figures with the same name add up over the cases of a test file. */
  add(bar: string, { test, database, figures }: Evidence): void {
    const list = this.evidence.get(bar) ?? [];
    this.evidence.set(bar, list);
    const known = list.find((one) => one.test === test && one.database === database);
    if (!known) list.push({ test, database, figures: { ...figures } });
    for (const [name, value] of Object.entries(known ? figures : {})) {
      if (known) known.figures[name] = (known.figures[name] ?? 0) + value;
    }
  }
}
