import { sql } from 'kysely';
import { fieldHolding } from '#kit/server/field-holding.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { fileWhiteKind } from './file-white.kind.ts';

/** Exceptions from file rules that were made for somebody. */
export const enterpriseHoldings: readonly HoldingKind[] = [
  fieldHolding({
    kind: 'fileWhite',
    title: { zh_CN: '文件规则白名单', en_US: 'White lists of file rules', ja_JP: 'ファイルルールの許可リスト' },
    order: 'remove',
    choices: ['remove'],
    of: fileWhiteKind,
    held: (
      uids,
    ) => sql`select w.employee_id as uid, w.id, coalesce(role.name, '') as name from file_white w left join role on role.id = w.role_id
      where w.employee_id = any(${uids}::uuid[])`,
    change: () => 'delete',
  }),
];
