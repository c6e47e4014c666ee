import { cleanName } from '#platform/text/clean-text.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { diffOf } from '#kit/server/change/fields.ts';
import type { Fields, Json, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import { nameReferences } from '#kit/server/change/name-references.ts';
import { showPlanned } from '#kit/server/change/show-fields.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { employeeBatchUpdatePreview } from '../../common/employee-bulk.contract.ts';
import type { BulkFields } from '../../common/employee-fields.ts';
import { assignmentsOf, orderedAssignments } from './employee.columns.ts';
import { employeeKind } from './employee.kind.ts';
import { assertSetInRange, countSelected, selected, selectedIds, type Selection } from './employee.selection.ts';
import { enteredExtras } from '../extra/extra.input.ts';
import { RoleTurnCounts } from '../role-turns/role-turns.view.ts';

/** The new fields of one person under a bulk change. */
function bulkRequest(now: Fields, set: BulkFields, extras: Fields): Fields {
  const { rename, primaryDepartmentId, extra: _extra, ...plain } = set;
  const request: Fields = { ...extras };
  for (const [field, value] of Object.entries(plain)) if (value !== undefined) request[field] = value;
  if (rename) request['name'] = renamed(String(now['name']), rename);
  if (primaryDepartmentId !== undefined) request['assignments'] = withPrimary(now, primaryDepartmentId);
  return request;
}

function renamed(name: string, rename: NonNullable<BulkFields['rename']>): string {
  const replaced = rename.find ? name.replaceAll(rename.find, rename.replace) : name;
  return cleanName(`${rename.prefix}${replaced}${rename.suffix}`);
}

/** The primary assignment goes to another department and keeps its title; the others stay. */
function withPrimary(now: Fields, departmentId: string): Json {
  const all = assignmentsOf(now);
  const others = all.filter((one) => !one.primary && one.departmentId !== departmentId);
  return orderedAssignments([{ departmentId, primary: true, title: all.find(({ primary }) => primary)?.title ?? null }, ...others]);
}

/** A person's line of a bulk change: a change, or `same` where nothing differs. */
async function* lines(db: Db, caller: Caller, selection: Selection, set: BulkFields): AsyncGenerator<PlannedOperation[]> {
  const where = await selected(db, caller, selection);
  const extras = await enteredExtras(db, caller, { target: 'employee', values: set.extra });
  for await (const ids of selectedIds(db, where)) {
    const states = await db.transaction().execute((tx) => employeeKind.read(tx, ids, false));
    yield [...states.values()].map((state): PlannedOperation => {
      const diff = diffOf(state.fields, bulkRequest(state.fields, set, extras));
      const name = typeof diff?.after['name'] === 'string' ? diff.after['name'] : state.name;
      const issues: OperationIssue[] =
        name === '' || name.length > 100
          ? [{ path: 'name', namespace: 'user-centre', key: name === '' ? 'issue.required' : 'issue.tooLong', params: { max: 100 } }]
          : [];
      const { id, path, version } = state;
      const action = issues.length > 0 ? 'refused' : diff ? 'change' : 'same';
      return {
        action,
        id,
        name: state.name,
        path,
        before: diff?.before ?? null,
        after: diff?.after ?? null,
        version,
        ...(issues.length > 0 && { issues }),
      };
    });
  }
}

/** The operations of a bulk change, for a plan. */
export async function* plannedBulk(db: Db, caller: Caller, selection: Selection, set: BulkFields): AsyncGenerator<PlannedOperation> {
  for await (const piece of lines(db, caller, selection, set)) yield* piece;
}

type Preview = Reply<typeof employeeBatchUpdatePreview>;
const shownRefusals = 100;
const shownExamples = 10;

/** What a bulk change would do; the same rules as when it is applied, nothing written. */
export async function previewBulk(services: Services, caller: Caller, input: Parsed<typeof employeeBatchUpdatePreview>): Promise<Preview> {
  const { db } = services.database;
  await assertSetInRange(db, caller, input.set);
  const answer: Preview = {
    count: await countSelected(db, await selected(db, caller, input)),
    changed: 0,
    refused: [],
    refusedCount: 0,
    roles: [],
    sample: [],
  };
  const turns = new RoleTurnCounts({ db, caller, services });
  for await (const piece of lines(db, caller, input, input.set)) {
    const operations = operationsIn(piece);
    const refusals = await judged(db, caller, operations);
    await turns.add(operations);
    for (const line of piece) {
      const issues = line.issues ?? refusals.get(line.id!);
      if (issues) refuse(services, caller, answer, { line, issues });
      else if (line.action === 'change') {
        answer.changed += 1;
        if (answer.sample.length < shownExamples)
          answer.sample.push({
            id: line.id!,
            name: line.name,
            fields: await shownFields(services, caller, line),
          });
      }
    }
  }
  return { ...answer, roles: turns.views };
}

const operationsIn = (piece: readonly PlannedOperation[]): Operation[] =>
  piece
    .filter(({ action }) => action === 'change')
    .map(({ id, name, path, before, after, version }): Operation => ({ action: 'change', id: id!, name, path, before, after, version }));

async function judged(db: Db, caller: Caller, operations: readonly Operation[]): Promise<Map<string, OperationIssue[]>> {
  return db.transaction().execute(async (tx) => {
    const issues = (await employeeKind.check?.(tx, caller, operations)) ?? new Map<number, OperationIssue[]>();
    for (const index of await employeeKind.outside(tx, caller.scope(), operations))
      issues.set(index, [{ path: '', namespace: 'user-centre', key: 'issue.outsideRange' }]);
    return new Map([...issues].map(([index, found]) => [operations[index]!.id, found]));
  });
}

function refuse(
  services: Pick<Services, 'texts'>,
  caller: Caller,
  answer: Preview,
  { line, issues }: { line: PlannedOperation; issues: readonly OperationIssue[] },
): void {
  answer.refusedCount += 1;
  const [first] = issues;
  if (!first || answer.refused.length >= shownRefusals) return;
  answer.refused.push({
    id: line.id!,
    name: line.name,
    reason: services.texts.text(caller.language, first.namespace, first.key, first.params),
  });
}

/** The changed fields as people read them: names in the place of ids. */
async function shownFields(services: Services, caller: Caller, line: PlannedOperation): Promise<Preview['sample'][number]['fields']> {
  const fields = showPlanned(employeeKind, caller, line.before, line.after);
  const [named = []] = await nameReferences(services.database.db, { services, caller }, [{ kind: employeeKind, fields }]);
  return named.map(({ field, label, before, after }) => ({ field: label ?? field, before: textOf(before), after: textOf(after) }));
}

function textOf(value: Json): string | null {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? String(value['name'] ?? JSON.stringify(value)) : String(value);
}
