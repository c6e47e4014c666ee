export { limitsOf } from './limits/open-limits.ts';
export { parseAddress, parseSegment, segmentText } from './limits/network.ts';
export { holds, spanSet, type SpanSet } from './limits/span-set.ts';
export { isOpen, isZone, wallTime } from './limits/time-window.ts';
