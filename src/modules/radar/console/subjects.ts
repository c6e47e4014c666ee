import { subject } from '#kit/console/page/subject.ts';

/** Labels of what the page shows. */
export const radarItem = subject('radar', 'radarItem');
