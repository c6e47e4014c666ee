import type { Language } from '#kit/common/language.ts';

/** Why administrators did something, in their own words. */
const words = {
  resigned: { zh_CN: '员工离职', en_US: 'Resigned', ja_JP: '退職のため' },
  left: { zh_CN: '离职满两周，清理账号', en_US: 'Left more than two weeks ago', ja_JP: '退職後2週間経過のため' },
  leaveOfAbsence: { zh_CN: '休假登记', en_US: 'Leave of absence from', ja_JP: '休職開始' },
  call: { zh_CN: '紧急联系员工', en_US: 'Called about an emergency', ja_JP: '緊急連絡のため' },
  mistake: { zh_CN: '误操作，撤销', en_US: 'Wrong column in the list, reverted', ja_JP: '誤操作のため取り消し' },
  reorganised: { zh_CN: '组织调整', en_US: 'Reorganisation', ja_JP: '組織改編' },
  moved: { zh_CN: '办公地点搬迁', en_US: 'The office has moved', ja_JP: 'オフィス移転' },
  lostPhone: { zh_CN: '手机遗失', en_US: 'Lost phone', ja_JP: '携帯紛失' },
} as const satisfies Record<string, Record<Language, string>>;

/** A reason in a language. */
export const reasons = (language: Language, reason: keyof typeof words): string => words[reason][language];
