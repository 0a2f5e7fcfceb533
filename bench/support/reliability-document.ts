import type { Recorded } from '../../scripts/support/recorded-figures.ts';
import { bars } from './bars.ts';
import { type Evidence, judge, type Verdict } from './verdict.ts';

type All = Record<string, Recorded>;

/** The bars that are in each state, by id, and what failed. */
export function statesOf(all: All): Record<Verdict['state'] | 'failed', string[]> {
  const states: Record<Verdict['state'], string[]> = { met: [], 'not met': [], 'not measured': [] };
  for (const bar of Object.values(bars).flat()) {
    states[judge(bar, evidenceOf(bar.id, all)).state].push(bar.id);
  }
  const failed = Object.entries(all).flatMap(([source, one]) =>
    one.failed.map((name) => `${source}: ${name}`),
  );
  return { ...states, failed };
}

/** What there is for a bar. */
function evidenceOf(id: string, all: All): Evidence[] {
  return Object.entries(all).flatMap(([test, { bars: recorded }]) =>
    recorded
      .filter(({ bar }) => bar === id)
      .map(({ database, figures }) => ({ test, database, figures })),
  );
}

/** `docs/reliability.md`, with a verdict on every bar. */
export function reliabilityDocument(all: All): string {
  const sections = Object.entries(bars).map(([title, list]) => {
    const rows = list.map((bar) => {
      const found = evidenceOf(bar.id, all);
      const { state, because } = judge(bar, found);
      const reasons = because.length > 0 ? `: ${because.join('; ')}` : '';
      const note = bar.note ? ` (${bar.note})` : '';
      return `| ${bar.id} | ${bar.asks}${note} | **${state}**${reasons} | ${cell(found)} |`;
    });
    return `## ${title}\n\n| Bar | What has to hold | Verdict | Figures |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  const days = Object.values(all)
    .map(({ day }) => day)
    .sort();
  const [oldest = 'no day'] = days;
  const newest = days.at(-1) ?? oldest;
  return `# Reliability, in figures

Written by \`npm run bench:reliability\`. Every figure was recorded by a test of \`npm run test:release\` or by a scenario of \`bench/\`, with its day and commit, in \`docs/reliability.json\`; none is typed in by hand. The oldest was recorded on ${oldest}, the newest on ${newest}.

${summary(statesOf(all))}

${sections.join('\n')}`;
}

function summary({ failed, ...states }: ReturnType<typeof statesOf>): string {
  const counts = Object.entries(states).map(([state, ids]) => `${ids.length} ${state}`);
  return [
    `**${Object.values(states).flat().length} bars: ${counts.join(', ')}.**`,
    ...(['not met', 'not measured'] as const)
      .filter((state) => states[state].length > 0)
      .map((state) => `${capitalized(state)}: ${states[state].join(', ')}.`),
    ...(failed.length > 0 ? [`Failed: ${failed.join('; ')}.`] : []),
  ].join('\n\n');
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Tests with the same figures on both databases share a line. */
function cell(evidence: Evidence[]): string {
  const lines = new Map<string, Set<string>>();
  for (const { test, database, figures } of evidence) {
    const text = Object.entries(figures).map(
      ([name, value]) => `${name} **${value.toLocaleString('en-US')}**`,
    );
    const line = `${text.join(', ')} (\`${test}\`)`;
    lines.set(line, (lines.get(line) ?? new Set()).add(database));
  }
  return (
    [...lines]
      .map(([line, databases]) => {
        const where = [...databases].filter((name) => name === 'embedded' || name === 'postgres');
        return where.length === 1 ? `${line}, ${where[0]}` : line;
      })
      .join('<br>') || 'none in this run'
  );
}
