import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import { sendFile } from '#kit/server/files/send-file.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { notFound, Refusal } from '#kit/server/refusal.ts';
import { appCheck, appIcon, appOffline, appOnline, appSecretRotate, offShelf, onShelf } from '../../common/app.contract.ts';
import { findApp } from '../public.ts';
import { checkInstalling } from '../install/check.ts';
import { apps } from './app.ts';
import { storedIcon } from './icon.ts';

const formerMillis = 7 * 86_400_000;
const place = (row: string) => ({ table: 'app_secret', column: 'secret', row });

/** Shelf, secret and icon of apps. */
export const appRoutes: readonly BoundRoute[] = [
  handle(appOnline, ({ caller, write, services }, { ids }) =>
    write(async (tx) => {
      for (const id of ids) {
        const one = await findApp(tx, caller, id);
        const { rows } =
          await sql`select from app a where a.id = ${id}::uuid and (exists (select from app_version v where v.app_id = a.id and v.status = ${onShelf})
          or exists (select from jsonb_array_elements(a.platforms) as p(value) where p.value ->> 'storeUrl' is not null))`.execute(tx);
        if (rows.length === 0)
          throw new Refusal(13020, { missing: services.texts.text(caller.language, 'apps', 'missing.version') }, { app: one.appKey });
      }
      return { count: await switchObjects(tx, caller, apps.kind, { ids, action: 'enable', field: 'status', value: onShelf }) };
    }),
  ),
  handle(appOffline, ({ caller, write }, { ids, reason }) =>
    write(async (tx) => ({
      count: await switchObjects(tx, caller, apps.kind, { ids, action: 'disable', field: 'status', value: offShelf, reason }),
    })),
  ),
  handle(appSecretRotate, ({ caller, services, write }, { id }) =>
    write(async (tx) => {
      const { appKey } = await findApp(tx, caller, id);
      const secret = randomBytes(24).toString('base64url');
      const sealed = services.secrets.seal(secret, place(id));
      await sql`insert into app_secret as t (app_id, secret) values (${id}::uuid, ${sealed})
        on conflict (app_id) do update set former = t.secret, former_until = ${services.now() + formerMillis}, secret = excluded.secret`.execute(
        tx,
      );
      caller.touch({ kind: 'app', id, name: appKey });
      return { secret };
    }),
  ),
  handle(appCheck, checkInstalling),
  handle(appIcon, async ({ caller, db, services, request, response }, { id }) => {
    await findApp(db, caller, id);
    const { file, png } = await storedIcon(db, id);
    if (file) {
      await sendFile(services.files, file, request, response);
      return undefined;
    }
    if (!png) throw notFound();
    await response
      .header('content-type', 'image/png')
      .header('cache-control', 'private, max-age=300')
      .send(Readable.from([png]));
    return undefined;
  }),
];
