import { local } from '#kit/server/warning/warning-kind.ts';
import { mostFindings, type RadarKind, type RadarFinding } from '#kit/server/radar-kind.ts';
import { certificateEnd, certificatesEnd } from '#platform/secrets/certificates.ts';
import { cleanupMechanism } from '../common/cleaning/cleaning.permissions.ts';
import { operationLog } from '../common/permissions.ts';
import './cleaning/cleaning.table.ts';
import './stream/stream.table.ts';

const archives = `${cleanupMechanism.route}?view=archives`;

/** Certificates of the receivers of the logs, archives and holds with an end. */
export const logsRadar: readonly RadarKind[] = [
  {
    kind: 'certificate.stream',
    objectKind: 'siemStream',
    title: local('日志流证书', 'Certificate of a log stream', 'ログ配信の証明書'),
    measure: 'end',
    impact: local(
      '日志不再送达“{name}”，在此处排队等待',
      'Logs no longer reach {name} and wait here',
      'ログが「{name}」に届かなくなり、ここで待機します',
    ),
    nextStep: local('填写新证书并测试日志流', 'Enter the new certificate and test the stream', '新しい証明書を登録し、配信をテストする'),
    code: operationLog.code,
    link: ({ objectId }) => `${operationLog.route}?view=stream&id=${objectId.split(':')[0]}`,
    list: async (db) => {
      const rows = await db.selectFrom('siem_stream').select(['id', 'name', 'ca', 'client_cert']).where('enabled', '=', true).execute();
      return rows.flatMap(({ id, name, ca, client_cert: own }): RadarFinding[] => [
        ...(own ? [{ objectId: `${id}:own`, name, dueAt: certificateEnd(own) }] : []),
        ...(ca ? [{ objectId: `${id}:ca`, name: `${name} (CA)`, dueAt: certificatesEnd(ca) }] : []),
      ]);
    },
  },
  {
    kind: 'archive.end',
    objectKind: 'archive',
    title: local('日志归档', 'Archive of logs', 'ログのアーカイブ'),
    measure: 'end',
    quiet: true,
    impact: local(
      '归档“{name}”（{rows} 行）将被删除，无法再恢复',
      'The archive {name} ({rows} rows) is deleted and can’t be restored any more',
      'アーカイブ「{name}」（{rows} 行）は削除され、復元できなくなります',
    ),
    nextStep: local(
      '仍需要时先恢复并导出，或设置保全',
      'Restore and export it, or add a legal hold, if it is still needed',
      '必要なら復元して書き出すか、訴訟ホールドを設定する',
    ),
    code: cleanupMechanism.code,
    facts: { rows: { label: local('行数', 'Rows', '行数'), as: 'number' } },
    link: ({ objectId }) => `${archives}&id=${objectId}`,
    list: async (db, { logKinds }) => {
      const rows = await db
        .selectFrom('log_archive')
        .select(['id', 'kind', 'part', 'rows', 'keep_until'])
        .where('state', 'in', ['verified', 'restored'])
        .orderBy('keep_until')
        .limit(mostFindings)
        .execute();
      return rows.map((row) => {
        const words = logKinds.find(({ code }) => code === row.kind)?.name;
        const named = (language: keyof NonNullable<typeof words>): string => `${words?.[language] ?? row.kind} ${row.part}`;
        return {
          objectId: row.id,
          name: local(named('zh_CN'), named('en_US'), named('ja_JP')),
          dueAt: row.keep_until,
          facts: { rows: row.rows },
        };
      });
    },
  },
  {
    kind: 'hold.end',
    objectKind: 'legalHold',
    title: local('法务保全', 'Legal hold', '訴訟ホールド'),
    measure: 'end',
    impact: local(
      '“{name}”所保全的日志可以再次被清理',
      'Logs that {name} holds may be cleaned again',
      '「{name}」が保持するログが再び整理の対象になります',
    ),
    nextStep: local('仍需要时延长保全', 'Prolong the hold if it is still needed', '必要ならホールドを延長する'),
    code: cleanupMechanism.code,
    link: () => `${cleanupMechanism.route}?view=holds`,
    list: async (db) => {
      const rows = await db
        .selectFrom('legal_hold')
        .select(['id', 'name', 'until'])
        .where('state', '=', 'active')
        .where('until', 'is not', null)
        .execute();
      return rows.map((row) => ({ objectId: row.id, name: row.name, dueAt: row.until }));
    },
  },
];
