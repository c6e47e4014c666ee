import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import { mostFindings, type RadarKind } from '#kit/server/radar-kind.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { robotService } from '../../common/permissions.ts';
import { readRobotSettings } from '../setting/robot-settings.ts';
import './robot.table.ts';

const dayMillis = 86_400_000;

interface Keyed {
  id: string;
  name: Record<string, string>;
  company: string;
  since: number;
}

/** Keys of robots that are older than their company wants. */
export const robotRadar: readonly RadarKind[] = [
  {
    kind: 'robotKey.age',
    objectKind: 'robotKey',
    title: local('机器人密钥', 'Robot key', 'ロボットのキー'),
    measure: 'age',
    impact: local(
      '机器人“{name}”的密钥已超过规定的使用期限',
      'The key of robot {name} is older than it should be',
      'ロボット「{name}」のキーが規定の期間を超えています',
    ),
    nextStep: local(
      '更换密钥并更新发送方的地址',
      'Change the key and update the address at the sender',
      'キーを変更し、送信元のアドレスを更新する',
    ),
    code: robotService.company.code,
    link: ({ objectId }) => `${robotService.companyDetail.route ?? ''}?id=${objectId}&tab=in`,
    list: async (db) => {
      const { rows } = await sql<Keyed>`select r.id, r.name, r.company_dept_id as company, min(k.created_at) as since
        from robot r join robot_key k on k.robot_id = r.id and k.ends_at is null where r.enabled
        group by r.id order by since limit ${mostFindings}`.execute(db);
      const lives = new Map<string, number>();
      for (const company of new Set(rows.map((row) => row.company))) lives.set(company, (await readRobotSettings(db, company)).keyLifeDays);
      return rows.flatMap(({ id, name, company, since }) => {
        const days = lives.get(company) ?? 0;
        return days === 0 ? [] : [{ objectId: id, name: pick(name, 'zh_CN'), dueAt: since + days * dayMillis, since, deptId: company }];
      });
    },
  },
];
