import { Select } from 'antd';
import type { ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { resourceDraft, resourceSave, resourceTree, type ResourceNode } from '../../common/resource.contract.ts';

const F = fieldsOf(resourceDraft);

interface ParentInputProps {
  nodes: readonly ResourceNode[];
  value?: string | null;
  onChange?: (value: string | null) => void;
  id?: string;
}

/** Chooses under which page or folder a node stands. */
export function ParentInput({ nodes, value, onChange, id }: ParentInputProps): ReactElement {
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={nodes.filter(({ kind }) => kind === 'menu').map(({ code, name }) => ({ value: code, label: name }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

/** A new folder of the menu, or a page that shows an address inside the frame. */
export function ResourceAdd({ nodes, onClose }: { nodes: readonly ResourceNode[]; onClose: () => void }): ReactElement {
  const t = useT('system');
  return (
    <DrawerForm endpoint={resourceSave} initial={{ visible: true }} invalidates={[resourceTree]} onClose={onClose}>
      <F.names as="local" />
      <F.code />
      <F.parent>
        <ParentInput nodes={nodes} />
      </F.parent>
      <F.target wide help={t('resource.targetHelp')} />
      <F.icon help={t('resource.iconHelp')} />
      <F.visible />
    </DrawerForm>
  );
}
