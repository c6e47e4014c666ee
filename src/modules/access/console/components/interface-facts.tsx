import { EditOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { useWords } from '#kit/console/page/subject.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { callerSides, interfaceSave, type interfaceView } from '../../common/interface.contract.ts';
import './access.css';
import { viewReadings } from './view-readings.ts';

// What stands beside the definition is the same for every kind.
const F = fieldsOf(interfaceSave.http.input);

/** Name, callers and owner of an interface: what holds at once, without a publish. */
export function InterfaceFacts({ view }: { view: Reply<typeof interfaceView> }): ReactElement {
  const t = useT('access');
  const words = useWords();
  const endpoint = interfaceSave[view.kind] as typeof interfaceSave.http;
  const { granted } = useActionName(endpoint);
  const [editing, setEditing] = useState(false);
  const { name, description, tags, callers, ownerId } = view;
  return (
    <section className="acc-section">
      <h3>{t('bench.facts')}</h3>
      <Facts
        row={view}
        facts={[
          { name: 'name' },
          { name: 'description' },
          { name: 'callers', show: (row) => row.callers.map((side) => words.value('callers', side)).join(' · ') },
          { name: 'tags', show: (row) => row.tags.join(' · ') },
          { name: 'ownerName' },
        ]}
      />
      {granted && (
        <Button icon={<EditOutlined aria-hidden="true" />} onClick={() => setEditing(true)}>
          {t('bench.edit')}
        </Button>
      )}
      {editing && (
        <FormDialog
          endpoint={endpoint}
          title={t('bench.facts')}
          initial={{ name, description, tags, callers, ownerId }}
          input={(values) => ({
            id: view.id,
            version: view.version,
            name: String(values['name'] ?? ''),
            description: String(values['description'] ?? ''),
            tags: (values['tags'] as string[] | undefined) ?? [],
            callers: values['callers'] as (typeof callerSides)[number][],
            ownerId: (values['ownerId'] as string | null | undefined) ?? null,
          })}
          invalidates={viewReadings}
          onClose={() => setEditing(false)}
        >
          <F.name />
          <F.description as="area" />
          <F.callers help={t('bench.callersHelp')}>
            <Select mode="multiple" options={callerSides.map((value) => ({ value, label: words.value('callers', value) }))} />
          </F.callers>
          <F.tags>
            <Select mode="tags" tokenSeparators={[',', ' ']} open={false} suffixIcon={null} />
          </F.tags>
          <F.ownerId>
            <EmployeePicker />
          </F.ownerId>
        </FormDialog>
      )}
    </section>
  );
}
