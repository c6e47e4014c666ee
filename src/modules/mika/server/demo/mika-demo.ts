import type { Input } from '#kit/common/contract.ts';
import type { DemoActor } from '#kit/server/demo/demo-actor.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import type { DemoPart } from '#kit/server/demo/demo-part.ts';
import { demoDepartment, demoPerson } from '#modules/people/server/public.ts';
import { mikaAnswer, mikaSynonym } from '../../common/knowledge.contract.ts';
import { scene, sceneGroup } from '../../common/scene.contract.ts';
import { mikaPublish } from '../../common/version.contract.ts';
import { sessionsOfTheDay } from './sessions-demo.ts';

/** What mika answers in the sample company, in three languages, and what people asked it. */
export const mikaDemo: DemoPart = {
  actions: ({ calendar }) => [
    { at: calendar.at(60, '10:15', 8), what: async (stage) => firstScenes(await stage.as(demoCast.chief)) },
    { at: calendar.at(20, '15:40', 8), what: async (stage) => moreAnswers(await stage.as(demoCast.chief)) },
  ],
  night: sessionsOfTheDay,
};

type Draft = Omit<Input<typeof scene.add>, 'groupId' | 'ownerDeptId'>;
const said = (zh_CN: string, en_US: string, ja_JP: string) => ({ zh_CN, en_US, ja_JP });

const scenes: readonly Draft[] = [
  {
    code: 'annual-leave',
    name: said('年假规定', 'Annual leave', '年次休暇'),
    kind: 'answer',
    phrases: {
      zh_CN: ['我有几天年假', '年假怎么算', '年假什么时候过期'],
      en_US: ['how many days of leave do I have', 'when does my leave expire'],
      ja_JP: ['有給は何日ありますか', '有給の期限はいつですか'],
    },
    target: {
      kind: 'answer',
      text: said(
        '入职满一年 5 天，满十年 10 天，次年 3 月 31 日前有效。',
        'Five days after one year, ten after ten years; they expire on 31 March of the next year.',
        '勤続1年で5日、10年で10日です。翌年3月31日まで有効です。',
      ),
    },
  },
  {
    code: 'it-help',
    name: said('IT 人工支持', 'IT support', 'IT サポート'),
    kind: 'handover',
    phrases: {
      zh_CN: ['转人工', '电脑坏了'],
      en_US: ['talk to IT', 'my laptop is broken'],
      ja_JP: ['担当者につないで', 'パソコンが壊れました'],
    },
    target: {
      kind: 'handover',
      text: said('正在为您转接 IT 同事。', 'IT will be with you shortly.', 'IT 担当者におつなぎします。'),
      outside: said('IT 支持时间为工作日 9:00–18:00。', 'IT is there on working days, 9:00–18:00.', 'IT サポートは平日 9:00–18:00 です。'),
      hours: [{ from: '09:00', to: '18:00', weekdays: [1, 2, 3, 4, 5] }],
    },
  },
  {
    code: 'meeting-guide',
    name: said('预订会议室', 'Book a room', '会議室の予約'),
    kind: 'answer',
    phrases: {
      zh_CN: ['怎么订会议室', '{day}订会议室'],
      en_US: ['book a room for {day}', 'how do I book a room'],
      ja_JP: ['{day}に会議室を予約'],
    },
    slots: [
      {
        code: 'day',
        name: said('日期', 'Day', '日付'),
        questions: [said('哪一天？', 'For which day?', '何日ですか。')],
        type: 'date',
      },
    ],
    target: {
      kind: 'answer',
      text: said(
        '请在“会议”应用里选择 {day} 的空闲会议室。',
        'Choose a free room for {day} in the app “Meetings”.',
        '「会議」アプリで {day} の空き会議室を選んでください。',
      ),
    },
  },
];

async function firstScenes(actor: DemoActor): Promise<void> {
  const ownerDeptId = await demoDepartment(actor, 'HQ');
  const { id: groupId } = await actor.call(sceneGroup.add, { name: said('员工服务', 'Staff services', '社員サービス') });
  for (const draft of scenes)
    await actor.call(scene.add, {
      ...draft,
      groupId,
      ownerDeptId,
      ...(draft.kind === 'handover' && { handlers: [await demoPerson(actor, demoCast.helpDesk.account)] }),
    });
  await actor.call(mikaSynonym.add, { word: '年假', same: ['带薪假', '年休假', '有薪假'] });
  await actor.call(mikaPublish, { note: '首次发布' });
}

async function moreAnswers(actor: DemoActor): Promise<void> {
  await actor.call(mikaAnswer.add, {
    name: '访客 Wi-Fi',
    questions: { zh_CN: ['访客怎么上网', '访客 wifi 密码'], en_US: ['guest wifi password'], ja_JP: ['来客用 Wi-Fi'] },
    answer: said('前台每天早上更新访客密码。', 'The front desk has the password of the day.', '来客用パスワードは受付で毎朝更新されます。'),
  });
  await actor.call(mikaPublish, { note: '补充问答' });
}
