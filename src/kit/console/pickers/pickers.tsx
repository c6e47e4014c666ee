import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Modal, Space } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import { LazyTree } from './lazy-tree.tsx';
import { pickerSources, type TreeSource } from './picker-source.ts';
import { idsOf, type PickerProps } from './picked.ts';
import { TypeAheadLater as TypeAhead } from './type-ahead-later.tsx';

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
  return (
    <>
      <Space.Compact block className="whk-with-tree">
        <TypeAhead {...props} kind="department" source={source} usual={t('pick.typeDepartment')} />
        <Button
          icon={<ApartmentOutlined aria-hidden="true" />}
          aria-label={t('pick.tree')}
          disabled={(props.disabled ?? false) || source === undefined}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
      {open && source && <TreeDialog {...props} source={source} onClose={() => setOpen(false)} />}
    </>
  );
}

type TreeDialogProps = PickerProps & { source: TreeSource; onClose: () => void };

/** Chooses in the tree: one at once, several until they are agreed to. */
function TreeDialog({ value, multiple, onChange, source, onClose }: TreeDialogProps): ReactElement {
  const t = useT('kit');
  const [chosen, setChosen] = useState(idsOf(value));
  const choose = (id: string): void => {
    if (multiple) return setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
    onChange?.(id);
    onClose();
  };
  const agree = (): void => {
    if (multiple) onChange?.(chosen);
    onClose();
  };
  return (
    <Modal
      open
      title={t(multiple ? 'pick.departments' : 'pick.department')}
      okText={t('pick.take', { count: chosen.length })}
      cancelText={t('form.cancel')}
      {...(!multiple && { footer: null })}
      onOk={agree}
      onCancel={onClose}
    >
      <div className="whk-tree-box">
        <LazyTree
          source={source}
          label={t('pick.tree')}
          selected={multiple ? chosen : (chosen[0] ?? null)}
          onSelect={choose}
          search={t('pick.typeDepartment')}
        />
      </div>
    </Modal>
  );
}
