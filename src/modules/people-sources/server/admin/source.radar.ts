import { local } from '#kit/server/warning/warning-kind.ts';
import { mostFindings, type RadarKind } from '#kit/server/radar-kind.ts';
import { sourcePage } from '../../common/source.permissions.ts';
import '../source.table.ts';

/** Tokens with which identity providers push, and that end. */
export const sourceRadar: readonly RadarKind[] = [
  {
    kind: 'sourceToken.end',
    objectKind: 'scimToken',
    title: local('SCIM 令牌', 'SCIM token', 'SCIM トークン'),
    measure: 'end',
    impact: local(
      '来源“{source}”的身份提供方无法再用令牌 {name} 推送人员',
      'The identity provider of source {source} can’t push people with token {name} any more',
      'ソース「{source}」の ID プロバイダーはトークン {name} で従業員をプッシュできなくなります',
    ),
    nextStep: local('新建令牌并填入身份提供方', 'Make a new one and enter it there', '新しいトークンを作成し ID プロバイダーに設定する'),
    code: sourcePage.code,
    facts: { source: { label: local('来源', 'Source', 'ソース') } },
    link: ({ facts }) => `${sourcePage.route}?view=edit&id=${String(facts['sourceId'])}`,
    list: async (db) => {
      const rows = await db
        .selectFrom('scim_token as token')
        .innerJoin('source', 'source.id', 'token.source_id')
        .select(['token.id', 'token.name', 'token.expires_at', 'token.created_at', 'source.id as source_id', 'source.name as source'])
        .select('source.root_department_id')
        .orderBy('token.expires_at')
        .limit(mostFindings)
        .execute();
      return rows.map((row) => ({
        objectId: row.id,
        name: row.name,
        dueAt: row.expires_at,
        since: row.created_at,
        deptId: row.root_department_id,
        facts: { source: row.source, sourceId: row.source_id },
      }));
    },
  },
];
