import { sql } from 'kysely';
import { fieldHolding, successorOf } from '#kit/server/field-holding.ts';
import type { HoldingKind } from '#kit/server/holdings.ts';
import { noticePersonKind } from './notice-person.kind.ts';
import { warningRuleKind } from './rule.kind.ts';

/** Who is told of warnings, and whose rules they are. */
export const warningHoldings: readonly HoldingKind[] = [
  fieldHolding({
    kind: 'warningRule',
    title: { zh_CN: '负责的告警规则', en_US: 'Alert rules owned', ja_JP: '担当している警告ルール' },
    order: 'handOver',
    choices: ['remove', 'handOver'],
    of: warningRuleKind,
    held: (uids) => sql`select owner_id as uid, id, name from warning_rule where owner_id = any(${uids}::uuid[])`,
    change: (request) => ({ ownerId: successorOf(request) }),
  }),
  fieldHolding({
    kind: 'noticePerson',
    title: { zh_CN: '接收的告警通知', en_US: 'Notices of alerts', ja_JP: '警告の通知' },
    order: 'remove',
    choices: ['disable'],
    of: noticePersonKind,
    held: (uids) => sql`select employee_id as uid, id, name from notice_person where employee_id = any(${uids}::uuid[]) and enabled`,
    change: () => ({ enabled: false }),
  }),
];
