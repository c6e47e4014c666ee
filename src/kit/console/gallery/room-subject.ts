import { subject } from '../page/subject.ts';

/** What the parts of the gallery are about. */
export const roomSubject = subject('gallery', 'room');
