import { useReducer } from 'react';
import type { FormVersion } from '../../common/form/version.ts';

const mostSteps = 200;

interface Steps {
  readonly now: FormVersion;
  readonly past: readonly FormVersion[];
  readonly future: readonly FormVersion[];
}

type Step = { readonly do: 'change'; readonly to: FormVersion } | { readonly do: 'undo' } | { readonly do: 'redo' };

function stepped(state: Steps, step: Step): Steps {
  if (step.do === 'change') {
    if (step.to === state.now) return state;
    return { now: step.to, past: [...state.past, state.now].slice(-mostSteps), future: [] };
  }
  if (step.do === 'undo') {
    const before = state.past.at(-1);
    return before ? { now: before, past: state.past.slice(0, -1), future: [state.now, ...state.future] } : state;
  }
  const [next, ...future] = state.future;
  return next ? { now: next, past: [...state.past, state.now], future } : state;
}

/** A draft that is being edited, with every step of the session back and forth. */
export interface Draft {
  readonly now: FormVersion;
  readonly change: (to: FormVersion) => void;
  /** Undefined where there is no step that way. */
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
}

/** The state of the designer. */
export function useDraft(initial: FormVersion): Draft {
  const [state, dispatch] = useReducer(stepped, { now: initial, past: [], future: [] });
  return {
    now: state.now,
    change: (to) => dispatch({ do: 'change', to }),
    undo: state.past.length > 0 ? () => dispatch({ do: 'undo' }) : undefined,
    redo: state.future.length > 0 ? () => dispatch({ do: 'redo' }) : undefined,
  };
}
