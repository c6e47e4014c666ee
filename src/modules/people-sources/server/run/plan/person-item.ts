import { diffOf } from '#kit/server/change/fields.ts';
import type { Fields, State } from '#kit/server/change/kind.ts';
import { normaliseAccount } from '#platform/text/clean-text.ts';
import {
  assignmentsOf,
  employeeColumns,
  employeeDefaults,
  orderedAssignments,
  primaryOf,
  withJoining,
} from '#modules/people/server/for-sources/public.ts';
import type { Mapped } from '../../mapping/mapped.ts';
import { isField, mayWrite, ownersIn, requestOf } from './compare.ts';
import { isPathTaken } from '../scope.ts';
import { leaverOf } from './leaver.ts';
import { emptyItem, type KnownDepartment, type PlanContext } from './plan-context.ts';
import { losing, refusedItem, type ItemReason, type PlanItem } from './plan-item.ts';
import type { StagedRowData } from './staged.ts';

/** What a row of a person is compared with. */
export interface Known {
  /** The person here, when there is one. */
  state: State | undefined;
  /** The tie that there was before this run. */
  link: { state: 'linked' | 'missing' | 'merged'; owned: Record<string, string> } | undefined;
  /** Fields that stronger sources own. */
  foreign: ReadonlySet<string>;
}

const plainFields = new Set(
  Object.keys(employeeColumns).filter(
    (field) =>
      !['status', 'managerId', 'dottedManagerIds', 'ownerId', 'sensitivity', 'lastWorkday', 'leftAt', 'quarantineEndsAt'].includes(field),
  ),
);
const fieldOf = (target: string): string | undefined =>
  target === 'departments' || target === 'departmentPath'
    ? 'assignments'
    : target === 'manager'
      ? 'managerId'
      : isField(plainFields, target)
        ? target
        : undefined;

/** The line of a person. Its number and what rules say against it come later. */
export function personItem(plan: PlanContext, row: StagedRowData, mapped: Mapped, known: Known): PlanItem {
  const { values } = mapped;
  const { state, link, foreign } = known;
  const rows = plan.mapper.rows('employee');
  const base: PlanItem = {
    ...emptyItem('employee', row.externalId, String(values['name'] ?? values['account'] ?? row.externalId ?? `#${row.line ?? row.seq}`)),
    owners: ownersIn(values, rows, { fieldOf, foreign }),
    hash: row.hash,
    objectId: state?.id ?? null,
    version: state?.version ?? null,
    path: state?.path ?? null,
  };
  const drawn = typeof values['avatar'] === 'string' && values['avatar'].startsWith('sha256:');
  if (values['avatar'] !== undefined && (!plan.source.delivers.includes('photos') || (!drawn && values['avatar'] !== null))) {
    delete values['avatar'];
    delete base.owners['avatar'];
  }
  const present = { now: state?.fields ?? null, first: !link, foreign };
  const request = requestOf(values, rows, { fields: plainFields, defaults: employeeDefaults, present });
  const placed = placesOf(plan, values, present);
  if ('reason' in placed) return refusedItem(base, placed.reason);
  // An unknown department may be known next time: the row is looked at again then.
  if (placed.guessed) base.hash = null;
  if (placed.assignments) request['assignments'] = placed.assignments;
  if (!state) return newPerson(base, { ...dropEmpty(request), assignments: placed.assignments ?? [] }, values);
  if (sameAccount(state.fields['account'], request['account'])) delete request['account'];
  return changed(plan, base, { state, link, request: { ...request, ...statusRequest(plan, base, values, known) }, values });
}

const dropEmpty = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const sameAccount = (left: unknown, right: unknown): boolean =>
  typeof left === 'string' && typeof right === 'string' && normaliseAccount(left) === normaliseAccount(right);

function newPerson(base: PlanItem, after: Fields, values: Fields): PlanItem {
  // Who has left there is nobody new here.
  if (values['left'] === true) return refusedItem(base, { code: 'leftThere', path: 'left' });
  const disabled = values['disabled'] === true;
  return {
    ...base,
    action: 'add',
    // Who begins later is pending until then.
    after: disabled ? { ...after, status: 'disabled' } : withJoining(after),
    ...(disabled && { owners: { ...base.owners, status: 'disabled' } }),
  };
}

/** Who left and is delivered again is taken back. */
const rehired: Fields = { status: 'active', leftAt: null, lastWorkday: null };

/** What becomes of somebody's sign-in: gone there, kept out there, or back again. */
function statusRequest(plan: PlanContext, base: PlanItem, values: Fields, { state, link }: Known): Fields {
  const status = state?.fields['status'];
  if (values['left'] === true) {
    base.owners['status'] = 'left';
    return (state && leaverOf(plan.source.leaver_policy, state, plan.services.now())?.after) ?? {};
  }
  if (values['disabled'] === true) {
    base.owners['status'] = 'disabled';
    return status === 'active' ? { status: 'disabled' } : {};
  }
  // Only who lost sign-in by this source gets it back by it: whom somebody disabled by hand stays so.
  const lost = link?.owned['status'] !== undefined;
  if (status === 'left' && (!link || lost || link.state === 'missing'))
    return { ...rehired, status: withJoining({ ...state!.fields, ...values, ...rehired })['status'] ?? 'active' };
  return lost && (status === 'disabled' || status === 'quarantined') ? { status: 'active', quarantineEndsAt: null } : {};
}

function changed(
  plan: PlanContext,
  base: PlanItem,
  { state, link, request, values }: { state: State; link: Known['link']; request: Fields; values: Fields },
): PlanItem {
  const diff = diffOf(state.fields, request);
  if (!diff) return link?.state === 'linked' ? { ...base, action: 'unchanged', state: 'skipped' } : { ...base, action: 'link' };
  const { after } = diff;
  const item = { ...base, ...diff };
  if (after['status'] !== undefined) {
    if (after['status'] === 'active' || after['status'] === 'pending')
      return { ...item, action: link?.state === 'linked' && state.fields['status'] === 'disabled' ? 'enable' : 'restore' };
    const policy = values['left'] === true ? leaverOf(plan.source.leaver_policy, state, plan.services.now()) : undefined;
    return { ...item, action: policy?.action ?? 'disable' };
  }
  const moves = 'assignments' in after && primaryOf(state.fields) !== primaryOf(after);
  return { ...item, action: moves ? 'move' : 'update' };
}

/** Whether the line ends somebody's sign-in. */
export const losesSignIn = (item: PlanItem): boolean => losing.has(item.action);

type Places = { assignments: Fields['assignments'] | undefined; guessed: boolean } | { reason: ItemReason };

/** The departments of a row, as assignments. Without a word about departments somebody stays where they are, and somebody new comes to the root. */
function placesOf(
  plan: PlanContext,
  values: Fields,
  present: { now: Fields | null; first: boolean; foreign: ReadonlySet<string> },
): Places {
  const { source, root } = plan;
  const rows = plan.mapper.rows('employee');
  const target = values['departments'] === undefined ? 'departmentPath' : 'departments';
  const delivered = values[target];
  const memberships = source.delivers.includes('memberships');
  const named = memberships && delivered !== undefined && delivered !== null;
  if (present.now !== null && (!named || !mayWrite(rows.get(target), 'assignments', present)))
    return { assignments: undefined, guessed: false };
  const all = named ? (Array.isArray(delivered) ? delivered.map(String) : [String(delivered)]) : [];
  const wanted = all.filter((one) => (target === 'departments' ? isIdTaken(plan, one) : isPathTaken(source.scope, one.split('/'))));
  const found = wanted.flatMap((one) => departmentOf(plan, target, one) ?? []);
  const unknown = wanted.find((one) => !departmentOf(plan, target, one));
  if (unknown !== undefined && source.unknown_department === 'reject')
    return { reason: { code: 'noDepartment', path: target, params: { name: unknown } } };
  const ids = [...new Set(found.map(({ id }) => id))];
  if (ids.length === 0) {
    if (memberships && source.unknown_department === 'reject')
      return { reason: { code: 'noDepartment', path: target, params: { name: '' } } };
    ids.push(root.id);
  }
  const had = assignmentsOf(present.now);
  const assignments = orderedAssignments(
    ids.map((departmentId, at) => ({
      departmentId,
      primary: at === 0,
      title: had.find((one) => one.departmentId === departmentId)?.title ?? null,
    })),
  );
  return { assignments, guessed: unknown !== undefined };
}

const isIdTaken = ({ left, source }: PlanContext, id: string): boolean =>
  id === '$top' ? source.scope.include.length === 0 : !left.has(id);

/** `$top` is the root itself, for directories that know it as a department. */
const departmentOf = (plan: PlanContext, target: string, name: string): Pick<KnownDepartment, 'id'> | undefined =>
  target !== 'departments' ? plan.byPath.get(name) : name === '$top' ? plan.root : plan.departments.get(name);
