import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { assertSees, assertWorks, noteInAccounts } from '#modules/public-accounts/server/public.ts';
import { assertContent } from '#modules/public-content/server/public.ts';
import {
  systemReply,
  usualSystem,
  usualWelcome,
  welcomeReply,
  type SystemDocument,
  type WelcomeDocument,
} from '../../common/reply/setting.contract.ts';
import type { ReplySettingKind } from '../../common/reply/words.ts';
import { contentIn } from './keyword-rules.ts';
import './reply.table.ts';

interface Stored<D> {
  readonly snoId: string;
  readonly version: number;
  readonly updatedAt: number | null;
  readonly updatedBy: string;
  readonly document: D;
}

async function stored<D>(
  { db, caller, services }: Pick<Call, 'caller' | 'services'> & { db: Db },
  { snoId, kind, usual }: { snoId: string; kind: ReplySettingKind; usual: D },
): Promise<Stored<D>> {
  const row = await db.selectFrom('reply_setting').selectAll().where('sno_id', '=', snoId).where('kind', '=', kind).executeTakeFirst();
  if (!row) return { snoId, version: 0, updatedAt: null, updatedBy: '', document: usual };
  const people = row.updated_by ? await services.directory.people(db, [row.updated_by], caller.language) : undefined;
  return {
    snoId,
    version: row.version,
    updatedAt: Number(row.updated_at),
    updatedBy: people?.get(row.updated_by ?? '')?.name ?? '',
    document: row.document as D,
  };
}

interface Saving<D> {
  readonly snoId: string;
  readonly kind: ReplySettingKind;
  readonly version: number;
  readonly document: D;
  readonly usual: D;
}

async function save<D extends WelcomeDocument | SystemDocument>(call: Call, saving: Saving<D>): Promise<Stored<D>> {
  const { caller, services } = call;
  const { snoId, kind, version, document } = saving;
  await assertWorks(call.db, caller.scope(), snoId, 'manage');
  return call.write(async (tx) => {
    const offHours = 'offHours' in document ? document.offHours.answers : [];
    await assertContent(tx, snoId, contentIn([...document.answers, ...offHours]));
    const now = services.now();
    const text = JSON.stringify(document);
    const { rows } =
      version === 0
        ? await sql`insert into reply_setting (id, sno_id, kind, version, created_at, created_by, updated_at, updated_by, document)
            values (${newId()}::uuid, ${snoId}::uuid, ${kind}, 1, ${now}, ${caller.uid}, ${now}, ${caller.uid}, ${text}::jsonb)
            on conflict (sno_id, kind) do nothing returning id`.execute(tx)
        : await sql`update reply_setting set version = version + 1, updated_at = ${now}, updated_by = ${caller.uid}, document = ${text}::jsonb
            where sno_id = ${snoId}::uuid and kind = ${kind} and version = ${version} returning id`.execute(tx);
    if (rows.length === 0) {
      const current = await stored({ ...call, db: tx }, saving);
      throw new Refusal(code.stale, {}, { current });
    }
    const by = { id: caller.uid, name: caller.name };
    caller.note({ kind, enabled: document.enabled, answers: document.answers.length });
    await noteInAccounts(tx, [{ snoId, tab: 'operation', kind: `reply.${kind}`, by, result: 'done' }]);
    return stored({ ...call, db: tx }, saving);
  });
}

const read = async <D>(call: Call, snoId: string, { kind, usual }: { kind: ReplySettingKind; usual: D }): Promise<Stored<D>> => {
  await assertSees(call.db, call.caller.scope(), snoId);
  return stored(call, { snoId, kind, usual });
};

/** Welcome and system replies. */
export const replySettingRoutes: readonly BoundRoute[] = [
  handle(welcomeReply.get, (call, { snoId }): Promise<Reply<typeof welcomeReply.get>> =>
    read(call, snoId, { kind: 'welcome', usual: usualWelcome }),
  ),
  handle(welcomeReply.save, (call, input) => save(call, { ...input, kind: 'welcome', usual: usualWelcome })),
  handle(systemReply.get, (call, { snoId }): Promise<Reply<typeof systemReply.get>> =>
    read(call, snoId, { kind: 'system', usual: usualSystem }),
  ),
  handle(systemReply.save, (call, input) => save(call, { ...input, kind: 'system', usual: usualSystem })),
];
