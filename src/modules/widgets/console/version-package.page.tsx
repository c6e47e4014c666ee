import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { download } from '#kit/console/call/download.ts';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { bytesText } from '#kit/console/table/formats.ts';
import { RolloutPanel } from '#modules/apps/console/public.ts';
import { widgetPackagePage } from '../common/permissions.ts';
import {
  widgetVersionChange,
  widgetVersionDownload,
  widgetVersionGet,
  widgetVersionHistory,
  widgetVersionList,
  widgetVersionUpdate,
  type WidgetVersionDetail,
} from '../common/widget-version.contract.ts';
import { widgetRollout } from '../common/widget-rollout.contract.ts';
import { VersionDifference } from './components/version-difference.tsx';
import { VersionHistory } from './components/version-history.tsx';
import { widgetVersionSubject } from './subjects.ts';
import './components/widgets.css';

const F = fieldsOf(widgetVersionChange);

/** What is in the package of a version, and what differs from the version before. */
export default function VersionPackagePage(): ReactElement {
  const { widgetVersionId = '' } = useParams();
  const { data } = useRead(widgetVersionGet, { id: widgetVersionId });
  return <SubjectContext value={widgetVersionSubject}>{data ? <Package one={data} /> : <WaitingForm lines={8} />}</SubjectContext>;
}

function Package({ one }: { one: WidgetVersionDetail }): ReactElement {
  const t = useT('widgets');
  const [language] = useLanguage();
  const [editing, setEditing] = useState(false);
  return (
    <section className="widgets-infos">
      <div className="widgets-actions">
        <Permit code={widgetPackagePage.button.updateVersion}>
          {(name) => (
            <Button type="primary" onClick={() => setEditing(true)}>
              {name}
            </Button>
          )}
        </Permit>
        <Permit code={widgetPackagePage.button.download}>
          {(name) => (
            <Button
              icon={<DownloadOutlined aria-hidden="true" />}
              onClick={() => void download(widgetVersionDownload, { id: one.id }, { fallbackName: 'widget.zip' }).catch(() => undefined)}
            >
              {name}
            </Button>
          )}
        </Permit>
      </div>
      <Facts
        row={one}
        facts={[
          { name: 'versionName' },
          { name: 'buildNo', as: 'number' },
          { name: 'entry', as: 'code' },
          { name: 'size', as: 'bytes' },
          { name: 'sha256', as: 'code' },
          { name: 'signature', as: 'code' },
          { name: 'mode', as: 'enum' },
          { name: 'notes', as: 'local' },
          { name: 'bridge', show: ({ bridge }) => bridge.join(', ') },
          { name: 'hosts', show: ({ hosts }) => hosts.join(', ') },
          { name: 'functions', show: ({ functions }) => functions.join(', ') },
        ]}
      />
      <RolloutPanel
        calls={widgetRollout}
        versionId={one.id}
        status={one.status}
        readings={[widgetVersionGet, widgetVersionList]}
        gateName={(gate) => t(`widgetRollout.gate.${gate === 'install' ? 'install' : 'crash'}`)}
      />
      <VersionDifference one={one} />
      <section aria-label={t('widgetVersion.inPackage')}>
        <h3>{t('widgetVersion.inPackage')}</h3>
        <ul className="widgets-files">
          {one.list.map(({ path, size }) => (
            <li key={path}>
              <code>{path}</code> <small>{bytesText(size, language)}</small>
            </li>
          ))}
        </ul>
      </section>
      <VersionHistory widgetId={one.widgetId} versionId={one.id} />
      {editing && (
        <DrawerForm
          endpoint={widgetVersionUpdate}
          subject={widgetVersionSubject}
          initial={{ mode: one.mode, notes: one.notes }}
          target={{ id: one.id, version: one.version }}
          invalidates={[widgetVersionGet, widgetVersionList, widgetVersionHistory]}
          undoable
          onClose={() => setEditing(false)}
        >
          <F.mode />
          <F.notes as="local" />
        </DrawerForm>
      )}
    </section>
  );
}
