import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Modal, Space } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import { LazyTree } from './lazy-tree.tsx';
import { pickerSources } from './picker-source.ts';
import './pickers.css';
import { TypeAhead, type PickerProps } from './type-ahead.tsx';

/** Chooses people within the caller's range, by name, pinyin, account, mobile or number. */
export function EmployeePicker(props: PickerProps): ReactElement {
  const t = useT('kit');
  return <TypeAhead {...props} kind="employee" source={pickerSources().employee} usual={t('pick.type')} />;
}

/** Chooses crowds. */
export function CrowdPicker(props: PickerProps): ReactElement {
  const t = useT('kit');
  return <TypeAhead {...props} kind="crowd" source={pickerSources().crowd} usual={t(props.multiple ? 'pick.crowds' : 'pick.crowd')} />;
}

/** Chooses departments: by typing, or in the tree. */
export function DepartmentPicker(props: PickerProps): ReactElement {
  const t = useT('kit');
  const source = pickerSources().department;
  const [open, setOpen] = useState(false);
  const { value, multiple, onChange } = props;
  const choose = (id: string): void => {
    const ids = typeof value === 'string' ? [value] : (value ?? []);
    onChange?.(multiple ? [...ids.filter((one) => one !== id), id] : id);
    if (!multiple) setOpen(false);
  };
  return (
    <>
      <Space.Compact block>
        <TypeAhead {...props} kind="department" source={source} usual={t('pick.typeDepartment')} />
        <Button
          icon={<ApartmentOutlined />}
          aria-label={t('pick.tree')}
          disabled={(props.disabled ?? false) || source === undefined}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
      {open && source && (
        <Modal open title={t('pick.tree')} onCancel={() => setOpen(false)} onOk={() => setOpen(false)} cancelButtonProps={{ hidden: true }}>
          <div className="whk-tree-box">
            <LazyTree source={source} label={t('pick.tree')} selected={typeof value === 'string' ? value : null} onSelect={choose} search />
          </div>
        </Modal>
      )}
    </>
  );
}
