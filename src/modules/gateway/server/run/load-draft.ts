import type { Db } from '#kit/server/directory.ts';
import type { Caller } from '#kit/server/caller.ts';
import { sql } from 'kysely';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { Definition } from '#modules/access/common/definition.ts';
import { isWriting } from '#modules/access/common/definition.ts';
import { assertSystem, interfaceInRange, readDefinition, gatewaySettings, versionDefinition } from '#modules/access/server/public.ts';
import { prefixOf } from '../table/snapshot.ts';
import type { Loaded } from './context.ts';

/** What is tried: a saved interface as it is, in a version, or with another definition; or a definition under a prefix. */
export interface DraftWanted {
  readonly id?: string | undefined;
  readonly no?: number | undefined;
  readonly prefixId?: string | undefined;
  readonly definition?: Definition | undefined;
}

/** What is tried in the shape in which it would run; in the range of who tries it. */
export async function loadDraft(db: Db, caller: Caller, wanted: DraftWanted): Promise<Loaded> {
  const row = wanted.id === undefined ? undefined : await interfaceInRange(db, caller, wanted.id);
  const prefixId = row?.prefix_id ?? wanted.prefixId;
  const range = caller.scope();
  if (prefixId === undefined) throw range.all ? notFound() : outOfRange();
  const { rows } = await sql<{
    row: Record<string, unknown> & { system_id: string };
  }>`select to_jsonb(p) as row from interface_prefix p where id = ${prefixId}::uuid`.execute(db);
  const prefix = rows[0]?.row;
  await assertSystem(db, range, prefix?.system_id);
  const system = await db.selectFrom('access_system').selectAll().where('id', '=', prefix!.system_id).executeTakeFirstOrThrow();
  const stored = row && (wanted.no === undefined ? readDefinition(row.definition) : await versionDefinition(db, row.id, wanted.no));
  const definition = wanted.definition ?? stored;
  if (!definition) throw notFound();
  return {
    id: row?.id ?? '00000000-0000-0000-0000-000000000000',
    name: row?.name ?? '',
    kind: definition.target.kind,
    path: `${system.code}/${String(prefix!['code'])}/${row?.code ?? '?'}`,
    versionNo: wanted.definition ? 0 : (wanted.no ?? 0),
    definition,
    prefix: prefixOf(prefix!),
    system: { id: system.id, code: system.code, name: system.name, ownerDeptId: system.owner_dept_id, enabled: system.enabled },
    enabled: true,
    isWrite: isWriting(definition),
    callers: row?.callers ?? ['terminals', 'systems'],
    openUntil: null,
    log: { on: true, level: 'full', until: null, keep: false },
    settings: await gatewaySettings.read(db),
  };
}
