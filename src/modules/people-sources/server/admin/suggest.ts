import { languages } from '#kit/common/language.ts';
import type { Texts } from '#kit/server/texts.ts';
import { departmentTargets, employeeTargets, type MappingRow } from '../../common/source-parts.ts';
import { isSecretName } from './drop-secrets.ts';

type Of = MappingRow['of'];

/** An attribute that was seen. */
export interface Seen {
  readonly of: Of;
  readonly name: string;
}

const targets: Readonly<Record<Of, readonly string[]>> = { employee: employeeTargets, department: departmentTargets };

/** What each target is called beside its own name: the attributes that connectors work out themselves. */
const workedOut: Readonly<Record<string, readonly string[]>> = {
  'employee.externalId': ['$id'],
  'employee.departments': ['$departments'],
  'employee.departmentPath': ['$path'],
  'employee.manager': ['$manager'],
  'employee.disabled': ['$disabled'],
  'employee.left': ['$left'],
  'department.externalId': ['$id'],
  'department.parent': ['$parent'],
  'department.path': ['$path'],
  'department.disabled': ['$disabled'],
};

/** Names are the same whatever their case, spaces and signs. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-.*:：()（）]/g, '');

/**
 * One row for each target that an attribute fits: what connectors work out first, then what they say of their kind, then the names of the
 * fields in every language. An attribute is used once; but what tells people apart may be their number or their account.
 */
export function suggestRows(
  texts: Texts,
  suggests: Readonly<Record<string, readonly string[]>>,
  attributes: readonly Seen[],
): MappingRow[] {
  const rows: MappingRow[] = [];
  for (const side of ['department', 'employee'] as const) suggestSide(rows, side, { texts, suggests, attributes });
  return rows;
}

interface Known {
  texts: Texts;
  suggests: Readonly<Record<string, readonly string[]>>;
  attributes: readonly Seen[];
}

function suggestSide(rows: MappingRow[], of: Of, { texts, suggests, attributes }: Known): void {
  const seen = attributes.filter((one) => one.of === of && !isSecretName(one.name)).map(({ name }) => name);
  const has = (target: string): boolean => rows.some((row) => row.of === of && row.target === target);
  const used = new Set<string>();
  for (const target of targets[of]) {
    // Ids say more than names.
    if ((target === 'departmentPath' && has('departments')) || (target === 'path' && has('parent'))) continue;
    const names = [...(workedOut[`${of}.${target}`] ?? []), ...(suggests[`${of}.${target}`] ?? []), ...titlesOf(texts, of, target)];
    const found = firstOf(names, seen, used);
    if (found === undefined) continue;
    used.add(found);
    rows.push(rowOf(of, target, found));
  }
  shareId(rows, of);
}

function firstOf(names: readonly string[], seen: readonly string[], used: ReadonlySet<string>): string | undefined {
  for (const name of names.map(plain)) {
    const found = seen.find((one) => plain(one) === name && !used.has(one));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A column called “department” holds a name or a path, and no id. */
const untitled = new Set(['departments', 'managers', 'externalId']);

const titlesOf = (texts: Texts, of: Of, target: string): string[] => [
  target,
  ...(untitled.has(target) ? [] : languages).flatMap((language) =>
    [`source.target.${of}.${target}`, `${of}.field.${target}`].map((key) => texts.text(language, 'user-centre', key)),
  ),
];

const trimmed = new Set(['account', 'name', 'email', 'mobile', 'employeeNo']);

const rowOf = (of: Of, target: string, name: string): MappingRow => ({
  of,
  target,
  from: { kind: 'attribute', name },
  transforms: trimmed.has(target) ? [{ do: 'trim' }] : [],
  whenMissing: 'keep',
  own: 'always',
});

/** Where nothing is called an id, what tells people apart is their number or account. */
function shareId(rows: MappingRow[], of: Of): void {
  if (of !== 'employee' || rows.some((row) => row.of === of && row.target === 'externalId')) return;
  const by =
    rows.find((row) => row.of === of && row.target === 'employeeNo') ?? rows.find((row) => row.of === of && row.target === 'account');
  if (by) rows.unshift({ ...by, target: 'externalId' });
}
