export { limitsOf } from './limits/open-limits.ts';
export { ruleNamer } from './rule-names.ts';
export { isOpen, isZone, wallTime, windowIssues } from './limits/time-window.ts';
