import type { ReactElement, ReactNode } from 'react';
import './object.css';

/** What is said of an object above its tabs, wherever it stands: on a page of its own, in a drawer, beside a list. */
export interface ObjectWords {
  name: ReactNode;
  /** Stands before the name: a portrait, an icon. */
  mark?: ReactNode;
  /** How it stands, as tags. */
  state?: ReactNode;
  /** Where it is: the path of its department, its code. */
  path?: ReactNode;
}

interface ObjectHeadProps extends ObjectWords {
  /** The heading it is: of the page, of a part of it, or the title of a drawer, which is one already. */
  as: 'h1' | 'h2' | 'strong';
  actions?: ReactNode;
  className?: string;
  /** Lines below the name: what it is in a few words. */
  children?: ReactNode;
}

/** The head of an object: name, state, where it is, what can be done with it, and what it is in a few words. */
export function ObjectHead({ as: Name, name, mark, state, path, actions, className = '', children }: ObjectHeadProps): ReactElement {
  return (
    <div className={`whk-object ${className}`}>
      {mark}
      <div className="whk-object-name">
        <Name>{name}</Name>
        {path !== undefined && path !== null && <small>{path}</small>}
      </div>
      {state !== undefined && state !== null && <span className="whk-object-state">{state}</span>}
      {actions !== undefined && actions !== null && <div className="whk-object-actions">{actions}</div>}
      {children}
    </div>
  );
}
