import { pick, seededRandom, type Random } from '#kit/common/random.ts';

/** A made-up person of a made-up company, as an import file holds one. */
export interface SamplePerson {
  account: string;
  name: string;
  nameEn: string | null;
  employeeNo: string;
  mobile: string;
  email: string;
  gender: 'male' | 'female';
  birthday: string;
  hireDate: string;
  title: string;
  jobLevel: string;
  workplace: string;
  employmentType: 'regular' | 'contractor' | 'intern' | 'outsourced';
  /** Index into the departments. */
  department: number;
  /** Further departments. */
  others: number[];
}

/** What a company is made of; the same numbers give the same company. */
export interface SampleOptions {
  people: number;
  departments: number;
  seed?: number;
}

type Tongue = 'zh' | 'ja' | 'en';

const split = (words: string): string[] => words.split(' ');
/** Family and given names in China. */
export const chinese = {
  families: split(
    '王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧 程 曹 袁 邓 许 傅 沈 曾 彭 吕 苏 卢 蒋 蔡 贾 丁 魏 薛 叶 阎 余 潘 杜 戴 夏 钟 汪 田 任 姜 范 方 石 姚 谭 廖 邹 熊 金 陆 郝 孔 白 崔 康 毛 邱 秦 江 史 顾 侯 邵 孟 龙 万 段 钱 汤 尹 黎 易 常 武 乔 贺 赖 龚 文 欧阳 司马 诸葛 上官 尉迟 单',
  ),
  male: split(
    '伟 强 磊 军 洋 勇 杰 涛 明 超 刚 平 辉 鹏 建国 志强 建华 文博 浩然 子轩 宇航 俊杰 天佑 思远 国栋 海涛 晓东 立新 少华 嘉豪 泽宇 一鸣',
  ),
  female: split(
    '芳 娜 敏 静 丽 艳 娟 霞 燕 玲 雪 倩 颖 秀英 桂英 雨桐 梓涵 欣怡 诗涵 思琪 佳怡 晓燕 慧敏 婷婷 美玲 淑珍 丹丹 若曦 语嫣 清扬 雅琴 文静',
  ),
};
const japanese = {
  families: split(
    '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本',
  ),
  male: split('健太 大輔 翔太 拓也 誠 隆 浩一 直樹 蓮 大和 悠真 一郎 健一 亮 翼 学'),
  female: split('陽子 美咲 さくら 結衣 葵 恵子 真由美 花子 千尋 香織 由美子 愛 七海 明日香 美穂 凛'),
};
/** Family and given names in English. */
export const english = {
  families: split(
    "Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Thomas Moore Martin Jackson Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Green Baker Adams Nelson Hill Campbell Mitchell Roberts Carter Phillips Evans Turner Parker Collins O'Brien MacDonald Fitzgerald",
  ),
  male: split(
    'James Robert John Michael David William Richard Thomas Charles Daniel Matthew Anthony Mark Steven Andrew Joshua Kevin Brian George Edward',
  ),
  female: split(
    'Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy Emily Margaret Sandra Ashley Kimberly Donna Michelle Rachel',
  ),
};
const companies: readonly { tongue: Tongue; name: string; place: string }[] = [
  { tongue: 'zh', name: '星河科技（北京）有限公司', place: '北京' },
  { tongue: 'zh', name: '星河智能制造（深圳）有限公司', place: '深圳' },
  { tongue: 'ja', name: '星河ジャパン株式会社', place: '東京' },
  { tongue: 'zh', name: '星河软件（成都）有限公司', place: '成都' },
  { tongue: 'en', name: 'Galaxy Systems Europe Ltd', place: 'London' },
  { tongue: 'zh', name: '星河物流（上海）有限公司', place: '上海' },
  { tongue: 'en', name: 'Galaxy America Inc', place: 'Austin' },
  { tongue: 'ja', name: '東雲製作所', place: '大阪' },
];
const units: Record<Tongue, string[]> = {
  zh: split(
    '研发中心 产品部 市场部 销售部 人力资源部 财务部 法务部 采购部 生产部 质量部 信息技术部 客户服务部 行政部 战略部 供应链部 工程部',
  ),
  ja: split('開発本部 企画部 営業部 人事部 経理部 法務部 購買部 製造部 品質保証部 情報システム部 総務部 広報部'),
  en: split('Engineering Product Marketing Sales People Finance Legal Procurement Operations Quality IT Support Facilities Strategy'),
};
const numbered: Record<Tongue, (n: number) => string> = { zh: (n) => `${n} 组`, ja: (n) => `第${n}課`, en: (n) => `Team ${n}` };
const titles: Record<Tongue, string[]> = {
  zh: split('工程师 高级工程师 产品经理 项目经理 销售代表 会计 人事专员 测试工程师 部门经理 总监 设计师 运营专员'),
  ja: split('エンジニア 主任 係長 課長 部長 営業担当 経理担当 デザイナー 企画担当'),
  en: [
    'Engineer',
    'Senior Engineer',
    'Product Manager',
    'Project Manager',
    'Account Executive',
    'Accountant',
    'Recruiter',
    'Designer',
    'Director',
    'Analyst',
  ],
};

interface SampleDepartment {
  /** Names from below the root. */
  path: string[];
  parent: number;
  tongue: Tongue;
  place: string;
}

/** Departments of a company, parents before children: companies, their units, and numbered groups below them, at most 6 levels. */
export function sampleDepartments(count: number): SampleDepartment[] {
  const made: SampleDepartment[] = companies
    .slice(0, Math.min(companies.length, count))
    .map(({ name, tongue, place }) => ({ path: [name], parent: -1, tongue, place }));
  for (let parent = 0; made.length < count; parent += 1) {
    const { path, tongue, place } = made[parent]!;
    const names =
      path.length === 1
        ? units[tongue]
        : Array.from({ length: Math.max(6, Math.ceil(Math.cbrt(count / 100))) }, (_, at) => numbered[tongue](at + 1));
    for (const name of names.slice(0, count - made.length))
      made.push({ path: [...path, path.length > 2 ? `${path.at(-1)!.replace(/ 组$/, '')}-${name}` : name], parent, tongue, place });
  }
  return made;
}

const dayOf = (from: number, days: number): string => new Date(from + Math.floor(days) * 86_400_000).toISOString().slice(0, 10);
const prefixes = split('130 131 135 136 137 138 139 150 151 158 159 176 180 186 188 199');

function nameOf(tongue: Tongue, male: boolean, next: Random): { name: string; nameEn: string | null } {
  const names = { zh: chinese, ja: japanese, en: english }[tongue];
  const family = pick(names.families, next());
  const given = pick(male ? names.male : names.female, next());
  if (tongue === 'en') return { name: `${given} ${family}`, nameEn: `${given} ${family}` };
  if (tongue === 'ja') return { name: `${family} ${given}`, nameEn: null };
  // Two characters of different names make a given name, too: else every fiftieth person had a namesake.
  const long = given.length === 1 && next() < 0.5 ? given + pick(male ? names.male : names.female, next()).slice(0, 1) : given;
  return { name: family + long, nameEn: next() < 0.15 ? pick(male ? english.male : english.female, next()) : null };
}

/** The people of a company, one after another: account, number, mobile and address differ for all. */
export function* samplePeople(
  options: SampleOptions,
  departments: readonly SampleDepartment[] = sampleDepartments(options.departments),
): Generator<SamplePerson> {
  const next = seededRandom(options.seed ?? 20_261_120);
  const today = Date.UTC(2026, 10, 1);
  for (let at = 0; at < options.people; at += 1) {
    // Every department gets somebody first; after that small groups and large units.
    const department = at < departments.length ? at : Math.floor(next() ** 1.15 * departments.length);
    const { tongue, place } = departments[department]!;
    const male = next() < 0.55;
    const number = String(at + 1).padStart(7, '0');
    // 7919 is coprime to 10^8: a walk over all numbers that never meets itself.
    const digits = String((at * 7919 + 12_345_678) % 100_000_000).padStart(8, '0');
    yield {
      account: `u${number}`,
      ...nameOf(tongue, male, next),
      employeeNo: `E${number}`,
      mobile: tongue === 'zh' ? `+86${prefixes[at % prefixes.length]}${digits}` : tongue === 'ja' ? `+8190${digits}` : `+4477${digits}`,
      email: `u${number}@galaxy.example`,
      gender: male ? 'male' : 'female',
      birthday: dayOf(Date.UTC(1966, 0, 1), next() * 14_000),
      hireDate: dayOf(today - 15 * 31_556_952_000, next() * 15 * 365),
      title: pick(titles[tongue], next() ** 1.5),
      jobLevel: `P${1 + Math.floor(next() * 9)}`,
      workplace: place,
      employmentType: pick(
        ['regular', 'regular', 'regular', 'regular', 'regular', 'regular', 'contractor', 'intern', 'outsourced'] as const,
        next(),
      ),
      department,
      others: next() < 0.2 ? [Math.floor(next() * departments.length)].filter((other) => other !== department) : [],
    };
  }
}
