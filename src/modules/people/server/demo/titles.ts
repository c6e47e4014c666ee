import { pick } from '#kit/common/random.ts';
import type { Tongue } from './structure.ts';

const cut = (line: string): string[] => line.split('|').map((title) => title.trim());
const byTongue = (zh: string, ja: string, de: string, en: string): Record<Tongue, string[]> => ({
  zh: cut(zh),
  ja: cut(ja),
  de: cut(de),
  en: cut(en),
});

/** Titles of heads: of a company, a division, a unit, a team. */
const heads = byTongue(
  '总经理|总监|部门经理|组长',
  '代表取締役社長|本部長|部長|課長',
  'Geschäftsführer|Bereichsleitung|Abteilungsleitung|Teamleitung',
  'Managing Director|Director|Manager|Team Lead',
);

/** Titles of a division from the first job to the most senior one. */
const ranks: Readonly<Record<string, Record<Tongue, string[]>>> = {
  '': byTongue('总经理助理|总经理秘书', '社長室担当|秘書', 'Assistenz der Geschäftsführung|Referent', 'Executive Assistant|Chief of Staff'),
  RD: byTongue(
    '软件工程师|高级软件工程师|测试工程师|资深工程师|架构师',
    'ソフトウェアエンジニア|シニアエンジニア|テストエンジニア|主任技師|アーキテクト',
    'Softwareentwickler|Senior Softwareentwickler|Testingenieur|Systemingenieur|Softwarearchitekt',
    'Software Engineer|Senior Software Engineer|Test Engineer|Staff Engineer|Architect',
  ),
  MFG: byTongue(
    '操作工|装配技师|班长|工艺工程师|设备工程师',
    '作業員|組立技能士|班長|生産技術者|設備技術者',
    'Facharbeiter|Mechatroniker|Schichtleiter|Prozessingenieur|Instandhalter',
    'Operator|Assembly Technician|Shift Leader|Process Engineer|Maintenance Engineer',
  ),
  SAL: byTongue(
    '销售代表|客户经理|售前顾问|高级客户经理|区域经理',
    '営業担当|アカウント営業|プリセールス|主任|エリアマネージャー',
    'Vertriebsmitarbeiter|Account Manager|Presales-Berater|Key Account Manager|Regionalleiter',
    'Sales Representative|Account Executive|Solutions Consultant|Key Account Manager|Regional Manager',
  ),
  QA: byTongue(
    '质检员|质量工程师|认证专员',
    '検査員|品質保証技術者|認証担当',
    'Prüfer|Qualitätsingenieur|Zertifizierungsbeauftragte',
    'Inspector|Quality Engineer|Certification Specialist',
  ),
  SCM: byTongue(
    '采购员|仓库管理员|物流专员|高级采购',
    '購買担当|倉庫担当|物流担当|主任',
    'Einkäufer|Lagerist|Disponent|Strategischer Einkäufer',
    'Buyer|Warehouse Clerk|Logistics Planner|Senior Buyer',
  ),
  SVC: byTongue(
    '客服专员|现场工程师|高级客服|技术支持工程师',
    'カスタマーサポート|フィールドエンジニア|主任|テクニカルサポート',
    'Kundenberater|Servicetechniker|Senior Kundenberater|Technischer Support',
    'Customer Adviser|Field Engineer|Senior Adviser|Support Engineer',
  ),
  MKT: byTongue(
    '市场专员|内容编辑|品牌经理',
    'マーケティング担当|編集担当|ブランドマネージャー',
    'Marketingreferent|Redakteur|Brand Manager',
    'Marketing Specialist|Content Editor|Brand Manager',
  ),
  IT: byTongue(
    '服务台工程师|系统管理员|网络工程师|安全工程师',
    'ヘルプデスク|システム管理者|ネットワーク技術者|セキュリティ技術者',
    'Servicedesk-Mitarbeiter|Systemadministrator|Netzwerkadministrator|IT-Sicherheitsbeauftragte',
    'Service Desk Analyst|System Administrator|Network Engineer|Security Engineer',
  ),
  FIN: byTongue(
    '会计|出纳|财务分析师|高级会计',
    '経理担当|会計担当|財務アナリスト|主任',
    'Buchhalter|Controller|Finanzanalyst|Bilanzbuchhalter',
    'Accountant|Payables Clerk|Financial Analyst|Senior Accountant',
  ),
  HR: byTongue(
    '人事专员|招聘专员|薪酬专员|人事业务伙伴',
    '人事担当|採用担当|給与担当|人事ビジネスパートナー',
    'Personalreferent|Recruiter|Lohnbuchhalter|HR Business Partner',
    'HR Officer|Recruiter|Payroll Specialist|HR Business Partner',
  ),
  LAW: byTongue('法务专员|法律顾问', '法務担当|法律顧問', 'Juristische Fachkraft|Syndikusrechtsanwalt', 'Paralegal|Legal Counsel'),
  ADM: byTongue('行政专员|前台|司机', '総務担当|受付|運転手', 'Sachbearbeiter|Empfang|Fahrer', 'Office Administrator|Receptionist|Driver'),
  STR: byTongue(
    '战略分析师|投资经理',
    '経営企画担当|投資担当',
    'Strategieanalyst|Beteiligungsmanager',
    'Strategy Analyst|Investment Manager',
  ),
  AUD: byTongue('审计师|高级审计师', '監査担当|上級監査人', 'Revisor|Senior Revisor', 'Auditor|Senior Auditor'),
};

/** Title of the head of a department of this level (1 company to 4 team). */
export const headTitle = (tongue: Tongue, level: 1 | 2 | 3 | 4): string => heads[tongue][level - 1]!;

/** Title of somebody in a division; the larger the value, the more senior. */
export const titleOf = (tongue: Tongue, division: string, seniority: number): string =>
  pick((ranks[division] ?? ranks['ADM']!)[tongue], seniority);
