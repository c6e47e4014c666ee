import { Modal, Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { contactAuth } from '../../common/permissions.ts';
import { CheckList } from '../insight/check-list.tsx';
import { CheckPair } from '../insight/check-pair.tsx';
import { CheckTrace } from '../insight/check-trace.tsx';
import { CheckViewers } from '../insight/check-viewers.tsx';

const parts = { pair: CheckPair, list: CheckList, viewers: CheckViewers, trace: CheckTrace } as const;
type Part = keyof typeof parts;

/** Who sees whom and by which rule: a pair, a list of pairs, all who see somebody, or what stands behind a code on a terminal. */
export function CheckDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useT('contacts');
  const can = useCan();
  const [part, setPart] = useState<Part>('pair');
  const offered: readonly Part[] = can(contactAuth.button.check) ? ['pair', 'list', 'viewers', 'trace'] : ['pair', 'list'];
  const Body = parts[part];
  return (
    <Modal open title={t('check.title')} width={760} footer={null} onCancel={onClose}>
      <div className="contacts-parts">
        <Segmented<Part>
          aria-label={t('check.part')}
          value={part}
          options={offered.map((value) => ({ value, label: t(`check.part.${value}`) }))}
          onChange={setPart}
        />
      </div>
      <Body />
    </Modal>
  );
}
