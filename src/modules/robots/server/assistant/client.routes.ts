import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import type { Db } from '#kit/server/directory.ts';
import { InvalidInput, Refusal, wrongState } from '#kit/server/refusal.ts';
import {
  clientAssistantGet,
  clientAssistantUpdate,
  clientReminderAdd,
  clientReminderRemove,
} from '../../common/assistant/client.contract.ts';
import { assistantLimits, functionNeeds, type AssistantFunction, type ReminderRepeat } from '../../common/assistant/words.ts';
import { robotSettings } from '../setting/robot-settings.ts';
import { usualName } from './assistants.ts';
import { allowedFunctions, does, usedAssistant, type StoredAssistant } from './own-assistant.ts';
import { personPlace } from './person-place.ts';
import { nextDigest, nextReminder } from './times.ts';

const reminderPlace = (row: string) => ({ table: 'assistant_reminder', column: 'text', row });

interface ReminderRow {
  id: string;
  text: string;
  at: number;
  repeat: ReminderRepeat;
  nextAt: number | null;
}

const notAllowed = (needed: string): Refusal => new Refusal(code.notGranted, { code: needed }, { code: needed });

/** The own assistant; refused to whom no role gives one. */
async function mine(call: ClientCall, db: Db): Promise<{ stored: StoredAssistant; allowed: ReadonlySet<AssistantFunction> }> {
  const { uid } = sessionOf(call);
  const allowed = await allowedFunctions(call.services, uid);
  if (allowed.size === 0) throw notAllowed('assistant.use');
  return { stored: await usedAssistant(db, call.services, uid, usualName(call.caller.language)), allowed };
}

async function remindersOf({ services }: ClientCall, db: Db, employeeId: string) {
  const { rows } = await sql<ReminderRow>`select id, text, at, repeat, next_at as "nextAt" from assistant_reminder
    where employee_id = ${employeeId}::uuid order by next_at nulls last, at desc limit ${assistantLimits.reminders + 50}`.execute(db);
  return rows.map((row) => ({ ...row, text: services.secrets.open(row.text, reminderPlace(row.id)) }));
}

async function shown(
  call: ClientCall,
  db: Db,
  { stored, allowed }: Awaited<ReturnType<typeof mine>>,
): Promise<ClientReply<typeof clientAssistantGet>> {
  const { enabled, on, name, functions, away, digest, keywordReplies, employeeId } = stored;
  return {
    enabled,
    on,
    name,
    functions: [...functions],
    allowed: [...allowed],
    away,
    digest,
    keywordReplies: [...keywordReplies],
    reminders: await remindersOf(call, db, employeeId),
  };
}

function assertUsable({ enabled }: StoredAssistant): void {
  if (!enabled) throw wrongState('disabled');
}

async function update(
  call: ClientCall,
  input: ClientInput<typeof clientAssistantUpdate>,
): Promise<ClientReply<typeof clientAssistantUpdate>> {
  return call.write(async (tx) => {
    const { stored, allowed } = await mine(call, tx);
    assertUsable(stored);
    const wanted: readonly AssistantFunction[] = [
      ...(input.functions ?? []).filter((one) => !stored.functions.includes(one)),
      ...(input.away ? (['awayReply'] as const) : []),
      ...(input.keywordReplies && input.keywordReplies.length > 0 ? (['keywordReply'] as const) : []),
    ];
    const refused = wanted.find((one) => !allowed.has(one));
    if (refused) throw notAllowed(functionNeeds[refused] ?? 'assistant.use');
    const now = call.services.now();
    if (input.away && input.away.until - input.away.from > assistantLimits.awayDays * 86_400_000)
      throw new InvalidInput([{ path: 'away.until', namespace: 'robots', key: 'assistant.awayTooLong' }]);
    const next: StoredAssistant = {
      ...stored,
      ...(input.name !== undefined && { name: input.name }),
      ...(input.on !== undefined && { on: input.on }),
      ...(input.functions && { functions: input.functions }),
      ...(input.away !== undefined && { away: input.away }),
      ...(input.digest && { digest: input.digest }),
      ...(input.keywordReplies && { keywordReplies: input.keywordReplies }),
    };
    const { zone } = await personPlace(tx, stored.employeeId);
    const digestAt = does(next, 'digest') ? nextDigest(next.digest, now, zone) : null;
    const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`;
    await sql`update assistant set name = ${next.name}, is_on = ${next.on}, functions = ${json(next.functions)}, away = ${json(next.away)},
        digest = ${json(next.digest)}, keyword_replies = ${json(next.keywordReplies)}, digest_next_at = ${digestAt},
        version = version + 1, updated_at = ${now}, updated_by = ${stored.employeeId}
      where id = ${stored.id}::uuid`.execute(tx);
    // Another absence answers everybody again.
    if (input.away !== undefined)
      await sql`delete from assistant_answered where employee_id = ${stored.employeeId}::uuid and rule = 'away'`.execute(tx);
    return shown(call, tx, { stored: next, allowed });
  });
}

async function addReminder(call: ClientCall, input: ClientInput<typeof clientReminderAdd>): Promise<ClientReply<typeof clientReminderAdd>> {
  const { services } = call;
  return call.write(async (tx) => {
    const { stored } = await mine(call, tx);
    assertUsable(stored);
    const { employeeId } = stored;
    await sql`select from assistant where id = ${stored.id}::uuid for update`.execute(tx);
    const { rows: before } = await sql<ReminderRow & { employeeId: string }>`select id, text, at, repeat, next_at as "nextAt",
      employee_id as "employeeId" from assistant_reminder where id = ${input.id}::uuid`.execute(tx);
    const [known] = before;
    if (known && known.employeeId !== employeeId) throw new Refusal(code.notFound);
    if (known) return { ...known, text: services.secrets.open(known.text, reminderPlace(known.id)) };
    const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from assistant_reminder
      where employee_id = ${employeeId}::uuid and next_at is not null`.execute(tx);
    if ((counted[0]?.n ?? 0) >= assistantLimits.reminders)
      throw new InvalidInput([{ path: 'text', namespace: 'robots', key: 'assistant.tooMany', params: { n: assistantLimits.reminders } }]);
    const now = services.now();
    const { zone, departmentId } = await personPlace(tx, employeeId);
    const { calendar } = await robotSettings(services, departmentId);
    const nextAt = nextReminder(input, now, { zone, calendar });
    if (nextAt === null) throw new InvalidInput([{ path: 'at', namespace: 'robots', key: 'assistant.past' }]);
    await sql`insert into assistant_reminder (id, employee_id, text, at, repeat, next_at, created_at) values (${input.id}::uuid,
      ${employeeId}::uuid, ${services.secrets.seal(input.text, reminderPlace(input.id))}, ${input.at}, ${input.repeat}, ${nextAt}, ${now})`.execute(
      tx,
    );
    return { id: input.id, text: input.text, at: input.at, repeat: input.repeat, nextAt };
  });
}

/** What terminals call about the own assistant. */
export const assistantClientRoutes: readonly BoundClientRoute[] = [
  handleClient(clientAssistantGet, async (call) => shown(call, call.db, await mine(call, call.db))),
  handleClient(clientAssistantUpdate, update),
  handleClient(clientReminderAdd, addReminder),
  handleClient(clientReminderRemove, (call, { id }) =>
    call.write(async (tx) => {
      const { rows } = await sql`delete from assistant_reminder where id = ${id}::uuid and employee_id = ${sessionOf(call).uid}::uuid
        returning id`.execute(tx);
      return { removed: rows.length > 0 };
    }),
  ),
];
