import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';

/** One figure of the product with what was measured. */
export interface Figure {
  /** What is measured, as the table of the readme names it. */
  name: string;
  /** The limit in words: `at most 1.5 x`. */
  limit: string;
  measured: string;
  holds: boolean;
}

const readme = path.resolve(import.meta.dirname, '../README.md');
const begin = '<!-- figures -->';
const end = '<!-- /figures -->';
const head = ['| figure | limit | measured | holds | machine |', '| --- | --- | --- | --- | --- |'];

/** The machine in short: processors and memory. */
const machine = (): string =>
  `${availableParallelism()} x ${cpus()[0]?.model.trim() || 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;

/** Prints figures as lines of the table. */
export function printFigures(figures: readonly Figure[]): void {
  for (const { name, limit, measured, holds } of figures) console.log(`${holds ? 'ok  ' : 'OVER'} ${name}: ${measured} (${limit})`);
}

/** Puts figures into the table of the readme, in the place of earlier ones of the same name. */
export function recordFigures(figures: readonly Figure[]): void {
  const text = readFileSync(readme, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const [table = '', after = ''] = rest.split(end);
  const rows = new Map(
    table
      .split('\n')
      .filter((line) => line.startsWith('| ') && !head.includes(line))
      .map((line) => [line.split(' | ')[0]!.slice(2), line]),
  );
  for (const { name, limit, measured, holds } of figures)
    rows.set(name, `| ${name} | ${limit} | ${measured} | ${holds ? 'yes' : '**no**'} | ${machine()} |`);
  writeFileSync(readme, `${before}${begin}\n\n${[...head, ...rows.values()].join('\n')}\n\n${end}${after}`);
}
