import { sql } from 'kysely';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects, createObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Json, Kind } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { stale } from '#kit/server/refusal.ts';
import { inApp } from '#modules/apps/server/public.ts';
import type { LoginAuthContent, LoginPageContent } from '../common/document.contract.ts';
import { loginAuthPage, loginPagePage } from '../common/permissions.ts';
import { settingsChanges } from './settings-changes.ts';
import './settings.table.ts';

const pageOf = { loginPage: loginPagePage, loginAuth: loginAuthPage } as const;

/** A document of an app in the change engine: its history and the way back. */
function documentKind(name: 'loginPage' | 'loginAuth'): Kind {
  const { unranged: _unranged, ...kind } = tableKind({
    kind: name,
    module: 'app-settings',
    codes: { read: pageOf[name].code, revert: pageOf[name].button.save },
    table: 'app_document',
    name: 'kind',
    fields: {
      appId: { column: 'app_id', internal: true },
      kind: { column: 'kind', internal: true },
      content: { column: 'content' },
      ...(name === 'loginPage' && { published: { column: 'published' }, publishedAt: { column: 'published_at', moment: true } }),
    },
  });
  const range = inApp('app_document');
  return {
    ...kind,
    outside: (tx, seen, operations) =>
      range.outside(
        tx,
        seen,
        operations.map(({ after, ...rest }) => ({
          ...rest,
          before: null,
          after: typeof after?.['appId'] === 'string' ? { appId: after['appId'] } : after && {},
        })),
      ),
    write: async (tx, caller, operations) => {
      await kind.write(tx, caller, operations);
      await settingsChanges.changed(tx);
    },
  };
}

/** The documents of apps by what they say. */
export const documentKinds = { loginPage: documentKind('loginPage'), loginAuth: documentKind('loginAuth') } as const;

/** A document as it is stored. */
export interface StoredDocument<C> {
  readonly id: string;
  readonly version: number;
  readonly content: C;
  readonly published: C | null;
  readonly published_at: number | null;
}
interface Contents {
  loginPage: LoginPageContent;
  loginAuth: LoginAuthContent;
}

/** Reads a document of an app; undefined where it was never saved. */
export async function readDocument<N extends keyof Contents>(
  db: Db,
  appId: string,
  name: N,
): Promise<StoredDocument<Contents[N]> | undefined> {
  const { rows } = await sql<StoredDocument<Contents[N]>>`select id, version, content, published, published_at from app_document
    where app_id = ${appId}::uuid and kind = ${name}`.execute(db);
  return rows[0];
}

interface Requested {
  readonly appId: string;
  readonly version: number;
  readonly fields: { content?: object; published?: object; publishedAt?: number };
}

/** Saves a document of an app, the first time it is made; 10409 where somebody else saved it in between. */
export async function saveDocument(tx: Tx, caller: Caller, name: keyof Contents, { appId, version, fields }: Requested): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`app document ${appId} ${name}`}, 0))`.execute(tx);
  const stored = await readDocument(tx, appId, name);
  if (version !== (stored?.version ?? 0)) throw stale({ version: stored?.version ?? 0, content: stored?.content ?? null });
  const written = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value as Json])) as Fields;
  if (stored) await changeObjects(tx, caller, documentKinds[name], [{ id: stored.id, version, fields: written }]);
  else await createObjects(tx, caller, documentKinds[name], [{ name, path: null, fields: { appId, kind: name, ...written } }]);
}
