import { Modal, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { fanTag, tagMerge, tagOverlap, type FanTagRow } from '../../common/tag.contract.ts';

/** Chooses the tag that others are merged into. */
export function MergeDialog({ tags, snoId, onClose }: { tags: readonly FanTagRow[]; snoId: string; onClose: () => void }): ReactElement {
  const t = useT('public-fans');
  const [intoId, setInto] = useState<string>();
  const { data } = useRead(fanTag.list, { snoId, kind: 'manual', pageSize: 300 });
  const ids = tags.map(({ id }) => id);
  const into = data?.list.find(({ id }) => id === intoId);
  return (
    <Modal open title={t('fanTag.mergeTitle')} footer={null} onCancel={onClose}>
      <p>{t('fanTag.mergeHint', { names: tags.map(({ title }) => title).join(', ') })}</p>
      <div className="whk-form-row">
        <Select<string>
          className="sno-picker-choice"
          aria-label={t('fanTag.mergeInto')}
          placeholder={t('fanTag.mergeInto')}
          {...(intoId !== undefined && { value: intoId })}
          options={(data?.list ?? []).filter(({ id }) => !ids.includes(id)).map(({ id, title }) => ({ value: id, label: title }))}
          onChange={setInto}
        />
        <ActionButton
          endpoint={tagMerge}
          type="primary"
          disabled={into === undefined}
          input={() => ({ ids, intoId: intoId ?? '' })}
          names={tags.map(({ title }) => title)}
          invalidates={[fanTag.list, fanTag.get, tagOverlap]}
          onDone={onClose}
        />
      </div>
    </Modal>
  );
}
