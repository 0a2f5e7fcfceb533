import type { FullRun } from '../../scripts/support/test-results.ts';
import { bars } from './bars.ts';
import type { Collection } from './collection.ts';
import { type Evidence, judge, type Verdict } from './verdict.ts';

/** The bars that are in each state, by id. */
export function statesOf({ evidence }: Collection): Record<Verdict['state'], string[]> {
  const states: Record<Verdict['state'], string[]> = { met: [], 'not met': [], 'not measured': [] };
  for (const bar of Object.values(bars).flat()) {
    states[judge(bar, evidence.get(bar.id) ?? []).state].push(bar.id);
  }
  return states;
}

/** `docs/reliability.md`, with a verdict on every bar. */
export function reliabilityDocument(
  collection: Collection,
  { commit, day }: FullRun,
  { isFinished }: { isFinished: boolean },
): string {
  const { evidence, failed } = collection;
  const sections = Object.entries(bars).map(([title, list]) => {
    const rows = list.map((bar) => {
      const found = evidence.get(bar.id) ?? [];
      const { state, because } = judge(bar, found);
      const reasons = because.length > 0 ? `: ${because.join('; ')}` : '';
      const note = bar.note ? ` (${bar.note})` : '';
      return `| ${bar.id} | ${bar.asks}${note} | **${state}**${reasons} | ${cell(found)} |`;
    });
    return `## ${title}\n\n| Bar | What has to hold | Verdict | Figures |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# Reliability, in figures

Written by \`npm run bench:reliability\` on ${new Date().toISOString().slice(0, 10)}. Every figure was recorded by a test of \`npm run test:release\` on ${day}, of commit ${commit}, or by a scenario of \`bench/\` after it; none is typed in by hand.
${isFinished ? '' : '\nUnfinished: not all scenarios have run.\n'}
${summary(statesOf(collection), failed)}

${sections.join('\n')}`;
}

function summary(states: Record<Verdict['state'], string[]>, failed: string[]): string {
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
