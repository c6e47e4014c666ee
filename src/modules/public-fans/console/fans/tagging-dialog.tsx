import { Modal, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import type { Input } from '#kit/common/contract.ts';
import { fanGet, fanList } from '../../common/fan.contract.ts';
import { fanTag, tagAssign, tagRemove } from '../../common/tag.contract.ts';

/** Fans that are named, or all of a filter with their number. */
export type Target = Pick<Input<typeof tagAssign>, 'empIds' | 'filter' | 'expected'>;

interface TaggingDialogProps {
  readonly snoId: string;
  readonly target: Target;
  readonly count: number;
  /** Tags are given, else taken. */
  readonly gives: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Gives tags to fans, or takes them. */
export function TaggingDialog({ snoId, target, count, gives, onDone, onClose }: TaggingDialogProps): ReactElement {
  const t = useT('public-fans');
  const kit = useT('kit');
  const off = useOff();
  const endpoint = gives ? tagAssign : tagRemove;
  const { name } = useActionName(endpoint);
  const { data } = useRead(fanTag.list, { snoId, kind: 'manual', pageSize: 300 });
  const [tagIds, setTagIds] = useState<readonly string[]>([]);
  const { save, saving } = useSave(endpoint, {
    invalidates: [fanList, fanGet, fanTag.list, fanTag.get],
    message: t('fan.tagDone', { count }),
    onSaved: () => {
      onDone();
      onClose();
    },
  });
  return (
    <Modal
      open
      title={name}
      okText={name}
      cancelText={kit('form.cancel')}
      okButtonProps={{ loading: saving, ...off(tagIds.length === 0 && 'choice') }}
      onOk={() => void save({ snoId, tagIds: [...tagIds], ...target })}
      onCancel={onClose}
    >
      <p>{t('fan.tagCount', { count })}</p>
      <Select<string[]>
        mode="multiple"
        className="whk-filter-choice"
        aria-label={t('fan.chooseTags')}
        placeholder={t('fan.chooseTags')}
        showSearch={{ optionFilterProp: 'label' }}
        maxCount={20}
        value={[...tagIds]}
        options={(data?.list ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        onChange={setTagIds}
      />
    </Modal>
  );
}
