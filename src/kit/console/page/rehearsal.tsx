import { SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import type { ReactElement } from 'react';

/**
 * What stands on every list, drawn unseen while the browser rests: the component library works out the styles of a field when it first
 * draws one, and would do so between the click on a page and its first picture. It stays, because styles nobody uses are forgotten.
 */
export default function Rehearsal(): ReactElement {
  return (
    <div hidden inert>
      <Input allowClear readOnly prefix={<SearchOutlined />} value="" />
      <Button type="text" size="small" icon={<SearchOutlined />} />
      <Button type="primary" />
    </div>
  );
}
