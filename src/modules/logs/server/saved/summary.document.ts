import type { Caller } from '#kit/server/caller.ts';
import type { Services } from '#kit/server/services.ts';
import type { PdfBlock, PdfDocument, PdfMeter, PdfTone } from '#platform/pdf/pdf-document.ts';
import type { ExportedLog } from '../../common/export.contract.ts';
import type { Result } from '../../common/operation-log.contract.ts';
import type { Schedule } from '../../common/saved/report.contract.ts';
import { exportedParts, type ExportedRow } from '../export.rows.ts';
import type { LogSummary, Piece, Top } from './summary.count.ts';

/** A report as its summary tells of it. */
export interface ReportSummary {
  readonly name: string;
  readonly log: ExportedLog;
  readonly schedule: Schedule;
  readonly period: string;
  /** What it is narrowed by, in words. */
  readonly filters: string;
}

const tones: Readonly<Record<Result, PdfTone>> = { ok: 'good', refused: 'warning', failed: 'bad' };

/** Which rankings stand beside each other, with the label of each. */
const rankings: Readonly<Record<'operation' | 'login', readonly (readonly [dimension: string, label: string])[]>> = {
  operation: [
    ['module', 'operation.field.moduleName'],
    ['word', 'operation.field.what'],
    ['actor', 'operation.field.name'],
    ['address', 'operation.field.address'],
  ],
  login: [
    ['reason', 'login.field.reason'],
    ['event', 'login.field.event'],
    ['account', 'login.field.account'],
    ['address', 'login.field.address'],
  ],
};

/** Puts the numbers of a log into words, in the language of who receives them. */
export function summaryDocument(
  { services, caller }: { services: Pick<Services, 'texts' | 'words' | 'now'>; caller: Caller },
  told: ReportSummary,
  summary: LogSummary,
): PdfDocument {
  const { language } = caller;
  const say: Say = (key, params) => services.texts.text(language, 'logs', key, params);
  const look: Look = {
    say,
    subject: exportedParts[told.log].subject,
    number: (value) => value.toLocaleString(language.replace('_', '-')),
    word: (word) => services.words.sentence(word, language),
    module: (module) => services.words.moduleName(module, language),
  };
  const made = momentText(services.now());
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const person = say('summary.person', { name: caller.name, account: caller.account });
  return {
    language,
    title: told.name,
    subtitle: say('summary.title', { log: say(`savedSearch.log.${told.log}`), period: told.period }),
    author: person,
    at: services.now(),
    footer: say('summary.footer', { person, at: made }),
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: say('savedSearch.field.log'), value: say(`savedSearch.log.${told.log}`) },
          { label: say('summary.period'), value: say('summary.periodIn', { period: told.period, zone }) },
          { label: say('savedSearch.field.filters'), value: told.filters },
          { label: say('summary.for'), value: say('summary.forRange', { person }) },
        ],
      },
      figuresOf(look, summary),
      ...timesOf(look, told.schedule, summary.pieces),
      ...rankingsOf(look, summary),
      ...notableOf(look, summary.notable),
    ],
  };
}

type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;

interface Look {
  say: Say;
  subject: 'operation' | 'login';
  number(value: number): string;
  word(word: string): string;
  module(module: string): string;
}

/** Sign-ins are done or refused; only operations fail. */
const resultsOf = ({ subject }: Look): Result[] => (subject === 'operation' ? ['ok', 'refused', 'failed'] : ['ok', 'refused']);

function figuresOf(look: Look, { counts }: LogSummary): PdfBlock {
  const all = counts.ok + counts.refused + counts.failed;
  return {
    kind: 'figures',
    figures: [
      { label: look.say('summary.all'), value: look.number(all), tone: 'plain' },
      ...resultsOf(look).map((result) => ({
        label: look.say(`${look.subject}.result.${result}`),
        value: look.number(counts[result]),
        tone: tones[result],
      })),
    ],
  };
}

function timesOf(look: Look, schedule: Schedule, pieces: readonly Piece[]): PdfBlock[] {
  const results = resultsOf(look);
  const label = ({ at }: Piece): string => (schedule === 'daily' ? momentText(at).slice(11, 16) : momentText(at).slice(5, 10));
  const late = pieces.filter((piece) => piece.late).map(label);
  return [
    { kind: 'heading', text: look.say(schedule === 'daily' ? 'summary.byHour' : 'summary.byDay') },
    {
      kind: 'bars',
      legend: results.map((result) => ({ name: look.say(`${look.subject}.result.${result}`), tone: tones[result] })),
      bars: pieces.map((piece) => ({ label: label(piece), values: results.map((result) => piece.counts[result]) })),
    },
    ...(late.length > 0 ? [{ kind: 'note' as const, text: look.say('summary.late', { times: late.join(', ') }) }] : []),
  ];
}

function rankingsOf(look: Look, { tops }: LogSummary): PdfBlock[] {
  const groups = rankings[look.subject].flatMap(([dimension, key]) => {
    const found = tops[dimension] ?? [];
    const most = found[0]?.count ?? 1;
    const meters = found.map((top): PdfMeter => ({
      label: topName(look, dimension, top),
      value: look.number(top.count),
      part: top.count / most,
    }));
    return meters.length === 0 ? [] : [{ title: look.say(key), meters }];
  });
  return groups.length === 0
    ? []
    : [
        { kind: 'heading', text: look.say('summary.most') },
        { kind: 'meters', groups },
      ];
}

function topName({ say, subject, word, module }: Look, dimension: string, { value, name, account }: Top): string {
  if (dimension === 'word') return word(value);
  if (dimension === 'module') return module(value);
  if (dimension === 'actor')
    return value === '' ? say('operation.nobody') : say('summary.person', { name: name ?? '', account: account ?? '' });
  if (dimension === 'account') return name === null || name === '' ? value : say('summary.person', { name, account: value });
  return dimension === 'address' ? value : say(`${subject}.${dimension}.${value}`);
}

/** Columns of the lines that somebody should look at, with their parts of the page. */
const notableColumns = {
  operation: { at: 0.18, name: 0.16, what: 0.21, objectName: 0.16, result: 0.15, address: 0.14 },
  login: { at: 0.19, name: 0.19, event: 0.13, reason: 0.17, flags: 0.16, address: 0.16 },
} as const;

function notableOf(look: Look, rows: readonly ExportedRow[] | undefined): PdfBlock[] {
  const { say, subject } = look;
  const heading = { kind: 'heading', text: say(`summary.notable.${subject}`) } as const;
  if (!rows) return [heading, { kind: 'note', text: say('summary.notableLate') }];
  if (rows.length === 0) return [heading, { kind: 'note', text: say('summary.notableNone') }];
  const columns = Object.entries(notableColumns[subject]);
  return [
    heading,
    {
      kind: 'table',
      columns: columns.map(([name, width]) => ({ title: say(`${subject}.field.${name}`), width })),
      rows: rows.map((row) => columns.map(([name]) => cellOf(look, name, row))),
    },
  ];
}

function cellOf({ say, subject }: Look, name: string, row: ExportedRow): string {
  const value = row[name];
  if (name === 'at') return momentText(Number(value));
  const named = (one: unknown): string => say(`${subject}.${name}.${String(one)}`);
  if (name === 'flags') return Array.isArray(value) ? value.map(named).join(', ') : '';
  if (value === null || value === undefined || value === '') return name === 'name' ? String(row['account'] ?? '') : '';
  if (name === 'result') return row['code'] === 0 ? named(value) : `${named(value)} (${String(row['code'])})`;
  return name === 'event' || name === 'reason' ? named(value) : String(value);
}

/** A moment by the server's clock, as the period is. */
function momentText(at: number): string {
  const moment = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`;
}
