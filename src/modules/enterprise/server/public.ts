export { limitsOf } from './limits/open-limits.ts';
export { isOpen, isZone, wallTime } from './limits/time-window.ts';
