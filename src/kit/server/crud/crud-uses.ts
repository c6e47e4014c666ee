import { sql, type RawBuilder } from 'kysely';
import { columnOf, type AnyField, type Leaving } from '#kit/common/crud/field.ts';
import { audienceCrowdUses, audienceHeld, audienceWithout, uniteAudiences } from '../audience/audience.fields.ts';
import type { Range } from '../caller.ts';
import type { CrowdUse } from '../crowd-use.ts';
import { usesInTable, type DepartmentUse } from '../department-use.ts';
import { fieldHolding, successorOf, withoutPerson } from '../field-holding.ts';
import type { HoldingKind } from '../holdings.ts';
import type { Written } from './crud-write.ts';
import { directoryOf, departmentField } from './crud-range.ts';

type Named = [name: string, field: AnyField];

const naming = ({ contract }: Written, target: string): Named[] =>
  Object.entries(contract.fields).filter(([, { traits }]) => traits.target === target);

/** Name of an object in SQL; of a name in several languages the first. */
function nameIn({ contract, draft }: Pick<Written, 'contract' | 'draft'>): RawBuilder<string> {
  if (draft.called) return draft.called;
  const field = contract.fields[contract.name]!;
  const column = sql.ref(`t.${columnOf(contract.name, field)}`);
  return field.traits.type === 'local' ? sql<string>`${column} ->> 'zh_CN'` : sql<string>`${column}::text`;
}

/** Fields that name departments: a department that is named is in use, and where one is merged into another the ids are replaced. */
export function departmentUsesOf(entity: Written): DepartmentUse[] {
  const { contract, table } = entity;
  const audiences = audiencesOf(entity);
  const columns = [...naming(entity, 'department'), ...audiences].map(([name, field]) => columnOf(name, field));
  if (columns.length === 0) return [];
  const uses = usesInTable({ table, columns, kind: contract.kind, name: nameIn(entity) });
  const unite = audiences.length > 0 && { unite: uniteAudiences(audiences.map(([name]) => name)) };
  return [{ kind: contract.kind, title: contract.title, uses, ...unite }];
}

/** Fields that name dynamic groups: one that is named is in use. */
export function crowdUsesOf(entity: Written): CrowdUse[] {
  const { contract, table } = entity;
  const { kind, title } = contract;
  const ofAudiences = audiencesOf(entity).map(([name, field]) => ({
    kind,
    title,
    uses: audienceCrowdUses({ table, column: columnOf(name, field), name: nameIn(entity) }),
  }));
  const ofFields = naming(entity, 'crowd').map(([name, field]): CrowdUse => {
    const named = namedIn(name, field);
    return {
      kind,
      title,
      uses: sql`select named.id as crowd_id, t.id::text as id, ${nameIn(entity)} as name from ${sql.table(table)} as t, lateral (${named}) as named(id)`,
    };
  });
  return [...ofFields, ...ofAudiences];
}

/** Fields that hold audiences. */
const audiencesOf = ({ contract }: Written): Named[] =>
  Object.entries(contract.fields).filter(([, { traits }]) => traits.type === 'audience');

/** SQL query of the ids in a column of the table `t`, that holds one id or a JSON list of them. */
function namedIn(name: string, field: AnyField): RawBuilder<{ id: string }> {
  const column = sql.ref(`t.${columnOf(name, field)}`);
  return field.is.list
    ? sql`select value::uuid from jsonb_array_elements_text(${column}) as value`
    : sql`select ${column} where ${column} is not null`;
}

/** Fields that name people: what somebody who leaves is named by is handed over, emptied or deleted, as the field says. */
export function holdingsOf(entity: Written): HoldingKind[] {
  const { table } = entity;
  const ofAudiences = audiencesOf(entity).map(([name, field]) =>
    fieldHolding({
      ...holdingFacts(entity, name),
      held: audienceHeld({ table, column: columnOf(name, field), name: nameIn(entity) }),
      change: (request, fields) => ({ [name]: audienceWithout(fields[name], request) }),
    }),
  );
  const ofFields = naming(entity, 'employee').flatMap(([name, field]) => {
    const leaving = leavingOf(entity, name, field);
    if (leaving === 'keep') return [];
    return fieldHolding({
      ...holdingFacts(entity, name),
      held: (
        uids,
      ) => sql`select named.id as uid, t.id, ${nameIn(entity)} as name from ${sql.table(table)} as t, lateral (${namedIn(name, field)}) as named(id)
        where named.id = any(${uids}::uuid[])`,
      change: (request, fields) => {
        if (field.is.list) return { [name]: withoutPerson(fields[name], request) };
        const successor = successorOf(request);
        return successor === null && leaving === 'delete' ? 'delete' : { [name]: successor };
      },
    });
  });
  return [...ofFields, ...ofAudiences];
}

/** What a field that names people says of itself in the list of what somebody holds. */
function holdingFacts(entity: Written, name: string) {
  const { contract, table, kind } = entity;
  const department = departmentField(entity);
  const column = department === undefined ? undefined : columnOf(department, contract.fields[department]!);
  return {
    kind: `${contract.kind}.${name}`,
    title: contract.title,
    order: 'handOver',
    choices: ['remove', 'handOver'],
    of: kind,
    ...(column !== undefined && {
      visible: (range: Range) =>
        sql<boolean>`exists (select from ${sql.table(table)} as own where own.id = t.id and ${directoryOf(entity).departmentInRange(range, `own.${column}`)})`,
    }),
  } as const;
}

function leavingOf({ contract }: Written, name: string, { is, traits }: AnyField): Leaving {
  if (traits.leaving) return traits.leaving;
  if (is.nullable || is.list) return 'clear';
  throw new Error(`${contract.kind}.${name} always names a person: say whenLeaving('delete') or whenLeaving('keep')`);
}
