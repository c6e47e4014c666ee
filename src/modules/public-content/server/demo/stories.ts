import type { LocalText } from '#kit/common/language.ts';

/** An article of the sample company. */
export interface Story {
  /** Of its picture. */
  readonly name: string;
  readonly colours: readonly [string, string];
  readonly title: LocalText;
  readonly lead: LocalText;
  readonly picture: LocalText;
  readonly heading: LocalText;
  readonly points: readonly LocalText[];
  readonly published: boolean;
}

const text = (zh_CN: string, en_US: string, ja_JP: string): LocalText => ({ zh_CN, en_US, ja_JP });

/** Three articles: two are published, one is being written. */
export const stories: readonly Story[] = [
  {
    name: '园区东门',
    colours: ['#1d4ed8', '#38bdf8'],
    title: text('园区东门下周一启用', 'The east gate opens next Monday', '東ゲートは来週月曜に開通します'),
    lead: text(
      '东门启用后，从地铁站步行到主楼只需五分钟。',
      'With the new gate it is a walk of five minutes from the station to the main building.',
      '開通後は、駅から本館まで徒歩 5 分になります。',
    ),
    picture: text('园区东门与主楼', 'The east gate and the main building', '東ゲートと本館'),
    heading: text('开放时间', 'Opening hours', '利用時間'),
    points: [
      text('工作日 06:30 至 22:30', 'Working days 06:30 to 22:30', '平日 6:30〜22:30'),
      text('周末请走南门', 'On weekends use the south gate', '週末は南ゲートをご利用ください'),
    ],
    published: true,
  },
  {
    name: '新食堂',
    colours: ['#b45309', '#facc15'],
    title: text('二号食堂试营业', 'The second canteen opens for a trial', '第 2 食堂が試験営業を始めます'),
    lead: text(
      '二号食堂本周起试营业，欢迎通过公众号反馈意见。',
      'The second canteen opens this week; tell us here what you think of it.',
      '第 2 食堂が今週から試験営業を始めます。ご意見はこのアカウントへお寄せください。',
    ),
    picture: text('二号食堂的用餐区', 'Tables of the second canteen', '第 2 食堂の客席'),
    heading: text('本周菜单', 'Menu of the week', '今週のメニュー'),
    points: [
      text('周一：番茄牛腩', 'Monday: beef with tomatoes', '月曜：牛バラ肉のトマト煮'),
      text('周三：素食日', 'Wednesday: vegetarian day', '水曜：ベジタリアンデー'),
      text('周五：各地小吃', 'Friday: dishes of many regions', '金曜：各地の軽食'),
    ],
    published: true,
  },
  {
    name: '体育馆',
    colours: ['#0f766e', '#a7f3d0'],
    title: text('体育馆年检安排', 'The gym is inspected', '体育館の年次点検'),
    lead: text(
      '体育馆下月进行年检，期间暂停开放。',
      'The gym is closed next month while it is inspected.',
      '来月は年次点検のため体育館を休館します。',
    ),
    picture: text('体育馆入口', 'Entrance of the gym', '体育館の入口'),
    heading: text('替代场地', 'Where to go instead', '代わりの施設'),
    points: [
      text('河滨跑道', 'The track along the river', '河川沿いのランニングコース'),
      text('合作健身房', 'Gyms of our partners', '提携ジム'),
    ],
    published: false,
  },
];
