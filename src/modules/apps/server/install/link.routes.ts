import { sql } from 'kysely';
import { toString as qrText } from 'qrcode';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { linkAdd, linkList, linkRevoke } from '../../common/release.contract.ts';
import { appInRange, findApp } from '../public.ts';
import { findVersion } from '../release/rollout.service.ts';
import { originOf, tokenOf } from './token.ts';

const dayMillis = 86_400_000;

interface Row {
  id: string;
  until: number;
  installs: number;
  maxInstalls: number | null;
  revokedAt: number | null;
  createdAt: number;
}

/** Install links: made, listed with their QR codes, and ended. */
export const linkRoutes: readonly BoundRoute[] = [
  handle(linkList, async (call, { appId, versionId }) => {
    await findApp(call.db, call.caller, appId);
    const { rows } =
      await sql<Row>`select id, until, installs, max_installs as "maxInstalls", revoked_at as "revokedAt", created_at as "createdAt"
      from install_link where app_id = ${appId}::uuid and (${versionId ?? null}::uuid is null or version_id = ${versionId ?? null}::uuid)
      order by created_at desc limit 50`.execute(call.db);
    return { list: await Promise.all(rows.map((row) => linkView(call, row))) };
  }),
  handle(linkAdd, ({ caller, services, write }, { appId, versionId, days, maxInstalls }) =>
    write(async (tx) => {
      const { appKey } = await findApp(tx, caller, appId);
      if (versionId !== undefined && (await findVersion(tx, caller, versionId)).app_id !== appId) throw notFound();
      const [id, now] = [newId(), services.now()];
      await sql`insert into install_link (id, app_id, version_id, until, max_installs, installs, version, created_at, created_by, updated_at, updated_by)
        values (${id}::uuid, ${appId}::uuid, ${versionId ?? null}, ${now + days * dayMillis}, ${maxInstalls}, 0, 1, ${now}, ${caller.uid}, ${now}, ${caller.uid})`.execute(
        tx,
      );
      caller.touch({ kind: 'app', id: appId, name: appKey });
      return { id };
    }),
  ),
  handle(linkRevoke, ({ caller, services, write }, { id }) =>
    write(async (tx) => {
      const range = caller.scope();
      const { rows } = await sql<{ app_id: string }>`update install_link t set revoked_at = ${services.now()}, version = version + 1
        where id = ${id}::uuid and revoked_at is null and ${appInRange(range, 't.app_id')} returning app_id`.execute(tx);
      if (!rows[0]) throw range.all ? notFound() : outOfRange();
      caller.touch({ kind: 'app', id: rows[0].app_id, name: 'link' });
      return { count: rows.length };
    }),
  ),
];

async function linkView({ services, request }: Call, row: Row) {
  const token = tokenOf(services, { kind: 'l', id: row.id, until: row.until });
  const address = `${originOf(services, `${request.protocol}://${request.host}`)}/install/${token}`;
  return { ...row, address, qr: await qrText(address, { type: 'svg', margin: 1 }) };
}
