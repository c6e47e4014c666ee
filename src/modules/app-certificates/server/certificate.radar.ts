import { sql } from 'kysely';
import { mostSights, type RadarKind } from '#kit/server/radar-kind.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { certificationPage } from '../common/permissions.ts';

interface Row {
  id: string;
  name: string;
  dueAt: number;
  deptId: string;
  app: string;
  appId: string;
  appKey: string;
}

/** Certificates and profiles of apps on the expiry radar. */
export const certificateRadar: readonly RadarKind[] = [
  {
    kind: 'appCertificate.end',
    objectKind: 'appCertificate',
    title: local('应用证书与描述文件', 'Certificates and profiles of apps', 'アプリの証明書とプロファイル'),
    measure: 'end',
    impact: local(
      '应用“{app}”的 {name} 到期后，推送或安装将停止',
      'When {name} of {app} ends, its pushes or installs stop',
      '「{app}」の {name} が切れると、プッシュまたはインストールが止まります',
    ),
    nextStep: local('上传新文件进行更换', 'Replace it by a new file', '新しいファイルに差し替える'),
    code: certificationPage.code,
    remindDays: [60, 30, 14, 7, 1],
    facts: { app: { label: local('应用', 'App', 'アプリ') } },
    link: ({ facts }) =>
      (certificationPage.route ?? '').replace(':id', String(facts['appId'] ?? '')).replace(':appKey', String(facts['appKey'] ?? '')),
    list: async (db) => {
      const { rows } =
        await sql<Row>`select c.id, c.name, c.not_after as "dueAt", app.owner_dept_id as "deptId", app.name ->> 'zh_CN' as app,
          app.id as "appId", app.app_key as "appKey" from app_certificate c join app on app.id = c.app_id
        where c.replaced_by is null and c.not_after is not null order by c.not_after limit ${mostSights}`.execute(db);
      return rows.map(({ id, name, dueAt, deptId, app, appId, appKey }) => ({
        objectId: id,
        name,
        dueAt: Number(dueAt),
        deptId,
        facts: { app, appId, appKey },
      }));
    },
  },
];
