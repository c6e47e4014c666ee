import type { Parsed, Reply } from '#kit/common/contract.ts';
import { timeText } from '#kit/common/date-text.ts';
import type { Call } from '#kit/server/handle.ts';
import { documentFile, type Block } from '#platform/text/document-blocks.ts';
import type { StatGroup, statReport, StatTotals } from '../common/stat.contract.ts';
import { overview, top } from './stat.service.ts';

const number = (value: number): string => String(Math.round(value * 10) / 10);
const millis = (value: number | null): string => (value === null ? '–' : number(value));
const share = ({ calls, failures }: Pick<StatTotals, 'calls' | 'failures'>): string =>
  calls === 0 ? '–' : String(Math.round((failures / calls) * 10_000) / 100);
const named = ({ label, detail }: StatGroup): string => (detail === null ? label : `${label} (${detail})`);

/** Writes the figures of a time as a document to hand on: what the page shows, narrowed as it is, and nothing outside the range of who asks. */
export async function report(call: Call, { format, timeZone, ...filters }: Parsed<typeof statReport>): Promise<Reply<typeof statReport>> {
  const { language } = call.caller;
  const word = (key: string, params: Record<string, unknown> = {}): string => call.services.texts.text(language, 'call-logs', key, params);
  const figures = await overview(call, filters);
  const groups = (groupBy: 'interface' | 'class', order: 'calls' | 'failures' | 'p95') =>
    top(call, { ...filters, groupBy, order, most: 20 });
  const [busiest, slowest, classes] = [
    await groups('interface', 'calls'),
    await groups('interface', 'p95'),
    await groups('class', 'calls'),
  ];
  const failing = (await groups('interface', 'failures')).groups.filter(({ failures }) => failures > 0);
  const table = (title: string, rows: readonly StatGroup[], cells: (group: StatGroup) => string[], columns: readonly string[]): Block[] => [
    { kind: 'h2', text: word(title) },
    rows.length === 0
      ? { kind: 'p', text: word('stat.none') }
      : {
          kind: 'table',
          head: columns.map((column) => word(`stat.column.${column}`)),
          rows: rows.map((row) => [named(row), ...cells(row)]),
        },
  ];
  const at = (moment: number): string => timeText(moment, language, timeZone);
  const blocks: Block[] = [
    { kind: 'h1', text: word('stat.title') },
    { kind: 'p', text: word('stat.report.span', { from: at(figures.from), to: at(figures.to) }) },
    heads(word, figures),
    ...table('stat.report.busiest', busiest.groups, (one) => [number(one.calls), share(one), millis(one.p50), millis(one.p95)], [
      'label',
      'calls',
      'share',
      'p50',
      'p95',
    ]),
    ...table('stat.report.slowest', slowest.groups, (one) => [millis(one.p95), millis(one.p99), number(one.calls)], [
      'label',
      'p95',
      'p99',
      'calls',
    ]),
    ...table('stat.report.failing', failing, (one) => [number(one.failures), share(one)], ['label', 'failures', 'share']),
    ...table(
      'stat.chart.classes',
      classes.groups.filter(({ key }) => key !== 'ok'),
      (one) => [number(one.calls)],
      ['label', 'calls'],
    ),
    { kind: 'h2', text: word('stat.unused') },
    ...(busiest.unused.length === 0
      ? [{ kind: 'p' as const, text: word('stat.report.noneUnused') }]
      : busiest.unused.map((one) => ({ kind: 'p' as const, text: `${one.name} (${one.path})` }))),
  ];
  call.caller.note({ from: figures.from, to: figures.to, format });
  return documentFile(blocks, `${word('stat.title')} ${new Date(figures.to).toISOString().slice(0, 10)}`, { format, language });
}

function heads(
  word: (key: string, params?: Record<string, unknown>) => string,
  { now, before }: { now: StatTotals; before: StatTotals },
): Block {
  const row = (key: string, of: (totals: StatTotals) => string): string[] => [word(key), of(now), of(before)];
  return {
    kind: 'table',
    head: ['', word('stat.report.now'), word('stat.report.before')],
    rows: [
      row('stat.column.calls', ({ calls }) => number(calls)),
      row('stat.column.share', share),
      row('stat.column.p50', ({ p50 }) => millis(p50)),
      row('stat.column.p95', ({ p95 }) => millis(p95)),
      row('stat.column.p99', ({ p99 }) => millis(p99)),
      row('stat.column.cached', ({ cached }) => number(cached)),
      row('stat.column.limited', ({ limited }) => number(limited)),
    ],
  };
}
