import { Alert, Button, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { versionWidgetPage } from '../common/permissions.ts';
import { versionWidgetCandidates, versionWidgetCopy, versionWidgetList, versionWidgetSave } from '../common/release.contract.ts';
import { appVersion } from '../common/version.contract.ts';
import { useVersion } from './use-app.ts';
import './apps.css';

type Row = Reply<typeof versionWidgetList>['list'][number];
const kinds = ['bundled', 'required', 'allowed'] as const;

/** Widgets of a version: bundled, required or allowed. */
export default function VersionWidgetPage(): ReactElement {
  const t = useT('apps');
  const kit = useT('kit');
  const may = useMay()(versionWidgetSave);
  const { versionId } = useVersion();
  const { data } = useRead(versionWidgetList, { appVersionId: versionId });
  const candidates = useRead(versionWidgetCandidates, {}).data?.list ?? [];
  const [draft, setDraft] = useState<readonly Row[]>();
  const ends = { invalidates: [versionWidgetList, appVersion.get], onSaved: () => setDraft(undefined), undoable: true };
  const { save, saving, issues } = useSave(versionWidgetSave, ends);
  const { data: own } = useRead(appVersion.get, { id: versionId });
  const others = useRead(appVersion.list, { appId: own?.appId ?? '', pageSize: 100 }, { enabled: own !== undefined }).data?.list ?? [];
  const copy = useSave(versionWidgetCopy, ends);
  useLeaveGuard(draft !== undefined, () => setDraft(undefined));
  if (!data) return <WaitingForm lines={4} />;
  const rows = draft ?? data.list;
  const left = candidates.filter(({ widgetId }) => !rows.some((row) => row.widgetId === widgetId));
  const add = (widgetId: string): void => {
    const found = left.find((one) => one.widgetId === widgetId);
    if (found) setDraft([...rows, { ...found, kind: 'bundled' }]);
  };
  return (
    <>
      {rows.length === 0 && <p>{t('widget.none')}</p>}
      {rows.map((row) => (
        <div key={row.widgetId} className="apps-bar">
          <span>{`${row.name} · ${row.identifier}`}</span>
          <Select
            aria-label={row.name}
            value={row.kind}
            options={kinds.map((value) => ({ value, label: t(`widget.${value}`) }))}
            onChange={(kind) => setDraft(rows.map((one) => (one.widgetId === row.widgetId ? { ...one, kind } : one)))}
          />
          <Button onClick={() => setDraft(rows.filter((one) => one.widgetId !== row.widgetId))}>
            {t('widget.remove', { name: row.name })}
          </Button>
        </div>
      ))}
      {issues.length > 0 && <Alert type="error" role="alert" title={issues.map(({ message }) => message).join(' ')} />}
      {may && (
        <div className="apps-bar">
          <Select
            aria-label={t('widget.add')}
            placeholder={t('widget.add')}
            value={null}
            options={left.map(({ widgetId, name: label }) => ({ value: widgetId, label }))}
            onChange={(widgetId: string | null) => widgetId && add(widgetId)}
          />
          <OffButton
            type="primary"
            loading={saving}
            off={draft === undefined && 'nothing'}
            onClick={() =>
              void save({
                appVersionId: versionId,
                version: data.version,
                rows: rows.map(({ widgetId, kind }) => ({ widgetId, kind })),
              })
            }
          >
            {kit('form.save')}
          </OffButton>
        </div>
      )}
      <Permit code={versionWidgetPage.button.copyFrom}>
        {() => (
          <div className="apps-bar">
            <Select
              className="apps-wide"
              aria-label={t('widget.copyFrom')}
              placeholder={t('widget.copyFrom')}
              value={null}
              options={others
                .filter((one) => one.id !== versionId && one.widgets.length > 0)
                .map((one) => ({ value: one.id, label: `${one.versionName} (${one.buildNo || '—'})` }))}
              onChange={(fromId: string | null) => fromId && void copy.save({ appVersionId: versionId, version: data.version, fromId })}
            />
          </div>
        )}
      </Permit>
    </>
  );
}
