import { Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { bytesText } from '#kit/console/table/formats.ts';
import { widgetVersionDiff, widgetVersionList, type WidgetVersionDetail } from '../../common/widget-version.contract.ts';
import './widgets.css';

/** What differs in a version from the one before it, or from any other of its widget. */
export function VersionDifference({ one }: { one: WidgetVersionDetail }): ReactElement {
  const t = useT('widgets');
  const [language] = useLanguage();
  const may = useMay()(widgetVersionDiff);
  const [otherId, setOtherId] = useState<string>();
  const { data: versions } = useRead(widgetVersionList, { widgetId: one.widgetId, pageSize: 200 });
  const { data: chosen } = useRead(widgetVersionDiff, { id: one.id, otherId: otherId ?? '' }, { enabled: otherId !== undefined });
  const others = versions?.list.filter(({ id }) => id !== one.id) ?? [];
  const shown = otherId === undefined ? one.before : chosen;
  const heading = shown ? t('widgetVersion.against', { name: shown.versionName }) : t('widgetVersion.first');
  return (
    <section aria-label={heading}>
      <h3>{heading}</h3>
      {may && others.length > 0 && (
        <Select
          className="widgets-compare"
          allowClear
          value={otherId}
          placeholder={t('widgetVersion.compare')}
          aria-label={t('widgetVersion.compare')}
          options={others.map(({ id, versionName, buildNo }) => ({ value: id, label: `${versionName} (${buildNo})` }))}
          onChange={(id: string | undefined) => setOtherId(id)}
        />
      )}
      {otherId !== undefined && chosen && (
        <p>{t('widgetVersion.sizes', { size: bytesText(chosen.size, language), other: bytesText(chosen.otherSize, language) })}</p>
      )}
      {shown && <Parts shown={shown} />}
    </section>
  );
}

function Parts({ shown }: { shown: NonNullable<WidgetVersionDetail['before']> }): ReactElement {
  const t = useT('widgets');
  const parts = [
    ['added', shown.added],
    ['changed', shown.changed],
    ['removed', shown.removed],
    ['newBridge', shown.bridge],
    ['newHosts', shown.hosts],
  ] as const;
  const some = parts.filter(([, all]) => all.length > 0);
  if (some.length === 0) return <p>{t('widgetVersion.same')}</p>;
  return (
    <dl className="widgets-difference">
      {some.map(([key, all]) => (
        <div key={key}>
          <dt>{t(`widgetVersion.${key}`)}</dt>
          <dd>{all.join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
}
