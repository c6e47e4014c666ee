import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { useCan, useGrantedName } from '../store/granted.ts';

interface PermitProps {
  /** One code, or several of which one is enough. */
  code: string | readonly string[];
  /** button (default): not there without the grant. url: there, but disabled and deaf to clicks. */
  type?: 'button' | 'url';
  /** A button without its grant leaves its place empty instead of giving it up. */
  blank?: boolean;
  /** The element, or what makes it from the granted name. */
  children: ReactNode | ((name: string) => ReactNode);
}

/** Shows an action only to those who hold it, labelled with the name it was granted under. The server checks again. */
export function Permit({ code, type = 'button', blank = false, children }: PermitProps): ReactElement | null {
  const can = useCan();
  const codes = typeof code === 'string' ? [code] : code;
  const granted = codes.find(can);
  const name = useGrantedName(granted ?? codes[0] ?? '') ?? '';
  const content = typeof children === 'function' ? children(name) : (children ?? name);
  if (granted !== undefined) return <>{content}</>;
  if (type === 'url') return <Deaf>{content}</Deaf>;
  return blank ? (
    <span className="wh-blank" aria-hidden="true" inert>
      {content}
    </span>
  ) : null;
}

/** Takes every click before it arrives, also those made with the keyboard. */
function Deaf({ children }: { children: ReactNode }): ReactElement {
  const stop = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="wh-deaf" aria-disabled="true" inert onClickCapture={stop}>
      {children}
    </span>
  );
}
