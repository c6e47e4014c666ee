import { usePreference } from '#kit/console/page/preference.ts';

const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';

/** Whether the logs show their times in UTC, as the administrator chose, and the way to choose. */
export const useUtc = (): readonly [boolean, (value: boolean) => void] => usePreference('logs.utc', false, isSwitch);
