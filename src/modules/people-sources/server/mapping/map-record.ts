import { createHash, hash } from 'node:crypto';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import { anyCase } from '#platform/text/any-case.ts';
import type { MappingRow } from '../../common/source-parts.ts';
import { extraCheck, isExtraList, readyExtras } from './extra-targets.ts';
import type { Mapped, MappedIssue } from './mapped.ts';
import { departmentChecks, employeeChecks, listTargets, type TargetCheck } from './targets.ts';
import { toolsFor } from './tools.ts';
import { stepOf, TransformError, type Step } from './transforms.ts';

/** What a target comes from, as people read it: the attribute, or how the value is made. */
export const originOf = ({ from }: MappingRow): string => (from.kind === 'attribute' ? from.name : from.kind);

interface Line {
  target: string;
  row: MappingRow;
  read: (raw: Fields) => Json | undefined;
  steps: Step[];
  check: TargetCheck | undefined;
  /** Takes all values of an attribute; others take the first. */
  isList: boolean;
}

/** Targets without which a record is nobody. */
const needed = { employee: ['externalId', 'account', 'name'], department: ['externalId', 'name'] } as const;

/** A mapping that is ready to be used. */
export interface Mapper {
  map(of: 'employee' | 'department', raw: Fields): Mapped;
  /** One mapped value; undefined where it is not delivered or does not fit. */
  value(of: 'employee' | 'department', target: string, raw: Fields): Json | undefined;
  /**
   * Digest of what the mapping reads of a record, and of the rules: while it is the same, so is everything that comes of the record. Much
   * cheaper than mapping, which those who did not change are spared.
   */
  digest(of: 'employee' | 'department', raw: Fields): Buffer;
  /** What goes into every digest: the mapping and the rules. */
  readonly key: string;
  /** Rows by their target. */
  rows(of: 'employee' | 'department'): ReadonlyMap<string, MappingRow>;
}

/**
 * Makes a mapping ready: libraries loaded, patterns compiled. `rules` is whatever else decides what becomes of a record: it goes into the
 * digests, so that everything is compared again when it was changed.
 */
export async function mapperOf(rows: readonly MappingRow[], rules: string): Promise<Mapper> {
  const tools = await toolsFor(rows);
  await readyExtras(rows);
  const salt = createHash('sha256').update(JSON.stringify(rows)).update(rules).digest('hex');
  const linesOf = (of: 'employee' | 'department'): Line[] =>
    rows
      .filter((row) => row.of === of)
      .map((row) => ({
        target: row.target,
        row,
        read: readerOf(row.from),
        steps: row.transforms.map((transform) => stepOf(transform, tools)),
        check: (of === 'employee' ? employeeChecks : departmentChecks)[row.target] ?? extraCheck(row),
        isList: listTargets.has(row.target) || isExtraList(row),
      }));
  const lines = { employee: linesOf('employee'), department: linesOf('department') };
  const byTarget = (of: 'employee' | 'department'): ReadonlyMap<string, MappingRow> =>
    new Map(lines[of].map(({ target, row }) => [target, row]));
  const targets = { employee: byTarget('employee'), department: byTarget('department') };
  return {
    map: (of, raw) => mapRecord(lines[of], raw, needed[of]),
    value: (of, target, raw) => {
      const line = lines[of].find((one) => one.target === target);
      return line && mapRecord([line], raw, []).values[target];
    },
    digest: (of, raw) => digestOf(lines[of], raw, salt),
    key: salt,
    rows: (of) => targets[of],
  };
}

function readerOf(from: MappingRow['from']): Line['read'] {
  if (from.kind === 'constant') return () => from.value;
  if (from.kind === 'attribute') {
    const { name } = from;
    // Attributes of directories are written in any case.
    return (raw) => anyCase(raw, name);
  }
  const parts = from.text.split(/\{([^{}]+)\}/);
  return (raw) => {
    let delivered = parts.length === 1;
    const text = parts.map((part, at) => {
      if (at % 2 === 0) return part;
      const value = raw[part];
      if (value !== undefined && value !== null && value !== '') delivered = true;
      return Array.isArray(value) ? value.join(' ') : value === null || value === undefined ? '' : String(value);
    });
    return delivered ? text.join('').trim() : undefined;
  };
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every((one) => isEmpty(one)));

function mapRecord(lines: readonly Line[], raw: Fields, required: readonly string[]): Mapped {
  const values: Fields = {};
  const issues: MappedIssue[] = [];
  for (const { target, row, read, steps, check, isList } of lines) {
    try {
      let value = read(raw);
      for (const step of steps) value = step(value);
      if (Array.isArray(value) && !isList && check) value = value.find((one) => !isEmpty(one)) ?? null;
      if (typeof value === 'string') value = value.trim();
      if (!isEmpty(value)) values[target] = check ? check(value!) : value!;
      else if (row.whenMissing === 'reject') issues.push({ path: target, key: 'missing', params: {} });
      else if (row.whenMissing === 'clear') values[target] = null;
    } catch (error) {
      if (!(error instanceof TransformError)) throw error;
      issues.push({ path: target, key: error.key, params: { ...error.params } });
    }
  }
  for (const target of required)
    if (isEmpty(values[target]) && !stands(target, values) && !issues.some(({ path }) => path === target))
      issues.push({ path: target, key: 'missing', params: {} });
  return { values, issues };
}

/** A department that is known by its path needs neither a name nor an id of its own. */
const stands = (target: string, values: Fields): boolean =>
  (target === 'name' || target === 'externalId') && typeof values['path'] === 'string' && !('account' in values);

const digestOf = (lines: readonly Line[], raw: Fields, salt: string): Buffer =>
  hash('md5', salt + JSON.stringify(lines.map(({ read }) => read(raw) ?? null)), 'buffer');

/** A digest as it is stored. */
export const digestText = (digest: Buffer): string => digest.toString('base64url');
