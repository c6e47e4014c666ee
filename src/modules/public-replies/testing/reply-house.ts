import { sql } from 'kysely';
import type { Input } from '#kit/common/contract.ts';
import { newId } from '#kit/server/ids.ts';
import { serveModules, type TestCaller, type TestModules } from '#kit/testing/test-module.ts';
import { messagingModule } from '#modules/messaging/server/module.ts';
import { departmentAdd } from '#modules/people/common/department.contract.ts';
import { employeeAdd } from '#modules/people/common/employee.contract.ts';
import { rootDepartmentId } from '#modules/people/common/root.ts';
import { peopleModules } from '#modules/people-sources/server/testing/people-modules.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { publicAccountsModule } from '#modules/public-accounts/server/module.ts';
import { systemModule } from '#modules/system/server/module.ts';
import { keywordReply } from '../common/reply/keyword.contract.ts';
import { publicRepliesModule } from '../server/module.ts';
import { takeMessage } from '../server/reply/client.routes.ts';

/** A product with one account that a department follows, for tests of replies. */
export interface ReplyHouse {
  readonly served: TestModules;
  readonly boss: TestCaller;
  readonly snoId: string;
  readonly deptId: string;
  readonly people: readonly string[];
  /** Adds a rule; `bus` stands for a keyword that is contained. */
  rule(name: string, ...words: string[]): Promise<string>;
  add(draft: Partial<Input<typeof keywordReply.add>>): Promise<string>;
  /** What a person writes goes the way of a terminal's call, behind its session. */
  write(uid: string, text: string, clientId?: string): ReturnType<typeof takeMessage>;
  /** Automatic answers to a person, the oldest first: by what, and the text. */
  answers(uid: string): Promise<{ by: string; text: string; ref: string | null }[]>;
}

const moduleList = [systemModule, ...peopleModules, messagingModule, publicAccountsModule, publicRepliesModule];

/** Builds the house, with so many people in one department. */
export async function replyHouse(size: number): Promise<ReplyHouse> {
  const served = await serveModules(...moduleList);
  const { boss } = served;
  const { db } = served.database;
  const deptId = (await boss.call(departmentAdd, { parentId: rootDepartmentId, name: { zh_CN: '客服部' } })).id;
  const people: string[] = [];
  for (let at = 0; at < size; at += 1)
    people.push(
      (await boss.call(employeeAdd, { account: `fan${at}`, name: `Fan ${at}`, assignments: [{ departmentId: deptId, primary: true }] })).id,
    );
  const draft = { name: { zh_CN: '服务号', en_US: 'Service' }, code: 'service', ownerDeptId: deptId, managerIds: [people[0]!] };
  const snoId = (await boss.call(account.add, draft)).id;
  await sql`insert into sno_audience (id, version, created_at, updated_at, sno_id, member_kind, member_id, mode)
    values (${newId()}::uuid, 1, 0, 0, ${snoId}::uuid, 'department', ${deptId}::uuid, 'allowed')`.execute(db);
  const add: ReplyHouse['add'] = async (more) => {
    const usual = { snoId, name: 'rule', keywords: [{ text: 'word' }], answers: [{ text: { zh_CN: 'said' } }] };
    return (await boss.call(keywordReply.add, { ...usual, ...more })).id;
  };
  return {
    served,
    boss,
    snoId,
    deptId,
    people,
    add,
    rule: (name, ...words) => add({ name, keywords: words.map((text) => ({ text })), answers: [{ text: { zh_CN: name } }] }),
    write: (uid, text, clientId = newId()) =>
      db.transaction().execute((tx) => takeMessage(tx, served.services, { uid, snoId, clientId, kind: 'text', body: { text } })),
    answers: async (uid) => {
      const { rows } = await sql<{
        by: string;
        text: string;
        ref: string | null;
      }>`select answered_by_name as by, body ->> 'text' as text, ref
        from user_message where sno_id = ${snoId}::uuid and employee_id = ${uid}::uuid and direction = 'out' order by at, id`.execute(db);
      return rows;
    },
  };
}
