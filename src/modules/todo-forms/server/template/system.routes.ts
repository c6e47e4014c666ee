import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Kind } from '#kit/server/change/kind.ts';
import { switchObjects } from '#kit/server/change/switch-objects.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { systemsOf } from '#modules/access/server/public.ts';
import { checkData } from '../../common/form/accept.ts';
import * as contract from '../../common/template/system.contract.ts';
import { postToSystem } from '../item/send/call-system.ts';
import { todoSystem } from '../item/system.ts';
import { assertSystemReach } from './reach.ts';
import { todoSystems } from './systems.ts';
import { publishedVersion } from './versions.ts';

const dayMillis = 86_400_000;
const timeoutMs = 10_000;

async function disable(
  call: Call,
  { ids, reason, afterDisable }: Parsed<typeof contract.todoSystem.disable>,
): Promise<Reply<typeof contract.todoSystem.disable>> {
  return call.write(async (tx) => {
    const { kind } = todoSystems;
    if (afterDisable !== undefined)
      await changeObjects(
        tx,
        call.caller,
        kind,
        ids.map((id) => ({ id, version: null, fields: { afterDisable } })),
      );
    return {
      count: await switchObjects(tx, call.caller, kind as Kind, { ids, action: 'disable', field: 'enabled', value: false, reason }),
    };
  });
}

async function usage(call: Call, { id }: Parsed<typeof contract.systemUsage>): Promise<Reply<typeof contract.systemUsage>> {
  const { db, caller, services } = call;
  await assertSystemReach(db, caller, id);
  const now = services.now();
  const system = await todoSystem(db, id);
  const keys = system?.accessSystemId ? (await systemsOf(db, [system.accessSystemId])).get(system.accessSystemId) : undefined;
  const { rows: templates } = await sql<{
    id: string;
    code: string;
    name: Record<string, string>;
    published: number;
    open: number;
    pushed30: number;
  }>`
    select t.id, t.code, t.name, t.published, count(i.id) filter (where i.state = 'open')::int as open,
      count(i.id) filter (where i.pushed_at > ${now - 30 * dayMillis})::int as pushed30
    from todo_template t left join todo_item i on i.template_id = t.id where t.system_id = ${id}::uuid group by t.id order by t.place`.execute(
    db,
  );
  const { rows } = await sql<Omit<Reply<typeof contract.systemUsage>, 'templates' | 'accessSystem'>>`select
      count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'open' and due_at < ${now})::int as overdue,
      count(*) filter (where pushed_at > ${now - dayMillis})::int as "pushed24",
      count(*) filter (where state = 'done' and closed_at > ${now - 30 * dayMillis})::int as "done30",
      (select count(*)::int from todo_answer where system_id = ${id}::uuid and state in ('queued', 'sending', 'unknown')) as waiting,
      (select count(*)::int from todo_answer where system_id = ${id}::uuid and state = 'failed') as failed
    from todo_item where system_id = ${id}::uuid`.execute(db);
  return {
    ...rows[0]!,
    accessSystem: keys ? { id: keys.id, code: keys.code, name: keys.name, enabled: keys.enabled } : null,
    templates: templates.map(({ name, ...template }) => ({ ...template, name: pick(name, caller.language) })),
  };
}

async function secret(call: Call, { id, version }: Parsed<typeof contract.systemSecret>): Promise<Reply<typeof contract.systemSecret>> {
  const made = randomBytes(32).toString('base64url');
  return call.write(async (tx) => {
    await todoSystems.update(tx, call, { id, version, answerSecret: made });
    return { secret: made };
  });
}

async function test(call: Call, input: Parsed<typeof contract.systemTest>): Promise<Reply<typeof contract.systemTest>> {
  const { services, caller, db } = call;
  await assertSystemReach(db, caller, input.id);
  const system = (await todoSystem(db, input.id))!;
  if (input.what === 'push') {
    const tried = await triedPush(call, input, system);
    return call.write(async () => tried);
  }
  const message = {
    answerId: newId(),
    event: 'test',
    outId: 'test',
    action: 'test',
    input: {},
    person: { uid: caller.uid, account: '', employeeNo: '' },
    at: services.now(),
    attempt: 1,
  };
  const from = performance.now();
  const result = await postToSystem(services, system, message, { timeoutMs });
  const answered = {
    class: result.class,
    ms: Math.round(performance.now() - from),
    status: result.status,
    request: `POST ${system.answerUrl ?? ''}\n${JSON.stringify(message, null, 2)}`,
    answer: result.answer || result.message,
  };
  return call.write(async () => {
    caller.touch({ kind: 'todoSystem', id: system.id, name: pick(system.name, 'zh_CN') });
    return answered;
  });
}

/** The request of a push as a system sends it, and whether its data fit the template. */
async function triedPush(
  { db }: Call,
  { template = '', person = '', data = {} }: Parsed<typeof contract.systemTest>,
  system: NonNullable<Awaited<ReturnType<typeof todoSystem>>>,
): Promise<Reply<typeof contract.systemTest>> {
  const used = await publishedVersion(db, system.id, template);
  if (!used?.version) throw new Refusal(17051, { code: template }, { code: template });
  const issues = checkData(used.version.content, data);
  const body = {
    items: [
      { outId: 'sample-1', template: used.code, title: pick(used.name, 'zh_CN'), data, people: person === '' ? [] : [person], mode: 'any' },
    ],
  };
  const lines = [
    "curl -X POST 'https://HOST/gateway/sys/todo/add'",
    "-H 'content-type: application/json'",
    "-H 'x-key-id: KEY_ID'",
    "-H 'x-timestamp: MILLISECONDS'",
    "-H 'x-nonce: RANDOM'",
    "-H 'x-signature: BASE64_HMAC_SHA256'",
    `--data '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
  ];
  return {
    class: issues.length === 0 ? 'fits' : 'noFit',
    ms: 0,
    status: 0,
    request: lines.join(' \\\n  '),
    answer: issues.map(({ path, key }) => `${path}: ${key}`).join('\n'),
  };
}

/** Operations on business systems. */
export const systemRoutes: readonly BoundRoute[] = [
  ...Object.values({
    ...todoSystems.routes,
    disable: handle(contract.todoSystem.disable, disable),
  }),
  handle(contract.systemUsage, usage),
  handle(contract.systemSecret, secret),
  handle(contract.systemTest, test),
];
