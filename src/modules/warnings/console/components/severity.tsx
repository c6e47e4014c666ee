import type { ReactElement } from 'react';
import type { WarningSeverity } from '#kit/common/warning/warning-facts.ts';
import { useT } from '#kit/console/i18n/use-t.ts';

/** How much a warning matters: by shape, colour and word. */
export function Severity({ value }: { value: WarningSeverity }): ReactElement {
  const t = useT('warnings');
  return (
    <span className="ww-severity" data-severity={value}>
      {t(`warning.severity.${value}`)}
    </span>
  );
}
