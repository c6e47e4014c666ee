import { mostFindings, type RadarKind } from '#kit/server/radar-kind.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { warningPage as page } from '../common/permissions.ts';
import './notice-person.table.ts';

/** Notice persons who are told for a time. */
export const noticePersonRadar: readonly RadarKind[] = [
  {
    kind: 'noticePerson.end',
    objectKind: 'noticePerson',
    title: local('告警通知人', 'Notice person', '警告の通知先'),
    measure: 'end',
    impact: local('{name} 不再收到告警', '{name} is notified of alerts no more', '{name} に警告が届かなくなります'),
    nextStep: local('延长期限，或指定他人', 'Prolong it, or name somebody else', '期限を延ばすか、別の人を指定する'),
    code: page.code,
    remindDays: [30, 7, 1],
    link: ({ objectId }) => `${page.route}?tab=persons&id=${objectId}`,
    list: async (db, { directory }) => {
      const rows = await db
        .selectFrom('notice_person')
        .select(['id', 'name', 'employee_id', 'expires_at'])
        .where('enabled', '=', true)
        .where('expires_at', 'is not', null)
        .orderBy('expires_at')
        .limit(mostFindings)
        .execute();
      const people = await directory.people(
        db,
        rows.flatMap((row) => row.employee_id ?? []),
      );
      return rows.map((row) => ({
        objectId: row.id,
        name: people.get(row.employee_id ?? '')?.name ?? row.name,
        dueAt: row.expires_at,
      }));
    },
  },
];
