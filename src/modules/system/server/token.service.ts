import { sql } from 'kysely';
import { codesOf, type Parsed, type Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { pathInRange, type Grants, type Range } from '#kit/server/caller.ts';
import { containing } from '#kit/server/read-page.ts';
import { namesOf, type RoleCall } from '#kit/server/access/role.view.ts';
import { newId } from '#kit/server/ids.ts';
import type { Call } from '#kit/server/handle.ts';
import type { Services } from '#kit/server/services.ts';
import { InvalidInput, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { newApiToken } from '#kit/server/session/api-token.ts';
import { mostTokenDays, mostTokens, type tokenAdd, type tokenCodes, type tokenList } from '../common/token.contract.ts';

const dayMillis = 86_400_000;

/** Everybody is in range (10910 else). */
export async function assertInRange({ db, caller, services }: RoleCall, ids: readonly string[]): Promise<void> {
  const { rows } =
    await sql`select from unnest(${[...ids]}::uuid[]) as p(id) where not ${services.directory.employeeInRange(caller.scope(), 'p.id')}`.execute(
      db,
    );
  if (rows.length > 0) throw outOfRange();
}

interface Row {
  id: string;
  name: string;
  employeeId: string;
  prefix: string;
  codes: string[];
  stepUps: string[];
  networks: string[];
  expiresAt: number;
  lastUsedAt: number | null;
  lastAddress: string | null;
  createdAt: number;
  createdBy: string;
}

const orders = {
  name: sql`lower(name)`,
  expiresAt: sql`expires_at`,
  lastUsedAt: sql`coalesce(last_used_at, 0)`,
  createdAt: sql`created_at`,
};

/** Tokens of people in range, the newest first unless said. */
export async function listTokens(call: RoleCall, input: Parsed<typeof tokenList>): Promise<Reply<typeof tokenList>> {
  const { db, caller, services } = call;
  const now = services.now();
  const range = caller.scope();
  const hits = input.text ? (await services.directory.searchPeople(db, range, input.text, 500)).map(({ id }) => id) : [];
  const parts = [services.directory.employeeInRange(range, 'api_token.employee_id')];
  if (input.text) parts.push(sql`(name ilike ${containing(input.text)} or prefix = ${input.text} or employee_id = any(${hits}::uuid[]))`);
  if (input.employeeId) parts.push(sql`employee_id = ${input.employeeId}`);
  if (input.state) parts.push(input.state === 'active' ? sql`expires_at > ${now}` : sql`expires_at <= ${now}`);
  const from = sql`from api_token where ${sql.join(parts, sql` and `)}`;
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db);
  const name = (input.sort ?? '-createdAt').replace(/^-/, '');
  const order = name in orders ? orders[name as keyof typeof orders] : orders.createdAt;
  const { rows } =
    await sql<Row>`select id, name, employee_id as "employeeId", prefix, codes, step_ups as "stepUps", networks, expires_at as "expiresAt",
      last_used_at as "lastUsedAt", last_address as "lastAddress", created_at as "createdAt", created_by as "createdBy" ${from}
    order by ${order} ${(input.sort ?? '-').startsWith('-') ? sql`desc` : sql`asc`}, id
    limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`.execute(db);
  const total = counted[0]?.n ?? 0;
  return { list: await viewsOf(call, rows), total, pages: Math.ceil(total / input.pageSize) };
}

async function viewsOf(call: RoleCall, rows: readonly Row[]): Promise<Reply<typeof tokenList>['list']> {
  const { db, caller, services } = call;
  const people = await services.directory.people(
    db,
    rows.map(({ employeeId }) => employeeId),
    caller.language,
    caller.scope(),
  );
  const by = await namesOf(
    call,
    rows.map(({ createdBy }) => createdBy),
  );
  const list = [];
  for (const row of rows) {
    const person = await services.directory.byUid(db, row.employeeId);
    const grants = await services.access.grants(row.employeeId);
    const state = row.expiresAt <= services.now() ? 'expired' : 'active';
    list.push({
      ...row,
      employeeName: people.get(row.employeeId)?.name ?? person?.name ?? '',
      account: person?.account ?? '',
      effective: row.codes.filter((code) => holds(grants, code)).length,
      state: person?.mayEnter ? (state as 'active' | 'expired') : ('barred' as const),
      createdBy: by(row.createdBy),
    });
  }
  return list;
}

const holds = (grants: Grants, code: string): boolean => grants.superAdmin || grants.codes.has(code);

/** Whether all that lies in one range lies in the other too. */
function isWithin(inner: Range, outer: Range): boolean {
  if (outer.all) return true;
  if (inner.all || (inner.self && !(outer.self && outer.uid === inner.uid))) return false;
  // A subtree is more than the department at its top.
  return (
    inner.paths.every((path) => pathInRange({ ...outer, exact: [] }, path)) && (inner.exact ?? []).every((path) => pathInRange(outer, path))
  );
}

/** What stops the caller from giving a token of this person this code: through it the caller could do no more than now. */
function hindrance(caller: Grants, person: Grants, code: string): 'missing' | 'wider' | undefined {
  if (!holds(person, code) || !holds(caller, code)) return 'missing';
  if (caller.superAdmin) return undefined;
  const [own, theirs] = [caller.codes.get(code), person.superAdmin ? ({ all: true } as const) : person.codes.get(code)];
  return own && theirs && isWithin(theirs, own) ? undefined : 'wider';
}

/** What a new token of a person may be given. */
export async function codesFor(call: RoleCall, employeeId: string): Promise<Reply<typeof tokenCodes>> {
  const { db, caller, services } = call;
  await assertInRange(call, [employeeId]);
  const grants = await services.access.grants(employeeId);
  const rows = await db
    .selectFrom('resource')
    .select(['code', 'names', 'parent', 'kind', 'dangerous'])
    .where('retired_at', 'is', null)
    .orderBy('order_no')
    .orderBy('code')
    .execute();
  const given = new Set(rows.filter(({ code }) => !hindrance(caller.grants, grants, code)).map(({ code }) => code));
  // What stands above something that can be given shows where it stands.
  const parents = new Map(rows.map(({ code, parent }) => [code, parent]));
  const shown = new Set(given);
  for (const code of given) for (let at = parents.get(code); at && !shown.has(at); at = parents.get(at)) shown.add(at);
  return {
    stepUps: stepUpsBehind(services, given).map(({ word, codes }) => ({
      word,
      name: services.words.action(word, caller.language),
      codes: [...codes],
    })),
    list: rows
      .filter(({ code }) => shown.has(code))
      .map(({ names, ...row }) => ({ ...row, name: pick(names, caller.language), kind: given.has(row.code) ? row.kind : 'folder' })),
  };
}

/** What asks for the password again and a token that names it may do all the same, where one of these codes opens it. */
function stepUpsBehind({ operations }: Pick<Services, 'operations'>, codes: ReadonlySet<string>): { word: string; codes: string[] }[] {
  const byWord = new Map<string, Set<string>>();
  for (const operation of operations) {
    if (!operation.stepUp || operation.inPerson || operation.byToken || !operation.audit) continue;
    const opening = codesOf(operation.access).filter((code) => codes.has(code));
    if (opening.length > 0) byWord.set(operation.audit, new Set([...(byWord.get(operation.audit) ?? []), ...opening]));
  }
  return [...byWord].map(([word, opening]) => ({ word, codes: [...opening] })).toSorted((one, other) => (one.word < other.word ? -1 : 1));
}

/** Makes a token; answers it this once. */
export async function addToken(call: Call, input: Parsed<typeof tokenAdd>): Promise<Reply<typeof tokenAdd>> {
  const { caller, services } = call;
  const { employeeId, codes, stepUps, expiresAt } = input;
  const now = services.now();
  await assertInRange(call, [employeeId]);
  const person = await services.directory.byUid(call.db, employeeId);
  if (!person?.mayEnter) throw notFound();
  if (expiresAt <= now || expiresAt > now + mostTokenDays * dayMillis) throw mistake('expiresAt', 'token.end', { days: mostTokenDays });
  const grants = await services.access.grants(employeeId);
  if (grants.superAdmin && !caller.grants.superAdmin) throw new Refusal(11006);
  for (const code of codes) {
    const why = hindrance(caller.grants, grants, code);
    if (why) throw new Refusal(why === 'wider' ? 11008 : 11005, { code }, { code });
  }
  const offered = stepUpsBehind(services, new Set(codes)).map(({ word }) => word);
  const foreign = stepUps.filter((word) => !offered.includes(word));
  if (foreign.length > 0) throw mistake('stepUps', 'token.stepUp', { names: foreign.join(', ') });
  return call.write(async (tx) => {
    // One person's tokens are counted one after another.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`token:${employeeId}`}, 0))`.execute(tx);
    const { n } = await tx
      .selectFrom('api_token')
      .select((has) => has.fn.countAll<number>().as('n'))
      .where('employee_id', '=', employeeId)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (n >= mostTokens) throw mistake('employeeId', 'token.tooMany', { maximum: mostTokens });
    const { token, hash, prefix } = newApiToken();
    const id = newId();
    await tx
      .insertInto('api_token')
      .values({
        id,
        name: input.name,
        employee_id: employeeId,
        codes,
        step_ups: stepUps,
        networks: input.networks,
        token_hash: hash,
        prefix,
        expires_at: expiresAt,
        last_used_at: null,
        last_address: null,
        created_at: now,
        created_by: caller.uid,
      })
      .execute();
    caller.touch({ kind: 'apiToken', id, name: input.name });
    caller.touch({ kind: 'employee', id: employeeId, name: person.name });
    caller.note({ prefix, codes: codes.length, stepUps, networks: input.networks, expiresAt });
    return { id, token };
  });
}

const mistake = (path: string, key: string, params: Record<string, unknown>): InvalidInput =>
  new InvalidInput([{ path, namespace: 'system', key, params }]);

/** Deletes tokens of people in range. */
export async function removeTokens(call: Call, ids: readonly string[]): Promise<number> {
  const rows = await call.db
    .selectFrom('api_token')
    .select(['id', 'name', 'employee_id'])
    .where('id', 'in', [...ids])
    .execute();
  await assertInRange(
    call,
    rows.map(({ employee_id }) => employee_id),
  );
  if (rows.length < ids.length) throw call.caller.scope().all ? notFound() : outOfRange();
  return call.write(async (tx) => {
    const gone = await tx
      .deleteFrom('api_token')
      .where('id', 'in', [...ids])
      .returning(['id', 'name'])
      .execute();
    for (const { id, name } of gone) call.caller.touch({ kind: 'apiToken', id, name });
    return gone.length;
  });
}
