import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { Opens } from '../action/opens.tsx';
import { useT } from '../i18n/use-t.ts';
import { later } from '../shell/later.tsx';
import { WaitingForm } from '../states/waiting.tsx';
import type { ColumnChoice } from './use-columns.ts';

const ColumnChoices = later('column-choices', async () => (await import('./column-choices.tsx')).ColumnChoices, <WaitingForm />);

/** Which columns a table shows, in which order, and how tight: kept for the administrator. */
export function ColumnMenu<Row>({ choice }: { choice: ColumnChoice<Row> }): ReactElement {
  const t = useT('kit');
  return (
    <Opens content={() => <ColumnChoices choice={choice} />}>
      <Button type="text" icon={<SettingOutlined aria-hidden="true" />} aria-label={t('list.settings')} title={t('list.settings')} />
    </Opens>
  );
}
