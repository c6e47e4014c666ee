import type { Input } from '#kit/common/contract.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart, DemoStage } from '#kit/server/demo/demo-part.ts';
import { account } from '#modules/public-accounts/common/account.contract.ts';
import { keywordReply } from '../../common/reply/keyword.contract.ts';
import { systemReply, welcomeReply } from '../../common/reply/setting.contract.ts';

/** What the first account answers by itself, in three languages. */
export const repliesDemo: DemoPart = { actions: ({ calendar }) => [{ at: calendar.at(84, '10:20', 8), what: writeReplies }] };

const said = (zh_CN: string, en_US: string, ja_JP: string) => ({ text: { zh_CN, en_US, ja_JP } });
const words = (...texts: string[]) => texts.map((text) => ({ text, match: 'contains' as const }));
const weekdays = [1, 2, 3, 4, 5];

/** Rules in their order; two of them share a word. */
const rules: readonly Omit<Input<typeof keywordReply.add>, 'snoId'>[] = [
  {
    name: '帮助',
    keywords: [
      { text: '帮助', match: 'exact' },
      { text: 'help', match: 'exact' },
      { text: 'ヘルプ', match: 'exact' },
    ],
    answers: [
      said(
        '可以问：请假、班车、报销、食堂。',
        'Ask about leave, shuttle, expenses or the canteen.',
        '休暇、シャトルバス、経費、食堂について質問できます。',
      ),
    ],
  },
  {
    name: '班车时刻',
    keywords: [...words('班车', 'shuttle', 'シャトル'), { text: '(几|什么时候)点?.*(发车|开车)', match: 'pattern' }],
    answers: [
      said(
        '早班 7:40、8:10，晚班 18:10、20:00，南门上车。',
        'Mornings 7:40 and 8:10, evenings 18:10 and 20:00, at the south gate.',
        '朝は7:40と8:10、夕方は18:10と20:00、南門から出ます。',
      ),
    ],
  },
  {
    name: '请假与年假',
    keywords: words('请假', '年假', 'leave', 'vacation', '休暇', '有給'),
    answers: [
      said(
        '在“人事服务”里提交请假申请，年假余额每月 1 日更新。',
        'Ask for leave in “HR services”; the balance is updated on the 1st.',
        '「人事サービス」で申請してください。残日数は毎月1日に更新されます。',
      ),
    ],
  },
  {
    name: '报销',
    keywords: words('报销', 'expense', '経費', '请假'),
    mode: 'one',
    windows: [{ from: '09:00', to: '18:00', weekdays }],
    answers: [
      said(
        '票据拍照后在“报销”应用里提交。',
        'Send a picture of the receipt in the app “Expenses”.',
        '領収書を撮影し、「経費」アプリで提出してください。',
      ),
    ],
  },
];

async function writeReplies(stage: DemoStage): Promise<void> {
  const actor = await stage.as(demoCast.chief);
  const snoId = (await actor.call(account.list, { pageSize: 1, enabled: true })).list[0]?.id;
  if (snoId === undefined) return;
  await actor.call(welcomeReply.save, {
    snoId,
    version: 0,
    document: {
      enabled: true,
      answers: [
        said(
          '欢迎关注。每周五发布公司要闻，发送“帮助”可查看能问什么。',
          'Welcome. Company news comes every Friday; write “help” to see what you can ask.',
          'フォローありがとうございます。毎週金曜日に社内ニュースをお届けします。「ヘルプ」で質問の例が届きます。',
        ),
      ],
    },
  });
  await actor.call(systemReply.save, {
    snoId,
    version: 0,
    document: {
      enabled: true,
      answers: [
        said(
          '已收到，工作时间内会有同事回复。',
          'Received. A colleague answers within working hours.',
          '受け付けました。営業時間内に担当者が返信します。',
        ),
      ],
      minutesBetween: 60,
      offHours: {
        enabled: true,
        windows: [
          { from: '18:30', to: '09:00', weekdays },
          { from: '00:00', to: '00:00', weekdays: [6, 7] },
        ],
        answers: [
          said(
            '现在是非工作时间，下一个工作日会回复您。',
            'We are out of hours and answer on the next working day.',
            'ただいま時間外です。次の営業日に返信します。',
          ),
        ],
      },
    },
  });
  for (const rule of rules) await actor.call(keywordReply.add, { ...rule, snoId });
}
