/** On which days a schedule runs, by the calendar of the settings. */
export const scheduleCalendars = ['all', 'working', 'holidays'] as const;
/** On which days a schedule runs. */
export type ScheduleCalendar = (typeof scheduleCalendars)[number];
/** What becomes of a time that passed while the product was down. */
export const missedRules = ['skip', 'once'] as const;
/** How a schedule stands. */
export const scheduleStates = ['on', 'paused', 'ended'] as const;
/** What became of a run: posted, with nothing to post, refused, failed, or left out and why. */
export const runClasses = ['ok', 'empty', 'refused', 'failed', 'missed', 'quiet', 'robotDisabled', 'noTarget'] as const;
/** What became of a run. */
export type RunClass = (typeof runClasses)[number];

/** Limits of schedules. */
export const scheduleLimits = { targets: 1000, apartMinutes: 5, failuresToPause: 5, graceMinutes: 5 } as const;
