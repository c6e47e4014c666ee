import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import { ImportButton } from '#kit/console/jobs/import-button.tsx';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { ChoiceFilter } from '#kit/console/page/choice-filter.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import {
  configTypes,
  otherConfig,
  otherConfigExplain,
  otherConfigImport,
  otherConfigReset,
  type OtherConfigRow,
} from '../common/other-config.contract.ts';
import { otherConfigPage } from '../common/permissions.ts';
import { AnyValueInput } from './components/value-input.tsx';
import { useValueText } from './components/value-text.ts';
import './components/settings.css';

const ValueDrawer = later('config-value', async () => (await import('./components/value-drawer.tsx')).ValueDrawer);
const ExplainDrawer = later('config-explain', async () => (await import('./components/explain-drawer.tsx')).ExplainDrawer);
const ImportDialog = later(
  'import-dialog',
  async () => (await import('#kit/console/change/import-dialog.tsx')).ImportDialog<typeof otherConfigImport, typeof otherConfig.export>,
);
const F = entityFields(otherConfig);
const ofApp = (appId: string) => ({ ...otherConfig, shared: { appId } });
type Shown = ReturnType<typeof ofApp>;

/** Typed settings of the app on screen: a value for everybody and rules, and what somebody's terminal would get. */
export default function OtherConfigurationPage(): ReactElement {
  const t = useT('app-settings');
  const textOf = useValueText();
  const { id: appId = '' } = useParams();
  const [editing, setEditing] = useState<OtherConfigRow>();
  const [explaining, setExplaining] = useState(false);
  return (
    <>
      <CrudPanel<Shown>
        entity={ofApp(appId)}
        columns={[
          { name: 'name', as: 'local', sortable: false },
          { name: 'code', as: 'code' },
          { name: 'section' },
          { name: 'type', as: 'enum', sortable: false },
          { name: 'value', sortable: false, cell: (row) => textOf(row.value ?? row.defaultValue) },
          { name: 'rules', sortable: false, cell: ({ rules }) => (rules.length > 0 ? String(rules.length) : '—') },
          { name: 'updatedAt', as: 'time' },
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="type" />
            <ChoiceFilter
              list={list}
              name="changed"
              options={[
                { value: 'true', label: t('otherConfig.changed.true') },
                { value: 'false', label: t('otherConfig.changed.false') },
              ]}
            />
            <Permit code={otherConfigPage.code}>
              <Button onClick={() => setExplaining(true)}>{t('otherConfig.explain')}</Button>
            </Permit>
            <ImportValues appId={appId} />
          </>
        )}
        form={
          <>
            <F.name />
            <F.code />
            <F.section />
            <F.type />
            <F.options as="tags" />
            <F.min as="number" />
            <F.max as="number" />
            <F.defaultValue>
              <AnyValueInput types={configTypes} />
            </F.defaultValue>
          </>
        }
        facts={[
          { name: 'name', as: 'local' },
          { name: 'code', as: 'code' },
          { name: 'section' },
          { name: 'type', as: 'enum' },
          { name: 'options', show: ({ options }) => options.join(', ') },
          { name: 'min', as: 'number' },
          { name: 'max', as: 'number' },
          { name: 'defaultValue', show: ({ defaultValue }) => textOf(defaultValue) },
          { name: 'value', show: ({ value }) => (value === null ? '—' : textOf(value)) },
          { name: 'rules', show: ({ rules }) => String(rules.length) },
          { name: 'createdAt', as: 'time' },
          { name: 'updatedAt', as: 'time' },
        ]}
        rowActions={(row) => (
          <>
            <Permit code={otherConfigPage.button.save}>
              <Button type="text" onClick={() => setEditing(row)}>
                {t('otherConfig.edit')}
              </Button>
            </Permit>
            <ActionButton
              endpoint={otherConfigReset}
              type="text"
              input={{ ids: [row.id] }}
              names={[row.code]}
              invalidates={[otherConfig.list, otherConfig.get, otherConfigExplain]}
            />
          </>
        )}
      />
      {editing && <ValueDrawer setting={editing} onClose={() => setEditing(undefined)} />}
      {explaining && <ExplainDrawer appId={appId} onClose={() => setExplaining(false)} />}
    </>
  );
}

/** Values read from a file into a plan. */
function ImportValues({ appId }: { appId: string }): ReactElement {
  const t = useT('app-settings');
  const [open, setOpen] = useState(false);
  return (
    <>
      <ImportButton code={otherConfigPage.button.import} onClick={() => setOpen(true)} />
      {open && (
        <ImportDialog title={t('job.importValues')} start={otherConfigImport} options={{ appId }} onClose={() => setOpen(false)}>
          <p>{t('otherConfig.importHelp')}</p>
        </ImportDialog>
      )}
    </>
  );
}
