import type { ComponentType } from 'react';

type FrameLoader = () => Promise<ComponentType>;

let loader: FrameLoader | undefined;
let loading: Promise<ComponentType> | undefined;
let loaded: ComponentType | undefined;

/** Sets how the frame (everything behind the login) is fetched. */
export function setFrameLoader(next: FrameLoader): void {
  loader = next;
}

/** Fetches the frame once; called while the administrator types. A failed fetch may be tried again. */
export function loadFrame(): Promise<ComponentType> {
  loading ??= (loader ?? missing)().then(
    (frame) => (loaded = frame),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

const missing: FrameLoader = () => Promise.reject(new Error('No frame was given to the console'));

/** The frame's component once it is here. */
export const loadedFrame = (): ComponentType | undefined => loaded;
