import type { Language } from '#kit/common/language.ts';

/** An administrator of the sample company. */
export interface CastMember {
  readonly account: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly language: Language;
  /** Hours east of Greenwich of the office. */
  readonly hoursEast: number;
  readonly address: string;
  readonly userAgent: string;
}

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const edge = `${chrome} Edg/142.0.0.0`;
const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const shanghai = { language: 'zh_CN', hoursEast: 8 } as const;

/** Administrators of the sample company; modules give them their places and their roles. */
export const demoCast = {
  admin: { account: 'admin', name: 'admin', nameEn: null, ...shanghai, address: '10.8.0.10', userAgent: firefox },
  /** Second super administrator. */
  chief: { account: 'chen.guodong', name: '陈国栋', nameEn: 'George Chen', ...shanghai, address: '10.8.1.21', userAgent: chrome },
  groupHr: { account: 'lin.xiaoyan', name: '林晓燕', nameEn: 'Sharon Lin', ...shanghai, address: '10.8.1.34', userAgent: edge },
  shanghaiHr: { account: 'zhao.wenjing', name: '赵文静', nameEn: null, ...shanghai, address: '10.8.4.52', userAgent: chrome },
  helpDesk: { account: 'zhou.peng', name: '周鹏', nameEn: null, ...shanghai, address: '10.8.9.7', userAgent: firefox },
  japanHr: {
    account: 'tanaka.misaki',
    name: '田中 美咲',
    nameEn: 'Misaki Tanaka',
    language: 'ja_JP',
    hoursEast: 9,
    address: '10.81.2.18',
    userAgent: edge,
  },
  germanyHr: {
    account: 'hoffmann.lena',
    name: 'Lena Hoffmann',
    nameEn: 'Lena Hoffmann',
    language: 'en_US',
    hoursEast: 1,
    address: '10.49.3.40',
    userAgent: firefox,
  },
  britainHr: {
    account: 'bennett.oliver',
    name: 'Oliver Bennett',
    nameEn: 'Oliver Bennett',
    language: 'en_US',
    hoursEast: 0,
    address: '10.44.5.29',
    userAgent: safari,
  },
  auditor: {
    account: 'clarke.margaret',
    name: 'Margaret Clarke',
    nameEn: 'Margaret Clarke',
    language: 'en_US',
    hoursEast: 0,
    address: '10.44.5.90',
    userAgent: safari,
  },
} as const satisfies Record<string, CastMember>;

/** A role in the play. */
export type DemoRole = keyof typeof demoCast;
