import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/ja';
import 'dayjs/locale/zh-cn';
import type { Language } from '#kit/common/language.ts';
import { currentLanguage, onLanguage } from '../i18n/i18n.ts';

const names: Record<Language, string> = { zh_CN: 'zh-cn', en_US: 'en', ja_JP: 'ja' };
const follow = (): unknown => dayjs.locale(names[currentLanguage()]);
follow();
onLanguage(follow);

const days: Record<Language, string> = { zh_CN: 'YYYY/MM/DD', en_US: 'MM/DD/YYYY', ja_JP: 'YYYY/MM/DD' };

/** How days are written into an input: as the language on screen writes them (and lists show them); those of the wire are taken, too. */
export const dayFormats = (): string[] => [days[currentLanguage()], 'YYYY-MM-DD'];
/** The same with minutes. */
export const momentFormats = (): string[] => dayFormats().map((day) => `${day} HH:mm`);

/** The calendar in the language on screen. Whoever shows dates to choose from takes it from here, so that a page without any does not fetch it. */
export { dayjs, type Dayjs };
