import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import { serveModules, type TestAnswer, type TestCaller, type TestModules } from '#kit/testing/test-module.ts';
import { messagingModule } from '#modules/messaging/server/module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { publicAccountsModule } from '#modules/public-accounts/server/module.ts';
import { material } from '#modules/public-content/common/material.contract.ts';
import { publicContentModule } from '#modules/public-content/server/module.ts';
import { publicFansModule } from '#modules/public-fans/server/module.ts';
import { systemModule } from '#modules/system/server/module.ts';
import type { PushAudience } from '../common/audience.ts';
import * as contract from '../common/push.contract.ts';
import { publicPushesModule } from '../server/module.ts';
import { workPushes } from '../server/send/work.ts';

type Ledger = ReturnType<typeof contract.pushLedger.reply.parse>;

/** A product with one account whose audience is one department, for tests of pushes; the work on pushes is done when a test says so. */
export interface PushHouse {
  readonly served: TestModules;
  readonly boss: TestCaller;
  readonly snoId: string;
  readonly deptId: string;
  readonly people: readonly string[];
  /** Previews and sends; answers what `add` answers. */
  push(draft?: Draft, by?: TestCaller): Promise<string>;
  /** Works until nothing more is to be done now. */
  work(): Promise<void>;
  ledger(id: string): Promise<Ledger>;
  /** Messages of the account that each person has. */
  messages(): Promise<Map<string, number>>;
}

interface Draft {
  content?: { kind: 'text'; id: string };
  audience?: Partial<PushAudience>;
  planAt?: number | null;
  zoneMode?: 'site' | 'person';
  urgent?: boolean;
  ignoreCap?: boolean;
  reason?: string;
  confirmSame?: boolean;
  key?: string;
}

let texts = 0;
/** A new text of the account, in two languages. */
export async function textOf({ boss, snoId }: Pick<PushHouse, 'boss' | 'snoId'>): Promise<{ kind: 'text'; id: string }> {
  const n = (texts += 1);
  const draft = { snoId, kind: 'text' as const, name: `Text ${n}`, text: { zh_CN: `第 ${n} 条消息`, en_US: `Message ${n}` } };
  return { kind: 'text', id: (await boss.call(material.add, draft)).id };
}

/** Previews a push for an account. */
export const preview = async (house: Pick<PushHouse, 'boss' | 'snoId'>, draft: Draft, by: TestCaller = house.boss) =>
  by.call(contract.pushPreview, {
    snoId: house.snoId,
    content: draft.content ?? (await textOf(house)),
    audience: draft.audience ?? { all: true },
    planAt: draft.planAt ?? null,
    zoneMode: draft.zoneMode ?? 'site',
    urgent: draft.urgent ?? false,
    ignoreCap: draft.ignoreCap ?? false,
    reason: draft.reason ?? '',
  });

/** Sends what was previewed, and answers the envelope. */
export const send = (
  by: TestCaller,
  shown: { readonly token: string; readonly targets: number },
  { key = randomUUID(), confirmSame = false }: Pick<Draft, 'key' | 'confirmSame'> = {},
): Promise<TestAnswer> =>
  by.ask(contract.pushAdd, { previewToken: shown.token, expectedTargets: shown.targets, confirmSame }, { 'idempotency-key': key });

/** Builds the house, with so many people in one department. */
export async function pushHouse(size: number): Promise<PushHouse> {
  const served = await serveModules(
    systemModule,
    ...peopleModules,
    messagingModule,
    publicAccountsModule,
    publicFansModule,
    publicContentModule,
    publicPushesModule,
  );
  const { boss } = served;
  const { db } = served.database;
  const deptId = (await boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '推送部' } })).id;
  const people: string[] = [];
  for (let at = 0; at < size; at += 1)
    people.push(
      (await boss.call(employeeAdd, { account: `fan${at}`, name: `Fan ${at}`, assignments: [{ departmentId: deptId, primary: true }] })).id,
    );
  const snoId = (
    await boss.call(account.add, {
      name: { zh_CN: '公司新闻', en_US: 'Company news' },
      code: 'news',
      ownerDeptId: deptId,
      managerIds: [people[0]!],
      quietHours: [],
      cap: { perPersonPerDay: 0, perPersonPerWeek: 0 },
    })
  ).id;
  await sql`insert into sno_audience (id, version, created_at, updated_at, sno_id, member_kind, member_id, mode)
    values (${newId()}::uuid, 1, 0, 0, ${snoId}::uuid, 'department', ${deptId}::uuid, 'forced')`.execute(db);
  const house = { served, boss, snoId, deptId, people };
  return {
    ...house,
    push: async (draft = {}, by = boss) => {
      const shown = await preview(house, draft, by);
      const answer = await send(by, shown, draft);
      if (answer.code !== 0) throw new Error(`${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`);
      return contract.pushAdd.reply.parse(answer.data).id;
    },
    work: async () => {
      for (let round = 0; round < 200; round += 1) if (!(await workPushes(served.services))) return;
      throw new Error('The work on pushes did not end');
    },
    ledger: (id) => boss.call(contract.pushLedger, { id }),
    messages: async () => {
      const { rows } = await sql<{ id: string; n: number }>`select c.other_id as id, count(*)::int as n from im_message m
        join im_conversation c on c.id = m.conversation_id and c.account_id = ${snoId}::uuid where m.kind = 'content' group by 1`.execute(
        db,
      );
      return new Map(rows.map(({ id, n }) => [id, n]));
    },
  };
}
