import { sql, type Selectable } from 'kysely';
import { pick, type Language } from '#kit/common/language.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { MessageKind } from '../../common/words.ts';
import type { MessageTable } from '../im.table.ts';
import { groupFactsOf } from '../rule/group-facts.ts';
import { messagingSettings } from '../settings.ts';
import { openBody, textOf } from './content.ts';

const longest = 120;

/** Accounts and robots are other modules': their messages carry the name. */
function carriedName(kind: string, body: Readonly<Record<string, unknown>>, language: Language): string | undefined {
  const { account, robot } = body;
  if (kind === 'account') return typeof account === 'string' ? account : undefined;
  if (kind !== 'robot' || typeof robot !== 'object' || robot === null) return undefined;
  const name: unknown = Reflect.get(robot, 'name');
  return typeof name === 'object' && name !== null ? pick(name, language) || undefined : undefined;
}

/**
 * What a notice to somebody off line says, in that person's language: by the setting nothing of the message, who wrote, or how it begins.
 * Undefined where the message is gone.
 */
export async function pushText(
  services: CoreServices,
  place: { readonly employeeId: string; readonly conversationId: string; readonly seq: number },
): Promise<{ title: string; text: string } | undefined> {
  const { db } = services.database;
  const { rows } = await sql<Selectable<MessageTable> & { group_id: string | null }>`select msg.*, c.group_id from im_message msg
    join im_conversation c on c.id = msg.conversation_id
    where msg.conversation_id = ${place.conversationId}::uuid and msg.seq = ${place.seq} and msg.state not in ('recalled', 'expired')`.execute(
    db,
  );
  const [row] = rows;
  if (!row || row.kind === 'recall') return undefined;
  const { pushPreview } = await messagingSettings.now(services);
  const { language = 'zh_CN' } = (await services.directory.byUid(db, place.employeeId)) ?? {};
  const says = (key: 'push.new' | 'sender.system' | 'sender.robot' | 'sender.account'): string =>
    services.texts.text(language, 'messaging', key);
  if (pushPreview === 'none') return { title: says('push.new'), text: '' };
  const people = row.sender_kind === 'employee' ? await services.directory.people(db, [row.sender_id]) : undefined;
  const body = openBody(services, row, row.body);
  const carried = body && carriedName(row.sender_kind, body, language);
  const sender =
    people?.get(row.sender_id)?.name ??
    (typeof carried === 'string'
      ? carried
      : says(row.sender_kind === 'employee' ? 'sender.system' : (`sender.${row.sender_kind as 'robot' | 'system' | 'account'}` as const)));
  const group = row.group_id === null ? undefined : (await groupFactsOf(services).now().names(db, [row.group_id])).get(row.group_id);
  const title = group === undefined ? sender : `${group} · ${sender}`;
  if (pushPreview === 'sender') return { title, text: says('push.new') };
  return { title, text: [...(body ? textOf(row.kind as MessageKind, body) : '')].slice(0, longest).join('') || says('push.new') };
}
