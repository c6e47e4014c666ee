import { Alert, Button, Radio, Space } from 'antd';
import { useState, type ReactElement } from 'react';
import { rangeKinds, type RangeKind } from '#kit/common/role/role-range.ts';
import type { RangeView } from '#kit/common/role/role.schema.ts';
import { useActionName } from '../action/action-button.tsx';
import { ImpactLine } from '../form/impact-line.tsx';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import { useSave } from '../form/use-save.ts';
import { useT } from '../i18n/use-t.ts';
import { DepartmentPicker } from '../pickers/pickers.tsx';
import '../form/form.css';
import { PreviewEffect } from './preview-effect.tsx';
import { useRoleArea } from './role-area.ts';

interface RangeEditorProps {
  roleId: string;
  version: number;
  range: RangeView;
  fixed: boolean;
}

/** Where the role's permissions hold: everywhere, along the holder's own departments, in chosen ones, or for themselves alone. */
export function RangeEditor({ roleId, version, range, fixed }: RangeEditorProps): ReactElement {
  const t = useT('kit');
  const { contract } = useRoleArea();
  const { granted, name } = useActionName(contract.saveRanges);
  const [kind, setKind] = useState<RangeKind>(range.kind);
  const [ids, setIds] = useState<readonly string[]>(range.departments.map(({ id }) => id));
  const { save, saving, issues, conflict } = useSave(contract.saveRanges, {
    invalidates: [contract.ranges, contract.resources, contract.find, contract.list],
  });
  const before = range.departments.map(({ id }) => id);
  const changed = kind !== range.kind || (kind === 'chosen' && (ids.length !== before.length || ids.some((id) => !before.includes(id))));
  useLeaveGuard(changed, () => {
    setKind(range.kind);
    setIds(before);
  });
  const draft = { kind, departmentIds: kind === 'chosen' ? [...ids] : [] };
  const complete = kind !== 'chosen' || ids.length > 0;
  const wish = { roleId, version, range: draft };
  return (
    <>
      <Radio.Group
        aria-label={t('role.rangeTitle')}
        disabled={fixed || !granted}
        value={kind}
        onChange={(event) => setKind(rangeKinds.find((one) => one === event.target.value) ?? kind)}
      >
        <Space orientation="vertical">
          {rangeKinds.map((one) => (
            <Radio key={one} value={one}>
              {t(`role.range.${one}`)}
            </Radio>
          ))}
        </Space>
      </Radio.Group>
      {kind === 'chosen' && (
        <DepartmentPicker
          multiple
          aria-label={t('role.range.chosen')}
          disabled={fixed || !granted}
          value={ids}
          onChange={(value) => setIds(Array.isArray(value) ? value : [])}
        />
      )}
      {changed && complete && <PreviewEffect input={{ roleId, range: draft }} />}
      {issues.length > 0 && <Alert type="error" role="alert" title={issues.map(({ message }) => message).join(' ')} />}
      {conflict && <Alert type="warning" role="alert" title={t('conflict.title')} description={t('role.conflict')} />}
      {granted && !fixed && (
        <div className="whk-form-foot">
          <span>
            <ImpactLine endpoint={contract.saveRanges} input={changed && complete && !saving ? wish : undefined} />
          </span>
          <Button type="primary" disabled={!changed} loading={saving} onClick={() => void save(wish)}>
            {name}
          </Button>
        </div>
      )}
    </>
  );
}
