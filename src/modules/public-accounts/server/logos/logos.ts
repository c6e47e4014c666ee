import { sql } from 'kysely';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { logo, logoSetDefault } from '../../common/logo.contract.ts';
import { assertWorks, throughAccount } from '../reach.ts';
import { drawLogo, keepLogos, smallLogos, type LogoPicture } from './logo-pictures.ts';
import { peopleByLogo } from './who-sees.ts';

const most = 50;

/** Logos of accounts. */
export const logos = crudServer(logo, {
  table: 'sno_logo',
  directory,
  range: throughAccount('sno_logo', 'manage'),
  check: async (tx, _caller, operations) => {
    const gone = operations.flatMap(({ action, id }) => (action === 'delete' ? [id] : []));
    const { rows } = await sql`select from sno_logo own where own.id = any(${gone}::uuid[]) and own.standard and exists (
      select from sno_logo other where other.sno_id = own.sno_id and not other.id = any(${gone}::uuid[]))`.execute(tx);
    if (rows.length > 0) throw new Refusal(15003);
    for (const { action, after } of operations) if (action === 'create' && after?.snoId !== undefined) await assertRoom(tx, after.snoId);
    return new Map();
  },
  usedBy: async (tx, ids) => {
    const { rows } = await sql<{ logo: string; id: string; name: string }>`select logo_id as logo, id, name from sno_logo_role
      where logo_id = any(${[...ids]}::uuid[])`.execute(tx);
    return new Map(
      [...Map.groupBy(rows, (row) => row.logo)].map(([id, uses]) => [
        id,
        uses.map((use) => ({ kind: 'snoLogoRole', id: use.id, name: use.name })),
      ]),
    );
  },
  rows: async ({ db }, objects) => {
    const pictures = await smallLogos(
      db,
      objects.flatMap(({ fileId, darkFileId }) => [fileId, ...(darkFileId === null ? [] : [darkFileId])]),
    );
    const people = new Map<string, number>();
    for (const snoId of new Set(objects.map((one) => one.snoId))) for (const [id, n] of await peopleByLogo(db, snoId)) people.set(id, n);
    return objects.map(({ id, fileId, darkFileId }) => ({
      light: pictures.get(fileId) ?? '',
      dark: darkFileId === null ? null : (pictures.get(darkFileId) ?? null),
      people: people.get(id) ?? 0,
    }));
  },
});

async function assertRoom(tx: Tx, snoId: string): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sno_logo where sno_id = ${snoId}::uuid`.execute(tx);
  if (rows[0]!.n >= most)
    throw new InvalidInput([{ path: 'name', namespace: 'public-accounts', key: 'issue.tooMany', params: { n: most } }]);
}

/** The pictures of files that were named, made before anything is written. */
async function drawn(call: Call, ids: readonly (string | null | undefined)[]): Promise<LogoPicture[]> {
  const pictures: LogoPicture[] = [];
  for (const id of ids) if (typeof id === 'string' && !(await isKept(call.db, id))) pictures.push(await drawLogo(call, id));
  return pictures;
}

async function isKept(db: Db, fileId: string): Promise<boolean> {
  return (await db.selectFrom('sno_picture').select('file_id').where('file_id', '=', fileId).executeTakeFirst()) !== undefined;
}

/** Makes a logo the standard one in the place of the present one. */
async function setStandard(tx: Tx, call: Call, { id, snoId }: { id: string; snoId: string }): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select id from sno_logo where sno_id = ${snoId}::uuid and standard and id <> ${id}::uuid`.execute(tx);
  const kind = logos.kind as Kind;
  // One after the other: two at once would be refused by the index.
  for (const other of rows) await changeObjects(tx, call.caller, kind, [{ id: other.id, version: null, fields: { standard: false } }]);
  await changeObjects(tx, call.caller, kind, [{ id, version: null, fields: { standard: true } }]);
}

async function accountOf(call: Call, id: string): Promise<string> {
  const range = call.caller.scope();
  const row = await call.db.selectFrom('sno_logo').select('sno_id').where('id', '=', id).executeTakeFirst();
  if (!row) throw range.all ? notFound() : outOfRange();
  return row.sno_id;
}

/** Logos: what is sent is made to pictures first; the first logo of an account is the standard one. */
export const logoRoutes: Readonly<Record<'add' | 'update' | 'list' | 'delete', BoundRoute>> & { setDefault: BoundRoute } = {
  ...logos.routes,
  add: handle(logo.add, async (call, input) => {
    await assertWorks(call.db, call.caller.scope(), input.snoId, 'manage');
    const pictures = await drawn(call, [input.fileId, input.darkFileId]);
    return call.write(async (tx) => {
      await sql`select from sno where id = ${input.snoId}::uuid for update`.execute(tx);
      const added = await logos.add(tx, call, input);
      await keepLogos(tx, pictures);
      const { rows } = await sql`select from sno_logo where sno_id = ${input.snoId}::uuid and standard`.execute(tx);
      if (rows.length === 0) await setStandard(tx, call, { id: added.id, snoId: input.snoId });
      return added;
    });
  }),
  update: handle(logo.update, async (call, input) => {
    await assertWorks(call.db, call.caller.scope(), await accountOf(call, input.id), 'manage');
    const pictures = await drawn(call, [input.fileId, input.darkFileId]);
    return call.write(async (tx) => {
      await logos.update(tx, call, input);
      await keepLogos(tx, pictures);
      return logos.one({ ...call, db: tx }, input.id);
    });
  }),
  setDefault: handle(logoSetDefault, async (call, { id }) => {
    const snoId = await accountOf(call, id);
    await assertWorks(call.db, call.caller.scope(), snoId, 'manage');
    return call.write(async (tx) => {
      await sql`select from sno where id = ${snoId}::uuid for update`.execute(tx);
      await setStandard(tx, call, { id, snoId });
      return { count: 1 };
    });
  }),
};
