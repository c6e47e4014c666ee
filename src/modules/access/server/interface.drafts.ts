import { createHash } from 'node:crypto';
import type { Json } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call, Services } from '#kit/server/services.ts';
import type { Caller } from '#kit/server/caller.ts';
import { InvalidInput, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { connectionOf, definition as definitionSchema, isWriting, type Definition, type InterfaceKind } from '../common/definition.ts';
import type { Finding } from '../common/interface.contract.ts';
import type { ApiInterfaceTable } from './access.table.ts';
import { checkDraft, type DraftFacts, type RawFinding } from './draft-check.ts';
import { interfaces } from './interfaces.ts';
import { gatewaySettings } from './settings.ts';
import { assertSystem } from './through-system.ts';

/** One interface in range; 10404 for who sees everything, else 10910. */
export async function interfaceInRange(db: Db, caller: Caller, id: string): Promise<ApiInterfaceTable> {
  const range = caller.scope();
  const row = await db.selectFrom('api_interface').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw range.all ? notFound() : outOfRange();
  await assertSystem(db, range, row.system_id);
  return row;
}

/** A stored definition, with what later versions of the product added. */
export const readDefinition = (stored: unknown): Definition => definitionSchema.parse(stored);

/** SHA-256 of a definition in a fixed order of its keys. */
export const hashOf = (value: Definition): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(value)))
    .digest('hex');

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, ordered(inner)]),
  );
}

/** What the check of a draft knows of what it names. */
export async function factsFor(db: Db, prefixId: string, { target }: Definition): Promise<DraftFacts> {
  const [params, prefix] = await Promise.all([
    db.selectFrom('global_param').select('name').where('enabled', '=', true).execute(),
    db.selectFrom('interface_prefix').select('addresses').where('id', '=', prefixId).executeTakeFirst(),
  ]);
  const id = connectionOf(target);
  return {
    globals: new Set(params.map(({ name }) => name)),
    addresses: prefix?.addresses.length ?? 0,
    ...(id !== null && { connection: await connectionFacts(db, target.kind, id) }),
  };
}

async function connectionFacts(db: Db, kind: InterfaceKind, id: string): Promise<DraftFacts['connection']> {
  if (kind === 'database') {
    const row = await db.selectFrom('access_database').select(['kind', 'enabled', 'allow_write']).where('id', '=', id).executeTakeFirst();
    return row && { kind: row.kind, enabled: row.enabled, allowWrite: row.allow_write };
  }
  const table = ({ soap: 'access_soap', sap: 'access_sap', dubbo: 'access_dubbo' } as const)[kind as 'soap' | 'sap' | 'dubbo'];
  const row = await db.selectFrom(table).select('enabled').where('id', '=', id).executeTakeFirst();
  return row && { kind, enabled: row.enabled };
}

/** The findings of a draft in the reader's language. */
export async function findingsOf(
  db: Db,
  { services, caller }: Pick<Call, 'services' | 'caller'>,
  prefixId: string,
  draft: Definition,
): Promise<Finding[]> {
  return worded(services, caller, checkDraft(draft, await factsFor(db, prefixId, draft)));
}

const worded = (services: Pick<Services, 'texts'>, { language }: Pick<Caller, 'language'>, raw: readonly RawFinding[]): Finding[] =>
  raw.map(({ level, code, path, key, params = {} }) => ({
    level,
    ...(code !== undefined && { code }),
    path,
    message: services.texts.text(language, 'access', key, params),
  }));

/** What of a connection lies outside the range of who names it is not named by them. */
async function assertConnection(db: Db, caller: Caller, { target }: Definition): Promise<void> {
  const id = connectionOf(target);
  const range = caller.scope();
  if (id === null || range.all) return;
  const { directory } = await import('./directory.ts');
  const { sql } = await import('kysely');
  const table = { database: 'access_database', soap: 'access_soap', sap: 'access_sap', dubbo: 'access_dubbo', http: '' }[target.kind];
  const { rows } =
    await sql`select from ${sql.table(table)} as t where t.id = ${id}::uuid and ${directory.departmentInRange(range, 't.owner_dept_id')}`.execute(
      db,
    );
  if (rows.length === 0) throw outOfRange();
}

export interface NewInterface {
  readonly prefixId: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
  readonly callers: ('terminals' | 'systems' | 'internal')[];
  readonly ownerId: string | null;
  readonly definition: Definition;
}

/** Adds an interface as a draft; 14001 where its path is taken. */
export async function addInterface(tx: Tx, call: Pick<Call, 'caller' | 'services'>, draft: NewInterface): Promise<{ id: string }> {
  const range = call.caller.scope();
  const prefix = await tx.selectFrom('interface_prefix').select(['id', 'system_id']).where('id', '=', draft.prefixId).executeTakeFirst();
  if (!prefix) throw range.all ? new InvalidInput([{ path: 'prefixId', namespace: 'access', key: 'issue.noPrefix' }]) : outOfRange();
  await assertSystem(tx, range, prefix.system_id);
  await assertConnection(tx, call.caller, draft.definition);
  const taken = await tx
    .selectFrom('api_interface')
    .select('name')
    .where('prefix_id', '=', prefix.id)
    .where((eb) => eb(eb.fn<string>('lower', ['code']), '=', draft.code.toLowerCase()))
    .executeTakeFirst();
  if (taken) throw new Refusal(14001, { interface: taken.name }, { field: 'code' });
  const own = {
    kind: draft.definition.target.kind,
    systemId: prefix.system_id,
    isWrite: isWriting(draft.definition),
    cacheOn: draft.definition.cache.on,
    logLevel: (await gatewaySettings.read(tx)).logLevel,
  };
  return interfaces.add(tx, call, { ...draft, ...own, ownerId: draft.ownerId ?? (await employeeOrNull(tx, call.caller.uid)) });
}

/** Who adds an interface owns it, where that is an employee. */
const employeeOrNull = async (tx: Tx, uid: string): Promise<string | null> => {
  const { sql } = await import('kysely');
  const { rows } = await sql<{ id: string }>`select id from employee where id = ${uid}::uuid`.execute(tx);
  return rows[0]?.id ?? null;
};

export interface DraftChange {
  readonly id: string;
  readonly version: number;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: string[] | undefined;
  readonly callers?: ('terminals' | 'systems' | 'internal')[] | undefined;
  readonly ownerId?: string | null | undefined;
  readonly definition?: Definition | undefined;
}

/** Saves the draft of an interface; nothing changes at run time but its name and who may call it. */
export async function saveDraft(
  tx: Tx,
  call: Pick<Call, 'caller' | 'services'>,
  kind: InterfaceKind,
  change: DraftChange,
): Promise<number> {
  const { id, version, definition, ...rest } = change;
  const row = await interfaceInRange(tx, call.caller, id);
  if (row.kind !== kind) throw notFound();
  if (definition) await assertConnection(tx, call.caller, definition);
  const fields: Record<string, unknown> = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (definition) {
    const live = await liveDefinition(tx, row);
    fields['definition'] = definition;
    fields['draftDiffers'] = live === undefined || hashOf(live) !== hashOf(definition);
  }
  const [state] = await changeObjects(tx, call.caller, interfaces.kind, [{ id, version, fields: fields as Record<string, Json> }]);
  return state?.version ?? version;
}

/** The live version of an interface. */
export async function liveDefinition(db: Db, row: Pick<ApiInterfaceTable, 'id' | 'live_version_no'>): Promise<Definition | undefined> {
  if (row.live_version_no === null) return undefined;
  return versionDefinition(db, row.id, row.live_version_no);
}

/** One version of an interface. */
export async function versionDefinition(db: Db, id: string, no: number): Promise<Definition | undefined> {
  const row = await db
    .selectFrom('interface_version')
    .select('definition')
    .where('interface_id', '=', id)
    .where('no', '=', no)
    .executeTakeFirst();
  return row && readDefinition(row.definition);
}
