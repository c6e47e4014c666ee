import { InputNumber, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { platformNames, platforms, type Platform } from '#kit/common/client/platforms.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import {
  widgetRelationDelete,
  widgetRelationList,
  widgetRelationSave,
  type WidgetRelationRow,
} from '../common/widget-relation.contract.ts';
import { AppSelect } from './components/app-select.tsx';
import './components/widgets.css';

/** The app versions that a widget version serves: a row for each app and platform. */
export default function VersionRelatePage(): ReactElement {
  const t = useT('widgets');
  const { widgetVersionId = '' } = useParams();
  const { data } = useRead(widgetRelationList, { widgetVersionId });
  const may = useMay()(widgetRelationSave);
  if (!data) return <WaitingForm />;
  return (
    <section className="widgets-relations" aria-label={t('widgetRelation')}>
      <p>{t('widgetRelation.help')}</p>
      {data.list.length === 0 ? <EmptyState title={t('widgetRelation.empty')} /> : <Rows rows={data.list} />}
      {may && <NewRow widgetVersionId={widgetVersionId} />}
    </section>
  );
}

function Rows({ rows }: { rows: readonly WidgetRelationRow[] }): ReactElement {
  const t = useT('widgets');
  return (
    <table className="whk-stacked widgets-table">
      <thead>
        <tr>
          {(['appName', 'platform', 'fromBuild', 'toBuild'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`widgetRelation.field.${name}`)}
            </th>
          ))}
          <th aria-label={t('factor.remove')} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td data-label={t('widgetRelation.field.appName')}>{row.appName}</td>
            <td data-label={t('widgetRelation.field.platform')}>{platformNames[row.platform]}</td>
            <td data-label={t('widgetRelation.field.fromBuild')}>{row.fromBuild}</td>
            <td data-label={t('widgetRelation.field.toBuild')}>{row.toBuild ?? t('widgetRelation.noEnd')}</td>
            <td>
              <ActionButton
                endpoint={widgetRelationDelete}
                type="text"
                names={[`${row.appName} ${platformNames[row.platform]}`]}
                input={{ ids: [row.id] }}
                invalidates={[widgetRelationList]}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NewRow({ widgetVersionId }: { widgetVersionId: string }): ReactElement {
  const t = useT('widgets');
  const [appId, setApp] = useState<string | null>(null);
  const [platform, setPlatform] = useState<Platform>(2);
  const [from, setFrom] = useState<number | null>(0);
  const [to, setTo] = useState<number | null>(null);
  const { save, saving, issues } = useSave(widgetRelationSave, {
    invalidates: [widgetRelationList],
    onSaved: () => setApp(null),
    undoable: true,
  });
  return (
    <div className="widgets-new-row">
      <AppSelect label={t('widgetRelation.field.appId')} value={appId} onChange={setApp} />
      <Select
        aria-label={t('widgetRelation.field.platform')}
        value={platform}
        options={platforms.map((value) => ({ value, label: platformNames[value] }))}
        onChange={setPlatform}
      />
      <InputNumber
        aria-label={t('widgetRelation.field.fromBuild')}
        prefix={<small>{t('widgetRelation.field.fromBuild')}</small>}
        min={0}
        precision={0}
        value={from}
        onChange={setFrom}
      />
      <InputNumber
        aria-label={t('widgetRelation.field.toBuild')}
        prefix={<small>{t('widgetRelation.field.toBuild')}</small>}
        min={0}
        precision={0}
        value={to}
        placeholder={t('widgetRelation.noEnd')}
        onChange={setTo}
      />
      <OffButton
        type="primary"
        loading={saving}
        off={appId === null && 'choice'}
        onClick={() => appId !== null && void save({ widgetVersionId, rows: [{ appId, platform, fromBuild: from ?? 0, toBuild: to }] })}
      >
        {t('factor.add')}
      </OffButton>
      {issues.length > 0 && <small role="alert">{issues.map(({ message }) => message).join(' ')}</small>}
    </div>
  );
}
