import { sql } from 'kysely';
import { mostFindings, type RadarKind, type RadarFinding } from '#kit/server/radar-kind.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { versionInfoPage } from '#modules/apps/common/permissions.ts';
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

/** Certificates and profiles of apps, and packages on shelf, on the expiry radar. */
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
        where c.replaced_by is null and c.not_after is not null order by c.not_after limit ${mostFindings}`.execute(db);
      return rows.map(findingOf);
    },
  },
  {
    kind: 'appVersion.end',
    objectKind: 'appVersion',
    title: local('已上架的应用安装包', 'Packages on shelf', '公開中のアプリパッケージ'),
    measure: 'end',
    impact: local(
      '应用“{app}”的版本 {name} 到期后，将无法安装，iOS 上也无法再打开',
      'When version {name} of {app} ends, it can no longer be installed, and on iOS no longer be opened',
      '「{app}」のバージョン {name} の期限が切れると、インストールできなくなり、iOS では起動もできなくなります',
    ),
    nextStep: local(
      '用新的描述文件或证书重新签名并上架',
      'Sign it again with a new profile or certificate, and release it',
      '新しいプロファイルまたは証明書で署名し直して公開する',
    ),
    code: versionInfoPage.code,
    remindDays: [60, 30, 14, 7, 1],
    facts: { app: { label: local('应用', 'App', 'アプリ') } },
    link: ({ objectId, facts }) =>
      (versionInfoPage.route ?? '').replace(':id', String(facts['appId'] ?? '')).replace(':versionId', objectId),
    list: async (db) => {
      const { rows } =
        await sql<Row>`select v.id, v.version_name as name, v.expires_at as "dueAt", app.owner_dept_id as "deptId", app.name ->> 'zh_CN' as app,
          app.id as "appId", app.app_key as "appKey" from app_version v join app on app.id = v.app_id
        where v.status = 2 and v.expires_at is not null order by v.expires_at limit ${mostFindings}`.execute(db);
      return rows.map(findingOf);
    },
  },
];

function findingOf({ id, name, dueAt, deptId, app, appId, appKey }: Row): RadarFinding {
  return { objectId: id, name, dueAt: Number(dueAt), deptId, facts: { app, appId, appKey } };
}
