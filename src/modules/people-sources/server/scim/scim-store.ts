import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { parseFilter, type AttributePath } from './filter.ts';
import { filterSql, keyOf, sortSql } from './list-sql.ts';
import { projected, type Resource } from './resource.ts';
import { badRequest, noResource, ScimError } from './scim-error.ts';
import type { ScimCaller } from './scim-caller.ts';
import type { ScimResourceTable } from './scim.table.ts';
import { mostResults, type ResourceSchema } from './schema.ts';

export type Stored = Selectable<ScimResourceTable>;

const isId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

/** One resource of a source; 404 for what is not there or another's. */
export async function findResource(db: Db, caller: ScimCaller, schema: ResourceSchema, id: string): Promise<Stored> {
  const row = isId(id)
    ? await db
        .selectFrom('scim_resource')
        .selectAll()
        .where('id', '=', id)
        .where('source_id', '=', caller.sourceId)
        .where('kind', '=', schema.name)
        .executeTakeFirst()
    : undefined;
  if (!row) throw noResource(id);
  return row;
}

/** How a version is written (RFC 7644 3.14). */
export const etagOf = ({ version }: Pick<Stored, 'version'>): string => `W/"${version}"`;

/** Refuses with 412 when a change was meant for another version. */
export function assertVersion(row: Pick<Stored, 'version'>, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const wanted = ifMatch.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (!wanted.includes(`"${row.version}"`)) throw new ScimError(412, 'The resource was changed meanwhile');
}

/** A resource as it is answered: with its id, where it is, and of which groups somebody is a member. */
export function shown(base: string, schema: ResourceSchema, row: Stored, groups: readonly { id: string; name: string }[] = []): Resource {
  const extensions = Object.keys(schema.extensions).filter((address) => address in row.resource);
  return {
    schemas: [schema.id, ...extensions],
    id: row.id,
    ...row.resource,
    ...(groups.length > 0 && {
      groups: groups.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Groups/${id}`, type: 'direct' })),
    }),
    meta: {
      resourceType: schema.name,
      created: new Date(row.created_at).toISOString(),
      lastModified: new Date(row.updated_at).toISOString(),
      location: `${base}/${schema.endpoint}/${row.id}`,
      version: etagOf(row),
    },
  };
}

/** Groups of people, by the people's ids; `without` is a group that goes. */
export async function groupsOf(
  db: Db,
  caller: ScimCaller,
  ids: readonly string[],
  without: string | null = null,
): Promise<Map<string, { id: string; name: string }[]>> {
  const found = new Map<string, { id: string; name: string }[]>();
  if (ids.length === 0) return found;
  const { rows } = await sql<{ user: string; id: string; name: string }>`select u.id as user, g.id, g.resource ->> 'displayName' as name
    from unnest(${ids}::text[]) as u(id) join scim_resource g on g.source_id = ${caller.sourceId}::uuid and g.kind = 'Group' and g.id is distinct from ${without}::uuid
      and g.resource -> 'members' @> jsonb_build_array(jsonb_build_object('value', u.id)) order by g.created_at, g.id`.execute(db);
  for (const { user, id, name } of rows) found.set(user, [...(found.get(user) ?? []), { id, name }]);
  return found;
}

/** What a list takes (RFC 7644 3.4.2), from the address or the body of `.search`. */
export interface ListRequest {
  filter?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: string | undefined;
  startIndex?: number | undefined;
  count?: number | undefined;
  attributes?: string | undefined;
  excluded?: string | undefined;
}

const mostFilter = 2_000;

/** A page of resources of one kind. */
export async function listResources(
  { database }: Pick<Services, 'database'>,
  caller: ScimCaller,
  { schema, base, request }: { schema: ResourceSchema; base: string; request: ListRequest },
): Promise<Resource> {
  const { db } = database;
  if ((request.filter?.length ?? 0) > mostFilter) throw badRequest('invalidFilter', `The filter is longer than ${mostFilter} characters`);
  const filter = request.filter === undefined || request.filter === '' ? undefined : parseFilter(request.filter, schema);
  const from = Math.max(1, request.startIndex ?? 1);
  const size = Math.min(mostResults, Math.max(0, request.count ?? 100));
  const document = sql`(r.resource || jsonb_build_object('id', r.id, 'meta', jsonb_build_object('resourceType', r.kind,
    'created', to_char(to_timestamp(r.created_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'lastModified', to_char(to_timestamp(r.updated_at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))`;
  const key = keyOf(filter);
  const where = sql`r.source_id = ${caller.sourceId}::uuid and r.kind = ${schema.name} ${key ? sql`and ${keySql(key)}` : sql``} ${filter ? sql`and ${filterSql(filter, document)}` : sql``}`;
  const order =
    request.sortBy === undefined
      ? sql`r.id`
      : sql`${sortSql(sortPath(request.sortBy, schema), document)} ${sql.raw(request.sortOrder?.toLowerCase() === 'descending' ? 'desc' : 'asc')} nulls last, r.id`;
  const { rows } =
    await sql<Stored>`select r.* from scim_resource r where ${where} order by ${order} limit ${size} offset ${from - 1}`.execute(db);
  const counted = await sql<{ n: number }>`select count(*)::int as n from scim_resource r where ${where}`.execute(db);
  const groups =
    schema.name === 'User'
      ? await groupsOf(
          db,
          caller,
          rows.map(({ id }) => id),
        )
      : undefined;
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: counted.rows[0]?.n ?? 0,
    startIndex: from,
    itemsPerPage: rows.length,
    Resources: rows.map((row) => projected(shown(base, schema, row, groups?.get(row.id)), request)),
  };
}

/** `userName pr` reads the name as a filter does; only its path is wanted. */
function sortPath(name: string, schema: ResourceSchema): AttributePath {
  const filter = parseFilter(`${name} pr`, schema);
  return filter.op === 'pr' ? filter.path : [];
}

function keySql({ name, value }: NonNullable<ReturnType<typeof keyOf>>): RawBuilder<boolean> {
  if (name === 'userName') return sql<boolean>`lower(r.resource ->> 'userName') = ${value.toLowerCase()}`;
  if (name === 'externalId') return sql<boolean>`r.resource ->> 'externalId' = ${value}`;
  return isId(value) ? sql<boolean>`r.id = ${value}::uuid` : sql<boolean>`false`;
}
