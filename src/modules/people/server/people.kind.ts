import { sql } from 'kysely';
import type { Range } from '#kit/server/caller.ts';
import type { Kind, Operation, State } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { departmentKind } from './department/department.kind.ts';
import { assignmentsOf } from './employee/employee.columns.ts';
import { employeeKind } from './employee/employee.kind.ts';

/** Whether an operation is about a department: only these have a parent. */
const isDepartment = ({ before, after }: Operation): boolean => [before, after].some((fields) => fields !== null && 'parentId' in fields);

interface Part {
  indexes: number[];
  operations: Operation[];
}

function split(operations: readonly Operation[]): { departments: Part; people: Part } {
  const parts = {
    departments: { indexes: [] as number[], operations: [] as Operation[] },
    people: { indexes: [] as number[], operations: [] as Operation[] },
  };
  operations.forEach((operation, index) => {
    const part = isDepartment(operation) ? parts.departments : parts.people;
    part.indexes.push(index);
    part.operations.push(operation);
  });
  return parts;
}

/** People whose assignments name only departments that are there, or are made by the same operations: the latter are looked at when written. */
export function withoutNew(operations: readonly Operation[], made: ReadonlySet<string>): Operation[] {
  if (made.size === 0) return [...operations];
  return operations.map((operation) => {
    const all = assignmentsOf(operation.after);
    if (!all.some(({ departmentId }) => made.has(departmentId))) return operation;
    const { assignments: _left, ...after } = operation.after ?? {};
    const known = all.filter(({ departmentId }) => !made.has(departmentId));
    // Without a known department the rules of assignments have nothing to look at: it is no creation for them.
    return {
      ...operation,
      action: 'change' as const,
      before: null,
      after: known.some(({ primary }) => primary) ? { ...after, assignments: known.map((one) => ({ ...one })) } : after,
    };
  });
}

/** People without managers whom earlier lines or the same ones make: whoever made the plan looked at them, and `write` looks whether they are there. */
function withoutNewManagers(operations: readonly Operation[], isMade: (id: string) => boolean): Operation[] {
  const same = new Set(operations.filter(({ action }) => action === 'create').map(({ id }) => id));
  return operations.map((operation) => {
    const { managerId, ...after } = operation.after ?? {};
    return typeof managerId === 'string' && (same.has(managerId) || isMade(managerId)) ? { ...operation, after } : operation;
  });
}

/** Refuses people who would be led by nobody: the line that was to make their manager failed. */
async function assertManagersThere(tx: Tx, operations: readonly Operation[]): Promise<void> {
  const same = new Set(operations.map(({ id }) => id));
  const named = operations.flatMap(({ after }) => (typeof after?.['managerId'] === 'string' ? [after['managerId']] : []));
  const wanted = [...new Set(named)].filter((id) => !same.has(id));
  if (wanted.length === 0) return;
  const { rows } = await sql<{ n: number }>`select count(*) as n from employee where id = any(${wanted}::uuid[])`.execute(tx);
  if (rows[0]!.n < wanted.length) throw new InvalidInput([{ path: 'managerId', namespace: 'user-centre', key: 'issue.managerUnknown' }]);
}

/** Departments without those below one that earlier lines of the plan make: those are looked at when they are written. */
function belowKnown(part: Part, planned: ReadonlySet<string>): Part {
  const keep = part.operations.map(({ after }) => !planned.has(String(after?.['parentId'])));
  return { indexes: part.indexes.filter((_, at) => keep[at]), operations: part.operations.filter((_, at) => keep[at]) };
}

let both: { readonly departments: Kind['fields']; readonly people: Kind['fields']; readonly all: Kind['fields'] } | undefined;

/** Fields of both, made again when either has others: extra fields are defined while the product runs. */
function fieldsOfBoth(): Kind['fields'] {
  const [departments, people] = [departmentKind.fields, employeeKind.fields];
  if (both?.departments !== departments || both.people !== people) both = { departments, people, all: { ...departments, ...people } };
  return both.all;
}

/**
 * People together with the departments that an import makes for them: departments are written first and journaled as what they are.
 * `planned` holds departments that the same plan makes in earlier lines, `isMade` tells of managers whom it makes in whatever line.
 */
export function peopleKind(planned: ReadonlySet<string> = new Set(), isMade: (id: string) => boolean = () => false): Kind {
  const newOnes = (part: Part): Set<string> =>
    new Set([...planned, ...part.operations.filter(({ action }) => action === 'create').map(({ id }) => id)]);
  return {
    ...employeeKind,
    get fields() {
      return fieldsOfBoth();
    },
    kindOf: (operation) => (isDepartment(operation) ? departmentKind : employeeKind),
    read: async (tx, ids, lock) => {
      const people = await employeeKind.read(tx, ids, lock);
      return people.size === new Set(ids).size
        ? people
        : new Map<string, State>([...people, ...(await departmentKind.read(tx, ids, lock))]);
    },
    write: async (tx, caller, operations) => {
      const { departments, people } = split(operations);
      if (departments.operations.length > 0) await departmentKind.write(tx, caller, departments.operations);
      if (people.operations.length === 0) return;
      await assertManagersThere(tx, people.operations);
      await employeeKind.write(tx, caller, people.operations);
    },
    prepare: (operations) => employeeKind.prepare?.(split(operations).people.operations),
    check: async (tx, caller, operations) => {
      const { departments, people } = split(operations);
      const made = newOnes(departments);
      const placed = belowKnown(departments, planned);
      const found = new Map(
        [...((placed.operations.length > 0 && (await departmentKind.check?.(tx, caller, placed.operations))) || [])].map(([at, issues]) => [
          placed.indexes[at]!,
          issues,
        ]),
      );
      if (people.operations.length === 0) return found;
      const known = withoutNewManagers(withoutNew(people.operations, made), isMade);
      for (const [at, issues] of (await employeeKind.check?.(tx, caller, known)) ?? []) found.set(people.indexes[at]!, issues);
      return found;
    },
    outside: (tx, range, operations) => {
      const { departments, people } = split(operations);
      const led = { ...people, operations: withoutNewManagers(people.operations, isMade) };
      return outside(tx, range, { departments: belowKnown(departments, planned), people: led }, newOnes(departments));
    },
    impact: async (tx, caller, operations) => {
      const { departments, people } = split(operations);
      return {
        ...(departments.operations.length > 0 && {
          departments: departments.operations.length,
          ...(await departmentKind.impact?.(tx, caller, departments.operations)),
        }),
        // How many of which, where the counts of a batch name both together.
        ...(departments.operations.length > 0 && people.operations.length > 0 && { people: people.operations.length }),
        ...(people.operations.length > 0 && (await employeeKind.impact?.(tx, caller, people.operations))),
      };
    },
  };
}

async function outside(
  tx: Tx,
  range: Range,
  { departments, people }: { departments: Part; people: Part },
  made: ReadonlySet<string>,
): Promise<Set<number>> {
  const found = new Set<number>();
  if (range.all) return found;
  for (const at of await departmentKind.outside(tx, range, departments.operations)) found.add(departments.indexes[at]!);
  // A new department lies in the range because its parent does; people in it are judged by their other departments.
  const judged = people.operations.map((operation) => {
    const all = assignmentsOf(operation.after);
    const known = all.filter(({ departmentId }) => !made.has(departmentId));
    return {
      operation: {
        ...operation,
        after:
          operation.after && 'assignments' in operation.after
            ? { ...operation.after, assignments: known.map((one) => ({ ...one })) }
            : operation.after,
      },
      onlyNew: all.length > 0 && known.length === 0,
    };
  });
  const rest = judged.flatMap(({ operation, onlyNew }, at) => (onlyNew && operation.action === 'create' ? [] : [{ operation, at }]));
  for (const at of await employeeKind.outside(
    tx,
    range,
    rest.map(({ operation }) => operation),
  ))
    found.add(people.indexes[rest[at]!.at]!);
  return found;
}
