import type { ReactElement } from 'react';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { widgetVersionHistory } from '../../common/widget-version.contract.ts';

/** What happened to a version of a widget, by whom and why. */
export function VersionHistory({ widgetId, versionId }: { widgetId: string; versionId: string }): ReactElement {
  const t = useT('widgets');
  const [language] = useLanguage();
  const { data } = useRead(widgetVersionHistory, { widgetId, versionId });
  const fieldsOf = (fields: readonly string[]): string =>
    fields.flatMap((field) => textIfAny('widgets', `widgetVersion.field.${field}`) ?? textIfAny('kit', `field.${field}`) ?? []).join(', ');
  return (
    <section aria-label={t('widgetVersion.history')}>
      <h3>{t('widgetVersion.history')}</h3>
      {data?.list.length === 0 && <p>{t('widgetVersion.noHistory')}</p>}
      <ul className="widgets-files">
        {data?.list.map((one) => (
          <li key={one.id}>
            {[
              timeText(one.at, language),
              one.by,
              textIfAny('kit', `action.${one.action}`) ?? one.action,
              one.action === 'create' ? '' : fieldsOf(one.fields),
              one.reason,
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  );
}
