import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput, outOfRange } from '#kit/server/refusal.ts';
import { typeByName } from '#platform/files/type-agreement.ts';
import { heldWhere, mayListGroup } from '#modules/messaging/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import { fileConfigCheck, fileConfigEstimate } from '../common/file-config.contract.ts';
import { fileKinds, type FileKind } from '../common/words.ts';
import { judgeFile } from './judge.ts';

/** What the settings would say of a file, and what shorter keeping times would end. */
export const fileConfigRoutes: readonly BoundRoute[] = [handle(fileConfigCheck, check), handle(fileConfigEstimate, estimate)];

async function check(call: Call, input: Parsed<typeof fileConfigCheck>): Promise<Reply<typeof fileConfigCheck>> {
  const { services, caller, db } = call;
  const { empId, peerId, groupId, platform, kind, name, size } = input;
  if ((peerId === undefined) === (groupId === undefined))
    throw new InvalidInput([{ path: 'peerId', namespace: 'message-files', key: 'check.one' }]);
  const range = caller.scope();
  const people = [empId, ...(peerId === undefined ? [] : [peerId])];
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from employee e where e.id = any(${people}::uuid[])
    and ${directory.employeeInRange(range, 'e.id')}`.execute(db);
  if (rows[0]!.n < new Set(people).size) throw outOfRange();
  if (groupId !== undefined && !(await mayListGroup(services, range, groupId))) throw outOfRange();
  const { refused, decider, typeGroup } = await judgeFile(services, {
    uid: empId,
    target: { chat: groupId === undefined ? 'single' : 'group', peerId: peerId ?? null, groupId: groupId ?? null },
    file: { kind, name, size, contentType: typeByName(name) ?? 'application/octet-stream' },
    place: { platform, address: null },
    tried: true,
  });
  return {
    allowed: refused === null,
    code: refused?.code ?? 0,
    text:
      refused === null ? null : services.texts.text(caller.language, 'messaging', `error.${refused.code}`, wordsOf(call, refused.params)),
    decider,
    chat: groupId === undefined ? 'single' : 'group',
    typeGroup,
  };
}

/** The values of a refusal in the reader's language. */
function wordsOf({ services, caller }: Pick<Call, 'services' | 'caller'>, params: Readonly<Record<string, unknown>> = {}) {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const word = value as { namespace?: string; key?: string };
      return [name, word.key ? services.texts.text(caller.language, word.namespace ?? '', word.key) : String(value)];
    }),
  );
}

const dayMillis = 86_400_000;

async function estimate(call: Call, { keepDays }: Parsed<typeof fileConfigEstimate>): Promise<Reply<typeof fileConfigEstimate>> {
  const now = call.services.now();
  call.caller.scope();
  const beyond = fileKinds.map((kind) => sql`when ${kind} then ${keepDays[kind] === 0 ? 0 : now - keepDays[kind] * dayMillis}::bigint`);
  const { rows } = await sql<{ kind: FileKind; files: number; bytes: number; held: number }>`
    select f.kind, count(*) filter (where not held)::int as files, coalesce(sum(f.size) filter (where not held), 0)::bigint as bytes,
      count(*) filter (where held)::int as held
    from (select f.*, ${heldWhere} as held from im_file f join im_message msg on msg.id = f.message_id
      join im_conversation c on c.id = f.conversation_id
      where f.state = 'normal' and f.expires_at is null and f.sent_at < (case f.kind ${sql.join(beyond, sql` `)} end)) f group by f.kind`.execute(
    call.db,
  );
  const found = new Map(rows.map((row) => [row.kind, row]));
  return { kinds: fileKinds.map((kind) => found.get(kind) ?? { kind, files: 0, bytes: 0, held: 0 }) };
}
