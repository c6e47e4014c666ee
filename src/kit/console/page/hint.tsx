import { Tooltip } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';

/** More about something on screen, shown while the pointer is on it or it has the focus; built only then, for places that are many. */
export function Hint({ title, children }: { title: () => ReactNode; children: ReactElement }): ReactElement {
  const [met, setMet] = useState(false);
  if (met) {
    return (
      <Tooltip title={title()} defaultOpen>
        {children}
      </Tooltip>
    );
  }
  const meet = (): void => setMet(true);
  return (
    <span onPointerEnter={meet} onFocus={meet}>
      {children}
    </span>
  );
}
