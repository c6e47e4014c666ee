import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { demoDepartment } from '#modules/people/server/public.ts';
import { formVersion, type FormField, type FormVersion } from '../../common/form/version.ts';
import { todoSystem } from '../../common/template/system.contract.ts';
import { templatePublish, todoTemplate } from '../../common/template/template.contract.ts';

/** Business systems of the sample company, with templates that are published and one that is still drafted. */
export const templatesDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(56, '10:00', 8), what: begin },
    { at: calendar.at(20, '15:20', 8), what: improve },
  ],
};

const words = (zh_CN: string, en_US: string, ja_JP: string) => ({ zh_CN, en_US, ja_JP });

const applicant: FormField = { code: 'applicant', type: 'text', label: words('申请人', 'Applicant', '申請者') };
const decisions: Pick<FormVersion, 'actions'> = {
  actions: [
    { code: 'approve', kind: 'approve', label: words('同意', 'Approve', '承認'), style: 'primary', requires: {}, effect: 'done' },
    {
      code: 'reject',
      kind: 'reject',
      label: words('驳回', 'Reject', '却下'),
      style: 'danger',
      requires: { comment: true },
      effect: 'done',
    },
  ],
};

/** Expenses with their lines, the sum of them, and a reason that is asked for from 5,000 on. */
const expenses: FormVersion = formVersion.parse({
  dataSchema: [
    { path: 'applicant', type: 'text', required: true },
    { path: 'purpose', type: 'text', required: true },
    { path: 'lines', type: 'list', required: true },
  ],
  fields: [
    applicant,
    { code: 'purpose', type: 'text', label: words('事由', 'Purpose', '用途') },
    {
      code: 'lines',
      type: 'table',
      label: words('明细', 'Lines', '明細'),
      columns: [
        { code: 'item', type: 'text', label: words('项目', 'Item', '項目') },
        { code: 'price', type: 'money', label: words('单价', 'Price', '単価') },
        { code: 'count', type: 'number', label: words('数量', 'Count', '数量') },
        { code: 'amount', type: 'formula', label: words('金额', 'Amount', '金額'), formula: 'round(price * count, 2)', decimals: 2 },
      ],
    },
    { code: 'total', type: 'formula', label: words('合计', 'Total', '合計'), formula: 'sum(lines.amount)', decimals: 2, currency: 'CNY' },
    { code: 'reason', type: 'multiline', label: words('批准理由', 'Reason for approval', '承認の理由'), maxLength: 200, width: 4 },
  ],
  layout: {
    sections: [
      { code: 'head', title: words('申请', 'Request', '申請'), fields: ['applicant', 'purpose'] },
      { code: 'money', title: words('费用', 'Expenses', '費用'), fields: ['lines', 'total'] },
      { code: 'decision', title: words('审批', 'Decision', '承認'), fields: ['reason'] },
    ],
  },
  rules: [
    { code: 'large', when: { all: [{ field: 'total', op: 'greaterOrEqual', value: 5000 }] }, then: [{ do: 'require', field: 'reason' }] },
  ],
  stages: [
    { code: 'manager', name: words('主管审批', 'Manager', '上長の承認'), fields: { reason: 'write' }, actions: ['approve', 'reject'] },
    { code: 'finance', name: words('财务复核', 'Finance', '経理の確認'), actions: ['approve', 'reject'] },
  ],
  ...decisions,
  list: {
    title: words('${applicant} 的报销', 'Expenses of ${applicant}', '${applicant} さんの経費'),
    summary: [words('${purpose}', '${purpose}', '${purpose}')],
  },
});

const leave: FormVersion = formVersion.parse({
  dataSchema: [
    { path: 'applicant', type: 'text', required: true },
    { path: 'from', type: 'text', required: true },
    { path: 'to', type: 'text', required: true },
  ],
  fields: [
    applicant,
    { code: 'from', type: 'date', label: words('开始', 'From', '開始日') },
    { code: 'to', type: 'date', label: words('结束', 'To', '終了日') },
    { code: 'days', type: 'formula', label: words('天数', 'Days', '日数'), formula: 'dateDiff(from, to) + 1' },
    { code: 'handover', type: 'text', label: words('工作交接', 'Hand-over', '引き継ぎ'), width: 4 },
  ],
  layout: { sections: [{ code: 'main', fields: ['applicant', 'from', 'to', 'days', 'handover'] }] },
  rules: [{ code: 'long', when: { field: 'days', op: 'greater', value: 3 }, then: [{ do: 'show', field: 'handover' }] }],
  stages: [
    { code: 'manager', name: words('主管审批', 'Manager', '上長の承認'), fields: { handover: 'write' }, actions: ['approve', 'reject'] },
  ],
  ...decisions,
  list: {
    title: words('${applicant} 的请假', 'Leave of ${applicant}', '${applicant} さんの休暇'),
    summary: [words('${from} 至 ${to}', '${from} to ${to}', '${from} から ${to}')],
  },
});

async function begin(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const ownerDeptId = await demoDepartment(actor, 'HQ');
  const finance = await actor.call(todoSystem.add, {
    name: words('费用报销系统', 'Expense system', '経費精算システム'),
    code: 'expense',
    icon: 'expense',
    ownerDeptId,
  });
  const people = await actor.call(todoSystem.add, {
    name: words('人事系统', 'HR system', '人事システム'),
    code: 'hr',
    icon: 'leave',
    ownerDeptId,
    notify: 'badge',
  });
  for (const { systemId, name, code, draft } of [
    { systemId: finance.id, name: words('报销审批', 'Expense approval', '経費の承認'), code: 'expense', draft: expenses },
    { systemId: people.id, name: words('请假审批', 'Leave request', '休暇の申請'), code: 'leave', draft: leave },
  ]) {
    const { id } = await actor.call(todoTemplate.add, { systemId, name, code });
    const { version } = await actor.call(todoTemplate.update, { id, version: 1, draft });
    await actor.call(templatePublish, { id, version, note: '首次发布' });
  }
  const contract = words('合同会签', 'Contract review', '契約の確認');
  await actor.call(todoTemplate.add, { systemId: finance.id, name: contract, code: 'contract' });
}

/** Weeks later: expenses warn from 20,000 on, published as a second version; leave gets a change that nobody published yet. */
async function improve(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const { list } = await actor.call(todoTemplate.list, {});
  const known = new Map(list.map((one) => [one.code, one]));
  const [first, second] = [known.get('expense'), known.get('leave')];
  if (!first || !second) return;
  const warned = {
    code: 'huge',
    when: { field: 'total', op: 'greater' as const, value: 20_000 },
    then: [
      {
        do: 'warn' as const,
        text: words('超过 20,000，请确认预算', 'More than 20,000: check the budget', '20,000 を超えています。予算を確認してください'),
      },
    ],
  };
  const { version } = await actor.call(todoTemplate.update, {
    id: first.id,
    version: first.version,
    draft: { ...expenses, rules: [...expenses.rules, warned] },
  });
  await actor.call(templatePublish, { id: first.id, version, note: '大额提醒' });
  const required = leave.fields.map((field) => (field.code === 'handover' ? { ...field, required: true } : field));
  await actor.call(todoTemplate.update, { id: second.id, version: second.version, draft: { ...leave, fields: required } });
}
