import { useT } from '#kit/console/i18n/use-t.ts';

/** How a value of a setting is shown. */
export function useValueText(): (value: unknown) => string {
  const t = useT('app-settings');
  return (value) => {
    if (typeof value === 'boolean') return value ? t('otherConfig.on') : t('otherConfig.off');
    if (typeof value === 'object') return JSON.stringify(value);
    return String(value);
  };
}
