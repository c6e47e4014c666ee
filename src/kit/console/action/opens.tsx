import { Popover, type PopoverProps } from 'antd';
import { cloneElement, useEffect, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react';
import { useNarrow } from '../page/use-narrow.ts';

/** What a button takes that something opens from. */
interface OpenerProps {
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  'aria-expanded'?: boolean;
}

interface OpensProps {
  /** The button. */
  children: ReactElement<OpenerProps>;
  /** What opens, told how it is closed again. */
  content: (close: () => void) => ReactNode;
  placement?: 'bottomLeft' | 'bottomRight';
  /** It is open from the beginning: a link led here for what it shows. */
  opened?: boolean;
}

/** On a narrow screen what opens is moved into it, wherever its button stands; an arrow would then point at something else. */
const inside = { adjustY: true, shiftX: true, shiftY: true } as const;
const narrowPlaces: PopoverProps['builtinPlacements'] = {
  bottomLeft: { points: ['tl', 'bl'], offset: [0, 6], overflow: inside },
  bottomRight: { points: ['tr', 'br'], offset: [0, 6], overflow: inside },
};

/**
 * A button from which something opens: choices, actions, a few fields. A page has many of these and few are ever pressed, so what opens is built with
 * the first press. Closed, the focus is on the button again.
 */
export function Opens({ children, content, placement = 'bottomRight', opened = false }: OpensProps): ReactElement {
  const [state, setState] = useState<'never' | 'open' | 'closed' | 'left'>(opened ? 'open' : 'never');
  const button = useRef<HTMLButtonElement>(null);
  const met = state !== 'never';
  const left = state === 'left';
  const narrow = useNarrow();
  // The button that was pressed first is gone, this one stands in its place; and what is left by its own means leads back to it.
  useEffect(() => {
    if (met || left) button.current?.focus();
  }, [met, left]);
  if (!met) return cloneElement(children, { 'aria-expanded': false, onClick: () => setState('open') });
  return (
    <Popover
      trigger="click"
      placement={placement}
      open={state === 'open'}
      onOpenChange={(open) => setState(open ? 'open' : 'closed')}
      content={content(() => setState('left'))}
      {...(narrow && { arrow: false, builtinPlacements: narrowPlaces })}
    >
      {cloneElement(children, { ref: button, 'aria-expanded': state === 'open' })}
    </Popover>
  );
}
