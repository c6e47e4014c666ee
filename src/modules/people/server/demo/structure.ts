import type { LocalText } from '#kit/common/language.ts';
import { parseOutline, type Outline } from './outline.ts';

/** What the sample company's divisions are made of: divisions, their units, their teams; Chinese | English | Japanese. */
const catalogue = parseOutline(`
RD 研发中心 | Research and Development | 研究開発本部
  PLT 平台研发部 | Platform Engineering | プラットフォーム開発部
    后端组 | Backend | バックエンド課
    前端组 | Frontend | フロントエンド課
    基础架构组 | Infrastructure | インフラ課
  DEV 终端研发部 | Device Software | 端末ソフト開発部
    嵌入式组 | Embedded | 組込み課
    移动端组 | Mobile | モバイル課
  HW 硬件研发部 | Hardware | ハードウェア開発部
    电路组 | Electronics | 回路設計課
    结构组 | Mechanics | 機構設計課
  AI 人工智能部 | Artificial Intelligence | AI開発部
    算法组 | Algorithms | アルゴリズム課
    数据组 | Data | データ課
  UX 用户体验部 | User Experience | UXデザイン部
MFG 制造中心 | Manufacturing | 生産本部
  ASM 装配车间 | Assembly | 組立部
    一线 | Line 1 | 第一ライン
    二线 | Line 2 | 第二ライン
    三线 | Line 3 | 第三ライン
  PRO 工艺工程部 | Process Engineering | 生産技術部
  EQ 设备维护部 | Maintenance | 設備保全部
SAL 销售中心 | Sales | 営業本部
  KEY 大客户部 | Key Accounts | 大口顧客部
    金融行业组 | Financial Services | 金融担当課
    制造行业组 | Manufacturing Industry | 製造担当課
    公共事业组 | Public Sector | 公共担当課
  CHN 渠道部 | Channel | チャネル営業部
  PRE 售前支持部 | Presales | 技術営業部
QA 质量部 | Quality | 品質保証部
  TST 测试部 | Testing | 検査課
  CER 认证合规部 | Certification | 認証課
  SUP 供应商质量部 | Supplier Quality | 取引先品質課
SCM 供应链部 | Supply Chain | サプライチェーン部
  BUY 采购部 | Procurement | 購買課
  LOG 物流部 | Logistics | 物流課
  PLN 计划部 | Planning | 計画課
SVC 客户服务部 | Customer Service | カスタマーサービス部
  CAL 呼叫中心 | Call Centre | コールセンター
    早班 | Early Shift | 早番
    晚班 | Late Shift | 遅番
  FLD 现场服务部 | Field Service | フィールドサービス部
    北区组 | North | 北エリア
    南区组 | South | 南エリア
MKT 市场部 | Marketing | マーケティング部
  BRD 品牌部 | Brand | ブランド課
  DIG 数字营销部 | Digital Marketing | デジタル課
  EVT 活动部 | Events | イベント課
IT 信息技术部 | Information Technology | 情報システム部
  DSK 服务台 | Service Desk | ヘルプデスク
  OPS 系统运维部 | Operations | システム運用課
  SEC 信息安全部 | Information Security | 情報セキュリティ課
FIN 财务部 | Finance | 経理部
  ACC 会计部 | Accounting | 会計課
  CTL 管理会计部 | Controlling | 管理会計課
  TAX 税务部 | Tax | 税務課
HR 人力资源部 | Human Resources | 人事部
  REC 招聘部 | Recruiting | 採用課
  PAY 薪酬福利部 | Payroll and Benefits | 給与厚生課
  TRN 培训发展部 | Learning and Development | 人材開発課
LAW 法务部 | Legal | 法務部
  CON 合同部 | Contracts | 契約課
  IPR 知识产权部 | Intellectual Property | 知的財産課
ADM 行政部 | Administration | 総務部
  FAC 物业部 | Facilities | 施設課
  OFF 前台与文秘 | Office Services | 庶務課
STR 战略发展部 | Strategy | 経営企画部
  INV 投资部 | Investments | 投資課
  RES 研究部 | Research | 調査課
AUD 内部审计部 | Internal Audit | 内部監査室
`);

/** Whose names and titles the people of a company have. */
export type Tongue = 'zh' | 'ja' | 'de' | 'en';

/** A company of the group. */
export interface DemoCompany {
  readonly key: 'HQ' | 'SH' | 'JP' | 'DE' | 'UK';
  readonly name: LocalText;
  readonly tongue: Tongue;
  readonly place: string;
  readonly timeZone: string;
  readonly locale: 'zh_CN' | 'ja_JP' | 'en_US';
  readonly phone: string;
  readonly address: string;
  /** Share of the group's people. */
  readonly share: number;
  /** Divisions by their keys. */
  readonly divisions: readonly string[];
}

const words = (text: string): string[] => text.split(' ');

/** The group's own name. */
export const groupName: LocalText = { zh_CN: '星河集团', en_US: 'Galaxy Group', ja_JP: 'ギャラクシーグループ' };

/** The companies below the group. */
export const demoCompanies: readonly DemoCompany[] = [
  {
    key: 'HQ',
    name: { zh_CN: '集团总部', en_US: 'Group Headquarters', ja_JP: 'グループ本社' },
    tongue: 'zh',
    place: '上海',
    timeZone: 'Asia/Shanghai',
    locale: 'zh_CN',
    phone: '+86 21 5550 0100',
    address: '上海市浦东新区星河路 100 号',
    share: 0.05,
    divisions: words('STR FIN HR LAW IT AUD MKT'),
  },
  {
    key: 'SH',
    name: {
      zh_CN: '星河科技（上海）有限公司',
      en_US: 'Galaxy Technology (Shanghai) Co., Ltd.',
      ja_JP: 'ギャラクシー・テクノロジー（上海）有限公司',
    },
    tongue: 'zh',
    place: '上海',
    timeZone: 'Asia/Shanghai',
    locale: 'zh_CN',
    phone: '+86 21 5550 0200',
    address: '上海市浦东新区星河路 200 号',
    share: 0.45,
    divisions: words('RD MFG SAL QA SCM SVC MKT IT FIN HR LAW ADM'),
  },
  {
    key: 'JP',
    name: { zh_CN: '星河日本株式会社', en_US: 'Galaxy Japan K.K.', ja_JP: 'ギャラクシー・ジャパン株式会社' },
    tongue: 'ja',
    place: '東京',
    timeZone: 'Asia/Tokyo',
    locale: 'ja_JP',
    phone: '+81 3 5550 0300',
    address: '東京都港区銀河 1-2-3',
    share: 0.21,
    divisions: words('RD MFG SAL QA SVC IT FIN HR ADM'),
  },
  {
    key: 'DE',
    name: { zh_CN: '星河德国有限公司', en_US: 'Galaxy Deutschland GmbH', ja_JP: 'ギャラクシー・ドイツ GmbH' },
    tongue: 'de',
    place: 'Frankfurt am Main',
    timeZone: 'Europe/Berlin',
    locale: 'en_US',
    phone: '+49 69 90009 000',
    address: 'Sternwartenallee 12, 60311 Frankfurt am Main',
    share: 0.16,
    divisions: words('RD MFG SAL QA SCM IT FIN HR LAW'),
  },
  {
    key: 'UK',
    name: { zh_CN: '星河英国有限公司', en_US: 'Galaxy UK Ltd', ja_JP: 'ギャラクシー UK Ltd' },
    tongue: 'en',
    place: 'London',
    timeZone: 'Europe/London',
    locale: 'en_US',
    phone: '+44 20 7946 0000',
    address: '12 Orrery Street, London EC2A 9ZZ',
    share: 0.13,
    divisions: words('RD SAL SVC MKT IT FIN HR LAW'),
  },
];

/** A department of the sample company. */
export interface DemoDepartment {
  /** `JP-RD-PLT-1`: unique, readable, the code of the department. */
  readonly code: string;
  /** Code of the one above; null right below the group. */
  readonly parent: string | null;
  readonly name: LocalText;
  /** 1 company, 2 division, 3 unit, 4 team. */
  readonly level: 1 | 2 | 3 | 4;
  readonly company: DemoCompany;
  /** Key of the division; empty for the company itself. */
  readonly division: string;
  /** Nothing below it. */
  readonly leaf: boolean;
}

/** All departments below the group, parents before children; of some divisions alone where they are named. */
export function demoDepartments(only?: readonly string[]): DemoDepartment[] {
  return demoCompanies.flatMap((company) => {
    const top: DemoDepartment = {
      code: company.key,
      parent: null,
      name: company.name,
      level: 1,
      company,
      division: '',
      leaf: false,
    };
    const kept = company.divisions.filter((key) => only?.includes(key) ?? true);
    const divisions = kept.flatMap((key) => {
      const division = catalogue.find((one) => one.key === key);
      if (!division) throw new Error(`No division is called ${key}`);
      return departmentsOf(division, { parent: company.key, level: 2, company, division: key });
    });
    return [top, ...divisions];
  });
}

function departmentsOf(outline: Outline, place: Pick<DemoDepartment, 'parent' | 'level' | 'company' | 'division'>): DemoDepartment[] {
  const code = `${place.parent}-${outline.key}`;
  // The headquarters keep to divisions and units.
  const children = place.company.key === 'HQ' && place.level === 3 ? [] : outline.children;
  const level = place.level === 2 ? 3 : 4;
  return [
    { ...place, code, name: outline.name, leaf: children.length === 0 },
    ...children.flatMap((child) => departmentsOf(child, { ...place, parent: code, level })),
  ];
}
