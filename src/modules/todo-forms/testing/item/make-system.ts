import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { formVersion } from '../../common/form/version.ts';
import { digestOf } from '../../server/item/push/digest.ts';

/** A form with an amount that is read, a remark that is written, and the actions of an approval. */
export const approvalForm = formVersion.parse({
  dataSchema: [
    { path: 'applicant', type: 'text', required: true },
    { path: 'amount', type: 'number', required: true },
  ],
  fields: [
    { code: 'applicant', type: 'text', label: { zh_CN: '申请人', en_US: 'Applicant', ja_JP: '申請者' } },
    { code: 'amount', type: 'money', label: { zh_CN: '金额', en_US: 'Amount', ja_JP: '金額' } },
    { code: 'remark', type: 'multiline', label: { zh_CN: '意见', en_US: 'Remark', ja_JP: '意見' }, maxLength: 200 },
    { code: 'secretNote', type: 'text', label: { zh_CN: '内部', en_US: 'Internal', ja_JP: '内部' } },
  ],
  layout: { sections: [{ code: 'main', fields: ['applicant', 'amount', 'remark'] }] },
  stages: [
    {
      code: 'check',
      name: { zh_CN: '审批', en_US: 'Approval', ja_JP: '承認' },
      fields: { remark: 'write', secretNote: 'hidden' },
      actions: ['approve', 'reject', 'ask'],
    },
    { code: 'pay', name: { zh_CN: '付款', en_US: 'Payment', ja_JP: '支払い' }, actions: ['approve'] },
  ],
  actions: [
    { code: 'approve', kind: 'approve', label: { zh_CN: '同意', en_US: 'Approve', ja_JP: '承認' }, style: 'primary' },
    {
      code: 'reject',
      kind: 'reject',
      label: { zh_CN: '驳回', en_US: 'Reject', ja_JP: '却下' },
      style: 'danger',
      requires: { comment: true },
    },
    { code: 'ask', kind: 'custom', label: { zh_CN: '追问', en_US: 'Ask back', ja_JP: '質問' }, effect: 'stays' },
  ],
  list: {
    title: { zh_CN: '${applicant}的报销', en_US: 'Expenses of ${applicant}' },
    summary: [{ zh_CN: '金额 ${amount}', en_US: 'Amount ${amount}' }],
  },
});

/** A business system as tests make it. */
export interface MadeSystem {
  readonly id: string;
  readonly templateId: string;
  readonly versionId: string;
  readonly secret: string;
}

/** Writes a business system with one published template, as they stand once they were made in the console. */
export async function makeSystem(
  { database, secrets }: Pick<CoreServices, 'database' | 'secrets'>,
  draft: {
    readonly code: string;
    readonly ownerDeptId: string;
    readonly accessSystemId?: string | null;
    readonly answerUrl?: string | null;
    readonly notify?: 'message' | 'badge' | 'none';
    readonly perMinute?: number;
  },
): Promise<MadeSystem> {
  const { db } = database;
  const [id, templateId, versionId, secret] = [newId(), newId(), newId(), `secret-of-${draft.code}`];
  const url = draft.answerUrl ?? null;
  const sealed = secrets.seal(secret, { table: 'todo_system', column: 'answer_secret', row: id });
  const name = { zh_CN: `系统 ${draft.code}`, en_US: `System ${draft.code}`, ja_JP: `システム ${draft.code}` };
  await sql`insert into todo_system (id, version, created_at, updated_at, name, code, icon, access_system_id, answer_mode, answer_url, answer_secret,
      assign_by, per_minute, open_items, bytes, link_hosts, quiet_hours, notify, after_disable, owner_dept_id, place, enabled)
    values (${id}::uuid, 1, 0, 0, ${JSON.stringify(name)}::jsonb, ${draft.code}, 'task', ${draft.accessSystemId ?? null}::uuid,
      ${url === null ? 'none' : 'call'}, ${url}, ${sealed}, 'account', ${draft.perMinute ?? 10_000}, 1000000, 65536, '[]', false,
      ${draft.notify ?? 'message'}, 'readOnly', ${draft.ownerDeptId}::uuid, 1, true)`.execute(db);
  await sql`insert into todo_template (id, version, created_at, updated_at, system_id, name, code, draft_no, published, place, enabled)
    values (${templateId}::uuid, 1, 0, 0, ${id}::uuid, '{"zh_CN":"报销","en_US":"Expenses","ja_JP":"経費"}', 'expense', 0, 1, 1, true)`.execute(
    db,
  );
  await sql`insert into todo_version (id, template_id, number, content, digest, note, at, by_id)
    values (${versionId}::uuid, ${templateId}::uuid, 1, ${JSON.stringify(approvalForm)}::jsonb, ${digestOf(approvalForm)}, '', 0, '')`.execute(
    db,
  );
  return { id, templateId, versionId, secret };
}
