import type { WarningDigest, WarningFacts, WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import { namesOfObject } from '#kit/server/warning/warning-text.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { WarningMatch } from '#kit/server/warning/warning.table.ts';

/** A rule in force. */
export interface Rule {
  readonly id: string;
  readonly kind: string;
  readonly shipped: boolean;
  readonly severity: WarningSeverity | null;
  readonly forMinutes: number;
  readonly clearMinutes: number;
  readonly repeatHours: number;
  readonly digest: WarningDigest;
  readonly noticePersonIds: readonly string[];
  readonly match: WarningMatch;
  /** Departments of the match with all below: what the object's one must be. */
  readonly inDepartment: ((deptId: string | null) => boolean) | undefined;
}

/** What a rule looks at. */
export interface Matched {
  readonly kind: string;
  readonly object_id: string;
  readonly object_name: string;
  readonly dept_id: string | null;
  readonly facts: WarningFacts;
}

/** The enabled rules, own ones before the shipped one of their kind. */
export async function readRules(db: Db, { directory }: Pick<Services, 'directory'>): Promise<Rule[]> {
  const rows = await db.selectFrom('warning_rule').selectAll().where('enabled', '=', true).orderBy('shipped').orderBy('id').execute();
  const requested = rows.flatMap(({ match }) => match.departmentId ?? []);
  const waiting = requested.length === 0 ? [] : await deptsOfPending(db);
  const paths = requested.length === 0 ? new Map() : await directory.departments(db, [...requested, ...waiting]);
  return rows.map((row): Rule => ({
    id: row.id,
    kind: row.kind,
    shipped: row.shipped,
    severity: row.severity,
    forMinutes: row.for_minutes,
    clearMinutes: row.clear_minutes,
    repeatHours: row.repeat_hours,
    digest: row.digest,
    noticePersonIds: row.notice_person_ids,
    match: row.match,
    inDepartment: row.match.departmentId ? isUnder(paths, row.match.departmentId) : undefined,
  }));
}

async function deptsOfPending(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('warning')
    .select('dept_id')
    .distinct()
    .where('state', '=', 'pending')
    .where('dept_id', 'is not', null)
    .execute();
  return rows.flatMap(({ dept_id }) => dept_id ?? []);
}

type Paths = ReadonlyMap<string, { readonly path: string }>;

/** Whether a department is this one or below. */
export function isUnder(paths: Paths, top: string): (deptId: string | null) => boolean {
  const above = paths.get(top)?.path;
  return (deptId) => {
    const own = deptId === null ? undefined : paths.get(deptId)?.path;
    return above !== undefined && own !== undefined && (own === above || own.startsWith(`${above}.`));
  };
}

/** Whether a rule is for this object. */
export function matches(rule: Pick<Rule, 'kind' | 'match' | 'inDepartment'>, one: Matched): boolean {
  const { objectIds, nameHas } = rule.match;
  return (
    rule.kind === one.kind &&
    (!objectIds?.length || objectIds.includes(one.object_id)) &&
    (nameHas === undefined || namesOfObject(one).some((name) => name.toLowerCase().includes(nameHas.toLowerCase()))) &&
    (rule.inDepartment === undefined || rule.inDepartment(one.dept_id))
  );
}

/** The rule for an object: the first own one that matches, else the shipped one. */
export const ruleFor = (rules: readonly Rule[], one: Matched): Rule | undefined => rules.find((rule) => matches(rule, one));
