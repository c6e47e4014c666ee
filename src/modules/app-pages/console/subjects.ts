import { subject } from '#kit/console/page/subject.ts';

export const advertSubject = subject('app-pages', 'advert');
export const advertSettingSubject = subject('app-pages', 'advertSetting');
export const cardSubject = subject('app-pages', 'platformCard');
export const configSubject = subject('app-pages', 'pageConfig');
