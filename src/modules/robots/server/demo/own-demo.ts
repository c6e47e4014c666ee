import { sql } from 'kysely';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoAction, DemoStage } from '#kit/server/demo/demo-part.ts';
import type { Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import { demoDepartment, personFacts } from '#modules/people/server/public.ts';
import { usualFunctions } from '../../common/assistant/words.ts';
import { mrmResources, mrmRole, mrmSaveResources } from '../../common/role/role.contract.ts';
import { robotSettingGet, robotSettingUpdate } from '../../common/setting/setting.contract.ts';
import { usualName } from '../assistant/assistants.ts';
import { usedAssistant } from '../assistant/own-assistant.ts';

const dayMillis = 86_400_000;

/** Roles and settings of robots in the sample company. */
export const ownActions = (at: (day: number, time: string) => number): DemoAction[] => [{ at: at(24, '10:20'), what: begin }];

async function begin(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const [head, japan] = [await demoDepartment(actor, 'HQ'), await demoDepartment(actor, 'JP')];
  const { roleId } = await actor.call(mrmRole.save, {
    name: '机器人维护者',
    code: 'robot-makers',
    description: '可创建机器人、设置指令与定时任务',
    ownerDeptId: head,
  });
  const { version } = await actor.call(mrmResources, { roleId });
  await actor.call(mrmSaveResources, {
    roleId,
    version,
    functions: ['robot.addToGroup', 'robot.command', 'robot.create', 'robot.in', 'robot.out', 'robot.schedule'],
    limits: { robots: 10, schedules: 50, commandsPerRobot: null, callsPerDay: null },
  });
  await actor.call(mrmRole.assignDepartments, { roleId, ids: [head] });
  const site = await actor.call(robotSettingGet, {});
  await actor.call(robotSettingUpdate, { version: site.version, quietHours: { from: '22:00', to: '07:00' }, keyLifeDays: 365 });
  const year = new Date(stage.calendar.at(24, '10:20', 8)).getUTCFullYear();
  await actor.call(robotSettingUpdate, {
    companyDeptId: japan,
    version: 0,
    approveNew: true,
    rate: 10,
    calendar: { closed: ['01-01', '05-03', '05-04', '05-05', '08-11', '11-23'].map((day) => `${year}-${day}`) },
  });
}

/** People open their assistants at terminals: a few more each night, the same ones in every sample company. */
export async function openAssistants(services: Services): Promise<void> {
  const { db } = services.database;
  const { rows } = await sql<{ id: string; language: Language }>`select e.id, who.language from employee e
      join (${personFacts()}) as who on who.id = e.id
    where e.enabled and not exists (select from assistant a where a.employee_id = e.id) order by md5(e.account) limit 2`.execute(db);
  for (const [index, { id, language }] of rows.entries()) {
    const made = await usedAssistant(db, services, id, usualName(language));
    if (index > 0) continue;
    const functions = JSON.stringify([...usualFunctions, 'awayReply', 'digest'].toSorted());
    const text = {
      zh_CN: '我正在休假，回来后会尽快回复。',
      en_US: 'I am on leave and will answer when I am back.',
      ja_JP: '休暇中です。戻り次第ご返信します。',
    };
    const away = JSON.stringify({ from: services.now(), until: services.now() + 7 * dayMillis, text, to: 'everyone', substituteId: null });
    await sql`update assistant set functions = ${functions}::jsonb, away = ${away}::jsonb where id = ${made.id}::uuid`.execute(db);
  }
}
