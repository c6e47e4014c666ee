import { sql } from 'kysely';
import { toString as qrText } from 'qrcode';
import { pick } from '#kit/common/language.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { inPasswordQueue } from '#kit/server/session/credentials.ts';
import { hashPassword } from '#platform/password/password.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { linkAdd, linkList, linkRevoke } from '../../common/release.contract.ts';
import { appInRange, findApp } from '../public.ts';
import { findVersion } from '../release/find-version.ts';
import { installLinkKind } from './link.kind.ts';
import { originOf, tokenOf } from './token.ts';

const dayMillis = 86_400_000;

interface Row {
  id: string;
  name: string;
  hasPassword: boolean;
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
      await sql<Row>`select id, name, password_hash is not null as "hasPassword", until, installs, max_installs as "maxInstalls", revoked_at as "revokedAt", created_at as "createdAt"
      from install_link where app_id = ${appId}::uuid and (${versionId ?? null}::uuid is null or version_id = ${versionId ?? null}::uuid)
      order by created_at desc limit 50`.execute(call.db);
    return { list: await Promise.all(rows.map((row) => linkView(call, row))) };
  }),
  handle(linkAdd, async ({ caller, services, write }, { appId, versionId, days, maxInstalls, name, password }) => {
    const passwordHash = password === undefined ? null : await inPasswordQueue(() => hashPassword(password));
    return write(async (tx) => {
      const app = await findApp(tx, caller, appId);
      const version = versionId === undefined ? undefined : await findVersion(tx, caller, versionId);
      if (version && version.app_id !== appId) throw notFound();
      const usual = [pick(app.name, caller.language), ...(version ? [version.version_name] : [])].join(' ');
      const [until, id] = [services.now() + days * dayMillis, newId()];
      const fields: Fields = {
        name: name ?? usual,
        appId,
        versionId: versionId ?? null,
        until,
        maxInstalls,
        passwordHash,
        installs: 0,
        revokedAt: null,
      };
      await createObjects(tx, caller, installLinkKind, [{ id, name: String(fields['name']), path: null, fields }]);
      return { id };
    });
  }),
  handle(linkRevoke, ({ caller, services, write }, { id }) =>
    write(async (tx) => {
      const range = caller.scope();
      const { rows } = await sql`select from install_link t where id = ${id}::uuid and revoked_at is null
        and ${appInRange(range, 't.app_id')}`.execute(tx);
      if (!rows[0]) throw range.all ? notFound() : outOfRange();
      await changeObjects(tx, caller, installLinkKind, [{ id, version: null, fields: { revokedAt: services.now() }, action: 'disable' }]);
      return { count: 1 };
    }),
  ),
];

async function linkView({ services, request }: Call, row: Row) {
  const token = tokenOf(services, { kind: 'l', id: row.id, until: row.until });
  const address = `${originOf(services, `${request.protocol}://${request.host}`)}/install/${token}`;
  return { ...row, address, qr: await qrText(address, { type: 'svg', margin: 1 }) };
}
