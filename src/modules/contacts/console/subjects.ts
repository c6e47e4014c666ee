import { subject } from '#kit/console/page/subject.ts';

export const roleSubject = subject('contacts', 'contactRole');
export const configSubject = subject('contacts', 'contactConfig');
export const whiteSubject = subject('contacts', 'contactWhite');
export const roleUserSubject = subject('contacts', 'roleUser');
export const fieldSubject = subject('contacts', 'contactField');
export const specialSubject = subject('contacts', 'cpdRole');
export const belongsSubject = subject('contacts', 'belongs');
export const revealSubject = subject('contacts', 'reveal');
export const scrapeSubject = subject('contacts', 'scrape');
