import {
  CheckSquareOutlined,
  ExperimentOutlined,
  FileSearchOutlined,
  HistoryOutlined,
  NodeIndexOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useView } from '#kit/console/page/use-view.ts';
import { NestedTabs } from '#kit/console/roles/nested-tabs.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { fileSecurity } from '../common/permissions.ts';
import { DraftBar } from './components/draft-bar.tsx';

const Simulator = later('file-simulator', async () => (await import('./components/simulator.tsx')).Simulator);
const Decisions = later('file-decisions', async () => (await import('./components/decisions-drawer.tsx')).DecisionsDrawer);
const Trail = later('file-trail', async () => (await import('./components/trail-drawer.tsx')).TrailDrawer);
const Tests = later('file-tests', async () => (await import('./components/tests-drawer.tsx')).TestsDrawer);
const Versions = later('file-versions', async () => (await import('./components/versions-drawer.tsx')).VersionsDrawer);

const Settings = later('file-settings', async () => (await import('./components/settings-drawer.tsx')).SettingsDrawer);

/** File security: the frame with the draft, the simulator, decisions and trails. */
export default function ConfigPage(): ReactElement {
  const t = useT('file-security');
  const title = useCodeName(fileSecurity.code);
  const [open, setOpen] = useView<'simulate' | 'tests' | 'decisions' | 'trail' | 'versions' | 'settings'>(['ref']);
  const ref = useSearchParams()[0].get('ref');
  const close = (): void => setOpen(undefined);
  return (
    <>
      <PageHeader
        title={title}
        help={t('fileConfig.help')}
        actions={
          <>
            <Permit code={fileSecurity.button.simulate}>
              {(name) => (
                <Button icon={<ExperimentOutlined aria-hidden="true" />} onClick={() => setOpen('simulate')}>
                  {name}
                </Button>
              )}
            </Permit>
            <Permit code={fileSecurity.button.simulate}>
              <Button icon={<CheckSquareOutlined aria-hidden="true" />} onClick={() => setOpen('tests')}>
                {t('draft.tests')}
              </Button>
            </Permit>
            <Permit code={fileSecurity.button.decisions}>
              {(name) => (
                <Button icon={<FileSearchOutlined aria-hidden="true" />} onClick={() => setOpen('decisions')}>
                  {name}
                </Button>
              )}
            </Permit>
            <Permit code={fileSecurity.button.trail}>
              {(name) => (
                <Button icon={<NodeIndexOutlined aria-hidden="true" />} onClick={() => setOpen('trail')}>
                  {name}
                </Button>
              )}
            </Permit>
            <Button icon={<HistoryOutlined aria-hidden="true" />} onClick={() => setOpen('versions')}>
              {t('draft.versions')}
            </Button>
            <Permit code={fileSecurity.button.settings}>
              {(name) => (
                <Button icon={<SettingOutlined aria-hidden="true" />} onClick={() => setOpen('settings')}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        }
      />
      <DraftBar />
      <NestedTabs page={fileSecurity.code.replaceAll('_', '-')} />
      {open === 'simulate' && <Simulator begins={ref === null ? {} : { ref }} onClose={close} />}
      {open === 'tests' && <Tests onClose={close} />}
      {open === 'decisions' && <Decisions onClose={close} />}
      {open === 'trail' && <Trail code={ref ?? ''} onClose={close} />}
      {open === 'versions' && <Versions onClose={close} />}
      {open === 'settings' && <Settings onClose={close} />}
    </>
  );
}
