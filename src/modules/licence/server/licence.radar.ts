import { local } from '#kit/server/warning/warning-kind.ts';
import type { RadarKind } from '#kit/server/radar-kind.ts';
import { licenceManage } from '../common/permissions.ts';
import { restrictedAt } from './licence-standing.ts';
import { activeLicence, siteOf } from './licence-terms.ts';
import { storeOf } from './licence.query.ts';

/** The end of the licence, or of the evaluation. */
export const licenceRadar: readonly RadarKind[] = [
  {
    kind: 'licence.end',
    objectKind: 'licence',
    title: local('许可证', 'Licence', 'ライセンス'),
    measure: 'end',
    impact: local(
      '{restrictedAt} 起不能再新增人员；登录、查看、导出照常',
      'From {restrictedAt} on nobody can be added; signing in, reading and exporting go on',
      '{restrictedAt} 以降は追加できなくなります。サインイン、閲覧、エクスポートは続けられます',
    ),
    nextStep: local('上传新的许可证文件', 'Install a new licence file', '新しいライセンスファイルを登録する'),
    code: licenceManage.code,
    toldBy: 'licence.expiry',
    facts: {
      restrictedAt: { label: local('限制新增时间', 'Nothing can be added from', '追加制限の開始'), as: 'time' },
    },
    link: () => licenceManage.route ?? '/',
    list: async (db, services) => {
      const terms = storeOf(services).terms();
      const end = restrictedAt(terms);
      if (end === null) return [];
      const [active, site] = [await activeLicence(db), await siteOf(db)];
      return [
        {
          objectId: site.installation_id,
          name: active?.license_id ?? local('评估', 'Evaluation', '評価版'),
          dueAt: terms.expiresAt ?? end,
          facts: { restrictedAt: end },
        },
      ];
    },
  },
];
