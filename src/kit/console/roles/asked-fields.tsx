import { Form, TreeSelect } from 'antd';
import { useId, type ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import { useRead } from '../page/query.ts';
import { EmployeePicker } from '../pickers/pickers.tsx';
import { useRoleArea } from './role-area.ts';

interface AskedProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Which person an explanation is about. */
export function AskedPerson({ value, onChange }: AskedProps): ReactElement {
  const t = useT('kit');
  const field = useId();
  return (
    <Form.Item label={t('role.explainWho')} htmlFor={field}>
      <EmployeePicker id={field} value={value ?? null} onChange={(chosen) => onChange(typeof chosen === 'string' ? chosen : undefined)} />
    </Form.Item>
  );
}

/** Which page or button an explanation is about. */
export function AskedResource({ value, onChange }: AskedProps): ReactElement {
  const t = useT('kit');
  const field = useId();
  const { tree } = useRoleArea();
  const nodes = useRead(tree, {}).data?.nodes ?? [];
  return (
    <Form.Item label={t('role.explainWhat')} htmlFor={field}>
      <TreeSelect<string>
        id={field}
        treeDataSimpleMode={{ id: 'value', pId: 'parent' }}
        showSearch={{ treeNodeFilterProp: 'title' }}
        value={value}
        treeData={nodes.map((node) => ({ value: node.code, parent: node.parent ?? '', title: node.name }))}
        onChange={onChange}
      />
    </Form.Item>
  );
}
